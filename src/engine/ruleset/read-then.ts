import { z } from 'zod'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { isRecord } from '../../core/model/record.ts'
import { suggest } from '../../core/text/suggest.ts'
import { functions } from '../functions/index.ts'
import type { RuleFunction, Then } from '../rule.ts'
import { readField } from '../targets.ts'
import { parseValue, readExpression, readValue, unknownName } from './read-with.ts'
import type { Report } from './ruleset-text.ts'

export const checkShape = once(() =>
  z.looseObject({
    field: z.union([z.string(), z.number()], { error: 'must be a key' }).optional(),
    function: z.string(),
    functionOptions: z.unknown().optional(),
  }),
)

/** The functions that a ruleset brings along, by name. */
export type OwnFunctions = ReadonlyMap<string, RuleFunction>

/** Reads `then`: one check or a list of them. Reports unknown functions and options that they do not take. */
export function readThen(
  value: unknown,
  path: Path,
  own: OwnFunctions,
  report: Report,
): readonly Then[] | undefined {
  if (isRecord(value)) return readOne(value, path, own, report)
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((entry: unknown, index) => readOne(entry, [...path, index], own, report))
  }
  report(path, 'must be a mapping with "function", or a list of such mappings')
  return undefined
}

/** All the known names are too many to read. */
function unknownFunction(name: string, known: readonly string[]): string {
  const meant = suggest(name, known)
  const way = `list it under "functions" if functions/${name}.js has it`
  return `unknown function "${name}"; ${meant === undefined ? way : `did you mean "${meant}"?`}`
}

function readOne(value: unknown, path: Path, own: OwnFunctions, report: Report): readonly Then[] {
  const found = readValue(checkShape(), value, path, report)
  if (!found) return []
  reportMisspelt(found, path, report)
  const named = own.get(found.function) ?? functions.get(found.function)
  if (!named) {
    report([...path, 'function'], unknownFunction(found.function, [...own.keys(), ...functions.keys()]))
    return []
  }
  const options = readOptions(named, found.functionOptions, [...path, 'functionOptions'], report)
  const field = found.field === undefined ? undefined : String(found.field)
  // Here and not when the rule is run: what cannot be run is refused with its line.
  if (field !== undefined) readExpression(field, [...path, 'field'], report, readField)
  const written = found.functionOptions
  return options ? [{ field, function: named, options: options.value, written }] : []
}

/** Rulesets in the wild have notes here, which Spectral passes over; a key that is nearly one of ours is a typo. */
function reportMisspelt(found: object, path: Path, report: Report): void {
  const known = Object.keys(checkShape().shape)
  for (const key of Object.keys(found)) {
    if (!known.includes(key) && suggest(key, known) !== undefined) {
      report([...path, key], unknownName('key', key, known))
    }
  }
}

/** The options of a function may parse to undefined. */
function readOptions(
  named: RuleFunction,
  value: unknown,
  path: Path,
  report: Report,
): { readonly value: unknown } | undefined {
  const explained: Report = (at, reason) => report(at, `${reason} (options of "${named.name}")`)
  return parseValue(named.options(), value, path, explained)
}
