import { openCommitted } from '../../../check/git/open-committed.ts'
import { readSavedRules } from '../../../check/rulesets/known-rulesets.ts'
import { type RulesetAccess, readRulesetFile } from '../../../check/rulesets/ruleset-files.ts'
import type { Sources } from '../../../check/sources/sources.ts'
import type { Records } from '../../../check/types.ts'
import type { World } from '../../../check/world.ts'
import { GovError, usageError } from '../../../core/model/errors.ts'
import { suggest } from '../../../core/text/suggest.ts'
import type { Ruleset } from '../../../engine/rule.ts'
import { builtinRulesets } from '../../../engine/rulesets/index.ts'
import type { NamedSide, PlannedImpact } from './plan-impact.ts'

/** A version of the ruleset. One without `rules` is evaluated by the dashboard that has it. */
export type LoadedSide = NamedSide & {
  readonly rules?: Ruleset | undefined
  readonly commit?: string | undefined
  /** Why the rules of a saved ruleset could not be read. */
  readonly fault?: string | undefined
}

/** Compiles a ruleset of a file or a commit, and a saved one that is compared with such a one. Throws GovError. */
export async function loadSide(
  side: NamedSide,
  { access, areSaved }: PlannedImpact,
  records: Pick<Records, 'getRuleset'>,
  world: World,
): Promise<LoadedSide> {
  const { name } = side
  if (side.kind === 'file') return { ...side, rules: await loadRules(name, side.file, world.sources, access) }
  if (side.kind === 'saved') {
    if (areSaved) return side
    const { rulesets, faults } = await readSavedRules([side.id], records, access)
    return { ...side, rules: rulesets[0]?.compiled, fault: faults[0] }
  }
  const { file, sources, commit } = await openCommitted(side, 'ruleset', world, suggestRuleset)
  const rules = loadRules(name, file, sources, { ...access, trustPaths: true })
  return {
    ...side,
    rules: await rules.catch((error: unknown) => Promise.reject(describeAbsentFile(error, name))),
    commit,
  }
}

async function loadRules(
  name: string,
  file: string,
  sources: Sources,
  access: RulesetAccess,
): Promise<Ruleset> {
  const { ruleset } = await readRulesetFile(file, name, sources, access)
  const { compiled: rules } = ruleset
  if (rules === undefined) throw new Error(`${name} was not compiled`)
  if (rules.rules.length > 0 || rules.forFile) return rules
  const hint = 'Name a ruleset with a rule that is on.'
  throw usageError(
    'ruleset-without-rules',
    `${name}: ${rules.isEmpty ? 'it has no rules' : 'all its rules are off'}`,
    hint,
  )
}

function suggestRuleset(name: string): string | undefined {
  const near = suggest(name, [...builtinRulesets.keys()])
  return near === undefined ? undefined : `Did you mean "${near}"?`
}

function describeAbsentFile(error: unknown, name: string): unknown {
  if (!(error instanceof GovError) || error.code !== 'ruleset-not-found') return error
  const hint =
    'Check the path: it is relative to the root of the repository, or to here if it begins with "./".'
  return usageError('ruleset-not-found', `${name}: the commit has no such file`, hint, error)
}
