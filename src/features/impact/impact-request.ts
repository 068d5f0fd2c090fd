import { resolve } from 'node:path'
import { parseCommitted } from '../../check/base/open-commit.ts'
import type { CheckRequest } from '../../check/check-request.ts'
import { exists } from '../../check/exists.ts'
import { usageError } from '../../core/model/errors.ts'
import { createRulesetId, isBuiltinRuleset } from '../../settings/rules.ts'
import type { ImpactSide } from './impact-model.ts'

/** A check, and the two rulesets of which one is to take the place of the other. */
export interface ImpactRequest extends CheckRequest {
  readonly old: string
  readonly new: string
  /** The id of the ruleset in whose place both are; absent: what their names say. */
  readonly as?: string | undefined
  /** Leave out the other rulesets of the config. */
  readonly alone?: boolean | undefined
}

/** The ruleset that OLD or NEW refers to. */
export type NamedSide = Pick<ImpactSide, 'name'> &
  (
    | { readonly kind: 'file'; readonly file: string; readonly id: string }
    | { readonly kind: 'git'; readonly ref: string; readonly path: string; readonly id: string }
    | { readonly kind: 'saved'; readonly id: string }
  )

const ending = /\.(?:ya?ml|json|[cm]?js)$/i

/** A built-in ruleset, a file, `REF:path`, or else the id of a ruleset on the dashboard. Throws GovError, usage. */
export async function readSide(name: string, cwd: string): Promise<NamedSide> {
  if (name.trim() === '') throw usageError('ruleset-unnamed', 'OLD or NEW is empty', 'Name two rulesets.')
  if (isBuiltinRuleset(name) || (await exists(resolve(cwd, name))))
    return { name, kind: 'file', file: name, id: createRulesetId(name) }
  const committed = parseCommitted(name)
  if (committed) return { ...committed, kind: 'git', id: createRulesetId(committed.path) }
  if (ending.test(name) || /[/\\]/.test(name))
    return { name, kind: 'file', file: name, id: createRulesetId(name) }
  return { name, kind: 'saved', id: name }
}
