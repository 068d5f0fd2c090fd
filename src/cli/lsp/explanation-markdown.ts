import type { Explanation } from '../../run/explain/explain-rule.ts'
import { explanationView } from '../explain/explain-view.ts'

const width = 76

/** What `gov explain` prints, for a hover. */
export function explanationMarkdown(explanation: Explanation): string {
  return fenced(explanationView(explanation, width))
}

/** Text that anyone may have written, as Markdown that shows it and does nothing else. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text.trimEnd()}\n${fence}`
}
