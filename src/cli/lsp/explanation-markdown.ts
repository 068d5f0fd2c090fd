import type { Explanation } from '../../run/explain/explain-rule.ts'
import { explanationView } from '../explain/explain-view.ts'

const width = 76

/** What `gov explain` prints, for a hover: as it is, for its texts are anyone's. */
export function explanationMarkdown(explanation: Explanation): string {
  const text = explanationView(explanation, width).trimEnd()
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([found]) => found.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}
