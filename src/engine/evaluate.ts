import type { SourceDocument } from '../document.ts'
import type { EngineIssue, Ruleset } from './rule.ts'

/** Every hit of every rule on the document, in the rules' order, then the document's. Throws what a function throws. */
export function evaluate(_document: SourceDocument, _ruleset: Ruleset): EngineIssue[] {
  return []
}
