import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import { type Severity, severities } from '../../core/model/severity.ts'
import { isDay } from '../../core/model/severity-change.ts'
import { suggestionText } from '../../core/text/suggest.ts'
import type { RuleEntry } from './parsed-rule.ts'
import type { ReportProblem } from './ruleset-text.ts'

export const severityNumbers: Readonly<Record<number, Severity | 'off'>> = {
  [-1]: 'off',
  0: 'error',
  1: 'warn',
  2: 'info',
  3: 'hint',
}
export const severityNames: readonly (Severity | 'off')[] = ['error', 'warn', 'info', 'hint', 'off']

export const severityForms = 'error, warn, info, hint, off, or a number from -1 (off) to 3 (hint)'

/** A severity as a ruleset writes it: a name, or a number from -1 (off) and 0 (error) to 3 (hint). */
export function readSeverity(value: unknown): Severity | 'off' | undefined {
  if (typeof value === 'number') return severityNumbers[value]
  return severityNames.find((name) => name === value)
}

const datedForm = '{ now: warn, until: 2027-01-31, then: error }'

/** Reads the `severity` of a rule, and reports what is wrong with it. */
export function readSeverityKey(value: unknown, path: Path, report: ReportProblem): RuleEntry {
  if (value === undefined) return toSeverityEntry(undefined)
  if (isRecord(value)) return readDated(value, path, report)
  const severity = readSeverity(value)
  if (!severity) report(path, `must be a severity: ${severityForms}; or ${datedForm}`)
  return toSeverityEntry(severity)
}

/** Reads a severity that changes after a day, as `datedForm` shows it. */
function readDated(value: Readonly<Record<string, unknown>>, path: Path, report: ReportProblem): RuleEntry {
  const { now, until, then, ...others } = value
  const [unknown] = Object.keys(others)
  const refuse = (reason: string): RuleEntry => {
    report(path, reason)
    return toSeverityEntry(undefined)
  }
  if (unknown !== undefined) return refuse(`unknown key "${unknown}" in a severity: write ${datedForm}`)
  if (!isDay(until)) {
    const found = until === undefined ? '' : `, not ${quoteValue(until)}`
    return refuse(`"until" must be the last day of the severity, such as 2027-01-31${found}: ${datedForm}`)
  }
  const [before, after] = [now, then].map((severity) => severities.find((name) => name === severity))
  if (after === undefined) return refuse(describeWrongSeverity('then', then))
  if (now !== undefined && before === undefined) return refuse(describeWrongSeverity('now', now))
  return { enabled: true, off: false, ...(before && { severity: before }), dated: { until, to: after } }
}

/** Naming a rule turns it on; `off` keeps its severity for a ruleset that turns it on again. */
export function toSeverityEntry(severity: Severity | 'off' | undefined): RuleEntry {
  if (severity === 'off') return { enabled: false, off: true }
  const on = { enabled: true, off: false }
  return severity === undefined ? on : { ...on, severity, dated: null }
}

function describeWrongSeverity(key: string, value: unknown): string {
  const wanted = `"${key}" must be error, warn, info or hint`
  if (value === undefined) return wanted
  if (readSeverity(value) === 'off') return `${wanted}: a rule cannot be off by date`
  return `${wanted}, not ${quoteValue(value)}${typeof value === 'string' ? suggestionText(value, severities) : ''}`
}

function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
