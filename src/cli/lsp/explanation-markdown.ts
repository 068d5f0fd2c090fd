import type { Explanation } from '../../run/explain/explain-rule.ts'
import { explanationView } from '../explain/explain-view.ts'
import { fenced } from './fenced.ts'

const width = 76

/** What `gov explain` prints, for a hover. */
export function explanationMarkdown(explanation: Explanation): string {
  return fenced(explanationView(explanation, width))
}
