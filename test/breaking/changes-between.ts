import type { BreakingChange } from '../../src/breaking/breaking-change.ts'
import { breakingChanges } from '../../src/breaking/breaking-changes.ts'
import { parseDocument } from '../../src/document/document.ts'
import { followRefs } from '../../src/engine/refs.ts'

export const today = '2026-11-23'

/** What breaks between two definitions in YAML. */
export function changesBetween(base: string, head: string): readonly BreakingChange[] {
  return breakingChanges(readYaml(base), readYaml(head), today)
}

export function readYaml(text: string) {
  return readValue(parseDocument(text, 'yaml').value)
}

export function readValue(root: unknown) {
  return { root, follow: followRefs(root) }
}
