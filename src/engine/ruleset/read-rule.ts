import { z } from 'zod'
import type { Path } from '../../model/location.ts'
import { isRecord } from '../../model/record.ts'
import type { Severity } from '../../model/severity.ts'
import { parseJsonPath } from '../jsonpath/parse.ts'
import type { Aliases } from './aliases.ts'
import { AliasError, expandGiven } from './expand-given.ts'
import { readFormats } from './format-names.ts'
import { readFix } from './read-fix.ts'
import { type OwnFunctions, readThen } from './read-then.ts'
import { readExpression, readFields } from './read-with.ts'
import type { RuleChange, ScopedQueries } from './rule-draft.ts'
import type { Report } from './ruleset-text.ts'
import { datedForm, readDatedSeverity, readSeverity, severityForms } from './severity.ts'

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
export interface Scope {
  readonly aliases: Aliases
  readonly functions: OwnFunctions
}

/** Reads one entry of `rules`, and reports what is wrong with it; undefined when nothing of it can be used. */
export function readRule(value: unknown, path: Path, scope: Scope, report: Report): RuleChange | undefined {
  if (typeof value === 'boolean') return value ? severityChange(undefined) : { enabled: false }
  if (isRecord(value)) return readMapping(value, path, scope, report)
  const severity = readSeverity(value)
  if (!severity) report(path, `must be a mapping, a boolean, or a severity: ${severityForms}`)
  return severity && severityChange(severity)
}

function readMapping(
  value: Readonly<Record<string, unknown>>,
  path: Path,
  { aliases, functions }: Scope,
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

function readSeverityKey(value: unknown, path: Path, report: Report): RuleChange {
  if (value === undefined) return severityChange(undefined)
  if (isRecord(value)) return readDated(value, path, report)
  const severity = readSeverity(value)
  if (!severity) report(path, `must be a severity: ${severityForms}; or ${datedForm}`)
  return severityChange(severity)
}

function readDated(value: Readonly<Record<string, unknown>>, path: Path, report: Report): RuleChange {
  const found = readDatedSeverity(value)
  if (typeof found === 'string') {
    report(path, found)
    return severityChange(undefined)
  }
  const { now, dated } = found
  return { enabled: true, off: false, ...(now !== undefined && { severity: now }), dated }
}

/** Naming a rule turns it on; `off` keeps its severity for a ruleset that turns it on again. */
function severityChange(severity: Severity | 'off' | undefined): RuleChange {
  if (severity === 'off') return { enabled: false, off: true }
  const on = { enabled: true, off: false }
  return severity === undefined ? on : { ...on, severity, dated: null }
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
