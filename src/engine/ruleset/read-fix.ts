import { z } from 'zod'
import type { DeclaredFix } from '../../model/fixes.ts'
import type { Path } from '../../model/location.ts'
import { once } from '../../model/once.ts'
import { isRecord } from '../../model/record.ts'
import { readWith } from './read-with.ts'
import type { Report } from './ruleset-text.ts'

const name = once(() => z.string().min(1, { error: 'must not be empty' }))

export const fixShape = once(() =>
  z.strictObject({
    field: name().optional(),
    set: z.json().optional(),
    remove: z.literal(true).optional(),
    rename: name().optional(),
    insertBefore: name().optional(),
    safe: z.boolean().optional(),
  }),
)

export const fixActions = ['set', 'remove', 'rename']

/** Reads the `fix` of a rule. Reports what is wrong with it: then there is none. */
export function readFix(value: unknown, path: Path, report: Report): DeclaredFix | undefined {
  const fix = readWith(fixShape(), value, path, report)
  if (fix === undefined || !isRecord(value)) return undefined
  const given = fixActions.filter((key) => Object.hasOwn(value, key))
  if (given.length !== 1) {
    report(path, `needs one of "${fixActions.join('", "')}"`)
    return undefined
  }
  if (fix.insertBefore === undefined || (fix.field !== undefined && given[0] === 'set')) return fix
  report([...path, 'insertBefore'], 'needs "set" and "field": it says where the field is added')
  return undefined
}
