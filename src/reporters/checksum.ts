import { createDigest } from '../text/digest.ts'
import { jsonText } from './json-text.ts'

/** The checksum of a report that is written or read issue by issue. */
export interface Checksum {
  /** The report with an empty list of issues first, then each issue, as `jsonText(value, 2)`. */
  readonly add: (text: string) => void
  /** SHA-256, hexadecimal. */
  readonly end: () => string
}

export function createChecksum(): Checksum {
  const digest = createDigest()
  return { add: (text) => digest.add(`${text}\n`), end: digest.end }
}

/** What `checksum` must be in a saved report: of all its values in the order of the file, however it is indented. */
export function checksumOf({ checksum: _checksum, ...report }: Readonly<Record<string, unknown>>): string {
  const { issues } = report
  const sum = createChecksum()
  sum.add(jsonText(Array.isArray(issues) ? { ...report, issues: [] } : report, 2))
  for (const issue of Array.isArray(issues) ? issues : []) sum.add(jsonText(issue, 2))
  return sum.end()
}
