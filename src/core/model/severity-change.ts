import type { SeverityChange } from './issue.ts'
import type { Severity } from './severity.ts'

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
