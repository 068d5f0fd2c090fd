import type { SeverityChange } from './issue.ts'
import type { Severity } from './severity.ts'

/** `YYYY-MM-DD`, of a day that its month has. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** The severity of a rule on a day, YYYY-MM-DD (UTC). */
export function findSeverityOnDay(
  { severity, dated }: { readonly severity: Severity; readonly dated?: SeverityChange | undefined },
  day: string,
): Severity {
  return dated !== undefined && day > dated.until ? dated.to : severity
}

/** An issue was found under a severity that has changed by this day. */
export function isOutdated(
  { severity_change: change }: { readonly severity_change?: SeverityChange | undefined },
  day: string,
): boolean {
  return change !== undefined && day > change.until
}

/** `error after 2027-01-31`. */
export function changeWords({ until, to }: SeverityChange): string {
  return `${to} after ${until}`
}
