import { z } from 'zod'
import type { DeclaredFix } from '../../core/model/fixes.ts'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { isRecord } from '../../core/model/record.ts'
import { suggest } from '../../core/text/suggest.ts'
import { parseJsonPath } from '../jsonpath/parse.ts'
import { readField } from '../matching/targets.ts'
import type { RuleFunction, Then } from '../rule.ts'
import { AliasError, type Aliases, expandGiven } from './aliases.ts'
import { readFormats } from './formats.ts'
import type { RuleEntry, ScopedQueries } from './parsed-rule.ts'
import { describeUnknownName, parseValue, readExpression, readFields, readValue } from './read-with.ts'
import type { ReportProblem } from './ruleset-text.ts'
import { readSeverity, readSeverityKey, severityForms, toSeverityEntry } from './severity.ts'

const any = z.unknown()
const text = z.string()
const flag = z.boolean()

export const ruleFields = {
  given: any,
  // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
  then: any,
  severity: any,
  formats: any,
  fix: any,
  description: text,
  message: text,
  howToFix: text,
  how_to_fix: text,
  documentationUrl: text,
  resolved: flag,
  recommended: flag,
  type: z.enum(['style', 'validation']),
  tags: z.array(text),
  id: text,
  category: any,
  extensions: any,
}

export interface RuleScope {
  readonly aliases: Aliases
  /** Those that a `then` may name. */
  readonly functions: RuleFunctions
  /** Each `given` that was read without a fault: many rules of a ruleset look at the same places. */
  readonly readGiven: Map<string, readonly ScopedQueries[]>
}

/** Reads one entry of `rules`, and reports what is wrong with it; undefined when nothing of it can be used. */
export function readRule(
  value: unknown,
  path: Path,
  scope: RuleScope,
  report: ReportProblem,
): RuleEntry | undefined {
  if (typeof value === 'boolean') return value ? toSeverityEntry(undefined) : { enabled: false }
  if (isRecord(value)) return readMapping(value, path, scope, report)
  const severity = readSeverity(value)
  if (!severity) report(path, `must be a mapping, a boolean, or a severity: ${severityForms}`)
  return severity && toSeverityEntry(severity)
}

function readMapping(
  value: Readonly<Record<string, unknown>>,
  path: Path,
  scope: RuleScope,
  report: ReportProblem,
): RuleEntry {
  const rule = readFields(ruleFields, value, path, report)
  const then =
    rule.then === undefined ? undefined : readThen(rule.then, [...path, 'then'], scope.functions, report)
  return dropUndefined({
    ...readSeverityKey(rule.severity, [...path, 'severity'], report),
    given: rule.given === undefined ? undefined : readGiven(rule.given, [...path, 'given'], scope, report),
    then,
    formats: rule.formats === undefined ? undefined : readFormats(rule.formats, [...path, 'formats'], report),
    fix: rule.fix === undefined ? undefined : readFix(rule.fix, [...path, 'fix'], report),
    statedId: rule.id === '' ? undefined : rule.id,
    description: rule.description,
    message: rule.message,
    howToFix: rule.howToFix ?? rule.how_to_fix,
    documentationUrl: rule.documentationUrl,
    resolved: rule.resolved,
    recommended: rule.recommended,
    tags: rule.tags,
  })
}

function readGiven(
  value: unknown,
  path: Path,
  scope: RuleScope,
  report: ReportProblem,
): readonly ScopedQueries[] | undefined {
  const given = typeof value === 'string' ? [value] : value
  if (!Array.isArray(given) || given.length === 0 || !given.every((text) => typeof text === 'string')) {
    report(path, 'must be a JSONPath or a non-empty list of them')
    return undefined
  }
  const key = JSON.stringify(given)
  const known = scope.readGiven.get(key)
  if (known) return known
  let isFaulty = false
  const queries = readQueries(given, path, scope.aliases, (at, reason) => {
    isFaulty = true
    report(at, reason)
  })
  if (queries && !isFaulty) scope.readGiven.set(key, queries)
  return queries
}

