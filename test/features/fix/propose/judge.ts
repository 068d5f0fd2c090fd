import type { Fix } from '../../../../src/check/fixable/fix.ts'
import { readDocument } from '../../../../src/core/document/document.ts'
import type { Path } from '../../../../src/core/model/location.ts'
import { viewOfFile } from '../../../../src/features/fix/definition-views.ts'
import { builtinFixes } from '../../../../src/features/fix/fixes-of.ts'
import { applyFixes } from '../../../../src/features/fix/propose/apply-fixes.ts'
import { createOutline } from '../../../../src/features/fix/propose/outline.ts'
import { propose } from '../../../../src/features/fix/propose/propose.ts'

/** What kind of fix a rule has for a place of a text, or why it has none, and the text after it. */
export function judge(text: string, path: Path, fixes: string | readonly Fix[]) {
  const read = readDocument(text, 'yaml')
  const outline = createOutline(text, 'yaml', read)
  const known = typeof fixes === 'string' ? (builtinFixes.get(fixes) ?? []) : fixes
  const found = propose(viewOfFile('a', path, outline), known)
  if (found === undefined || 'reason' in found) return { kind: found?.reason, after: text }
  const { files } = applyFixes(() => ({ outline, read }), [found])
  return { kind: found.kind, after: files.get('a')?.text ?? text }
}
