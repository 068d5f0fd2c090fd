import { type Change, Unwritable } from '../../../../src/check/fixable/change.ts'
import { readDocument } from '../../../../src/core/document/document.ts'
import { applyFixes } from '../../../../src/features/fix/propose/apply-fixes.ts'
import { createOutline } from '../../../../src/features/fix/propose/outline.ts'
import { createEdits, refuseShared } from '../../../../src/features/fix/propose/propose.ts'

/** Writes changes into a text, each as a fix of its own. */
export function edit(text: string, format: 'json' | 'yaml', ...changes: readonly Change[]) {
  const read = readDocument(text, format)
  const outline = createOutline(text, format, read)
  const refused: { reason: string }[] = []
  const proposals = changes.flatMap((change) => {
    try {
      refuseShared(outline.value, [change])
      const files = [{ file: 'a', changes: [change], edits: createEdits(outline, [change]) }]
      return [{ kind: 'safe' as const, isLast: false, rank: 0, files }]
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error
      refused.push({ reason: error.message })
      return []
    }
  })
  const applied = applyFixes(() => ({ outline, read }), proposals)
  const { text: after, edits } = applied.files.get('a') ?? { text, edits: [] }
  return { ...applied, text: after, edits, refused: [...refused, ...applied.refused] }
}

/** The text, or why it was not edited. */
export function edited(text: string, format: 'json' | 'yaml', ...changes: readonly Change[]): string {
  const { text: after, refused } = edit(text, format, ...changes)
  return refused[0]?.reason ?? after
}