function readQueries(
  given: readonly string[],
  path: Path,
  aliases: Aliases,
  report: ReportProblem,
): readonly ScopedQueries[] | undefined {
  try {
    const several = given.find(holdsSeveral)
    const expanded = several === undefined ? expandGiven(given, aliases) : []
    const mixed = several ?? expanded.flatMap(({ expressions }) => expressions).find(holdsSeveral)
    if (mixed !== undefined) {
      report(path, `"${mixed}" is several expressions in one text: write a list of them`)
      return undefined
    }
    return expanded.map(({ formats, expressions }) => ({
      formats,
      queries: expressions.flatMap((text) => readExpression(text, path, report, parseJsonPath) ?? []),
    }))
  } catch (error) {
    if (!(error instanceof AliasError)) throw error
    report(path, error.message)
    return undefined
  }
}

/** One behind a comma or bar that is outside of brackets: it would be read as part of a name. */
function holdsSeveral(text: string): boolean {
  const outside = text.replaceAll(/'[^']*'|"[^"]*"/g, '').replaceAll(/\[[^[\]]*\]|\([^()]*\)/g, '')
  return /[,|;]\s*(?:\$(?:[.[]|\s*$)|#\w)/.test(outside)
}

/** Without the keys whose value is undefined, so that merging over another leaves that one's values. */
function dropUndefined(change: { [Key in keyof RuleEntry]: RuleEntry[Key] | undefined }): RuleEntry {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

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
function readFix(value: unknown, path: Path, report: ReportProblem): DeclaredFix | undefined {
  const fix = readValue(fixShape(), value, path, report)
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

export const checkShape = once(() =>
  z.looseObject({
    field: z.union([z.string(), z.number()], { error: 'must be a key' }).optional(),
    function: z.string(),
    functionOptions: z.unknown().optional(),
  }),
)

type RuleFunctions = ReadonlyMap<string, RuleFunction>

/** Reads `then`: one check or a list of them. Reports unknown functions and options that they do not take. */
function readThen(
  value: unknown,
  path: Path,
  functions: RuleFunctions,
  report: ReportProblem,
): readonly Then[] | undefined {
  if (isRecord(value)) return readOne(value, path, functions, report)
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((entry: unknown, index) => readOne(entry, [...path, index], functions, report))
  }
  report(path, 'must be a mapping with "function", or a list of such mappings')
  return undefined
}

/** All the known names are too many to read. */
function describeUnknownFunction(name: string, known: readonly string[]): string {
  const meant = suggest(name, known)
  const way = `list it under "functions" if functions/${name}.js has it`
  return `unknown function "${name}"; ${meant === undefined ? way : `did you mean "${meant}"?`}`
}

function readOne(
  value: unknown,
  path: Path,
  functions: RuleFunctions,
  report: ReportProblem,
): readonly Then[] {
  const found = readValue(checkShape(), value, path, report)
  if (!found) return []
  reportMisspelt(found, path, report)
  const named = functions.get(found.function)
  if (!named) {
    report([...path, 'function'], describeUnknownFunction(found.function, [...functions.keys()]))
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
function reportMisspelt(found: object, path: Path, report: ReportProblem): void {
  const known = Object.keys(checkShape().shape)
  for (const key of Object.keys(found)) {
    if (!known.includes(key) && suggest(key, known) !== undefined) {
      report([...path, key], describeUnknownName('key', key, known))
    }
  }
}

/** The options of a function may parse to undefined. */
function readOptions(
  named: RuleFunction,
  value: unknown,
  path: Path,
  report: ReportProblem,
): { readonly value: unknown } | undefined {
  if (named.hasNoOptions && value === undefined) return { value }
  const explained: ReportProblem = (at, reason) => report(at, `${reason} (options of "${named.name}")`)
  return parseValue(named.options(), value, path, explained)
}
