import { z } from 'zod'
import type { DeclaredFix } from '../../core/model/fixes.ts'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { isRecord } from '../../core/model/record.ts'
import { parseJsonPath } from '../jsonpath/parse.ts'
import { AliasError, type Aliases, expandGiven } from './aliases.ts'
import { readFormats } from './format-names.ts'
import type { RuleChange, ScopedQueries } from './parsed-rule.ts'
import { type OwnFunctions, readThen } from './read-then.ts'
import { readExpression, readFields, readValue } from './read-with.ts'
import type { Report } from './ruleset-text.ts'
import { readSeverity, readSeverityKey, severityChange, severityForms } from './severity.ts'

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

/** What the names in a rule stand for. */
interface RuleScope {
  readonly aliases: Aliases
  readonly functions: OwnFunctions
}

/** Reads one entry of `rules`, and reports what is wrong with it; undefined when nothing of it can be used. */
export function readRule(
  value: unknown,
  path: Path,
  scope: RuleScope,
  report: Report,
): RuleChange | undefined {
  if (typeof value === 'boolean') return value ? severityChange(undefined) : { enabled: false }
  if (isRecord(value)) return readMapping(value, path, scope, report)
  const severity = readSeverity(value)
  if (!severity) report(path, `must be a mapping, a boolean, or a severity: ${severityForms}`)
  return severity && severityChange(severity)
}

function readMapping(
  value: Readonly<Record<string, unknown>>,
  path: Path,
  { aliases, functions }: RuleScope,
  report: Report,
): RuleChange {
  const rule = readFields(ruleFields, value, path, report)
  const then = rule.then === undefined ? undefined : readThen(rule.then, [...path, 'then'], functions, report)
  return defined({
    ...readSeverityKey(rule.severity, [...path, 'severity'], report),
    given: rule.given === undefined ? undefined : readGiven(rule.given, [...path, 'given'], aliases, report),
    then,
    formats: rule.formats === undefined ? undefined : readFormats(rule.formats, [...path, 'formats'], report),
    fix: rule.fix === undefined ? undefined : readFix(rule.fix, [...path, 'fix'], report),
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
  aliases: Aliases,
  report: Report,
): readonly ScopedQueries[] | undefined {
  const given = typeof value === 'string' ? [value] : value
  if (!Array.isArray(given) || given.length === 0 || !given.every((text) => typeof text === 'string')) {
    report(path, 'must be a JSONPath or a non-empty list of them')
    return undefined
  }
  try {
    return expandGiven(given, aliases).map(({ formats, expressions }) => ({
      formats,
      queries: expressions.flatMap((text) => readExpression(text, path, report, parseJsonPath) ?? []),
    }))
  } catch (error) {
    if (!(error instanceof AliasError)) throw error
    report(path, error.message)
    return undefined
  }
}

/** Without the keys whose value is undefined, so that merging over another leaves that one's values. */
function defined(change: { [Key in keyof RuleChange]: RuleChange[Key] | undefined }): RuleChange {
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
function readFix(value: unknown, path: Path, report: Report): DeclaredFix | undefined {
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
