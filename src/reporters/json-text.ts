import { createDigest } from '../core/text/digest.ts'

/** Characters that JSON allows in a string and a terminal or a log acts on. `#` occurs only in strings. */
const active =
  /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|#(?=#(?:\[|vso\[|teamcity\[))/gi

/** JSON that comes back as it was and that nothing it is printed to acts on. No newline at the end. */
export function jsonText(value: unknown, indent?: number): string {
  return escapeActive(JSON.stringify(value, null, indent))
}

/** JSON, or YAML whose strings are written as in JSON, without characters that act on a terminal or a log. */
export function escapeActive(text: string): string {
  return text.replace(active, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * The checksum of a report that is written or read issue by issue: SHA-256, hexadecimal, of the report with an empty list
 * of issues, then of each issue, as `jsonText(value, 2)`.
 */
export function createChecksum() {
  const digest = createDigest()
  return { add: (text: string) => digest.add(`${text}\n`), end: digest.end }
}

/**
 * Computes what `checksum` must be in a saved report: of all its values in the order of the file, however it
 * is indented.
 */
export function computeChecksum({
  checksum: _checksum,
  ...report
}: Readonly<Record<string, unknown>>): string {
  const { issues } = report
  const sum = createChecksum()
  sum.add(jsonText(Array.isArray(issues) ? { ...report, issues: [] } : report, 2))
  for (const issue of Array.isArray(issues) ? issues : []) sum.add(jsonText(issue, 2))
  return sum.end()
}
