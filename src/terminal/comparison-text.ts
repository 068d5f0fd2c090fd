import type { Comparison } from '../core/model/comparison.ts'
import type { Issue } from '../core/model/issue.ts'
import { oneLine } from '../core/text/sanitize.ts'

/** A comparison for people: counts, then each new issue with why it is new, then what is fixed. */
export function comparisonText({ against, new_issues, fixed_issues, unchanged_count }: Comparison): string {
  const lines = [
    ...new_issues.flatMap(({ issue, why }) => [`new    ${issueLine(issue)}`, `       why: ${oneLine(why)}`]),
    ...fixed_issues.map((issue) => `fixed  ${issueLine(issue)}`),
    `${new_issues.length} new, ${fixed_issues.length} fixed, ${unchanged_count} unchanged since ${oneLine(against)}`,
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function issueLine({ severity, rule_id, ruleset_id, api_id, file, path, message }: Issue): string {
  const where = [file ?? api_id, path === '' ? '(root)' : path].map(oneLine).join(' ')
  return `${severity.padEnd(5)}  ${oneLine(rule_id)} of ${oneLine(ruleset_id)}  ${where}  ${oneLine(message)}`
}
