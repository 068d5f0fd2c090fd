import { z } from 'zod'
import type { Path } from '../../model.ts'
import { functions } from '../functions/index.ts'
import { isRecord } from '../is-record.ts'
import type { RuleFunction, Then } from '../rule.ts'
import { readWith, unknownName } from './read-with.ts'
import type { Report } from './ruleset-text.ts'

const shape = z.strictObject({
  field: z.union([z.string(), z.number()], { error: 'must be a key' }).optional(),
  function: z.string(),
  functionOptions: z.unknown().optional(),
  /** A note to the reader: rulesets in the wild have it. */
  description: z.string().optional(),
})

/** Reads `then`: one check or a list of them. Reports unknown functions and options that they do not take. */
export function readThen(value: unknown, path: Path, report: Report): readonly Then[] | undefined {
  if (isRecord(value)) return readOne(value, path, report)
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((entry: unknown, index) => readOne(entry, [...path, index], report))
  }
  report(path, 'must be a mapping with "function", or a list of such mappings')
  return undefined
}

function readOne(value: unknown, path: Path, report: Report): readonly Then[] {
  const found = readWith(shape, value, path, report)
  if (!found) return []
  const named = functions.get(found.function)
  if (!named) {
    report([...path, 'function'], unknownName('function', found.function, [...functions.keys()]))
    return []
  }
  const options = readOptions(named, found.functionOptions, [...path, 'functionOptions'], report)
  const field = found.field === undefined ? undefined : String(found.field)
  return options ? [{ field, function: named, options: options.value }] : []
}

/** In a mapping of its own, for the options of a function may parse to undefined. */
function readOptions(
  named: RuleFunction,
  value: unknown,
  path: Path,
  report: Report,
): { readonly value: unknown } | undefined {
  const schema = named.options.transform((options) => ({ value: options }))
  const explained: Report = (at, reason) => report(at, `${reason} (options of "${named.name}")`)
  return readWith(schema, value, path, explained)
}
