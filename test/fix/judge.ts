import { readDocument } from '../../src/document/read-document.ts'
import { applyFixes } from '../../src/fix/apply-fixes.ts'
import type { Fix } from '../../src/fix/fix.ts'
import { createOutline } from '../../src/fix/outline.ts'
import { propose } from '../../src/fix/propose.ts'
import { builtinFixes } from '../../src/fix/rules/index.ts'
import { viewOfFile } from '../../src/fix/view.ts'
import type { Path } from '../../src/model/location.ts'
import { findSchemaKind } from '../../src/run/fix/schema-kind.ts'

/** What kind of fix a rule has for a place of a text, or why it has none, and the text after it. */
export function judge(text: string, path: Path, fixes: string | readonly Fix[]) {
  const read = readDocument(text, 'yaml')
  const outline = createOutline(text, 'yaml', read)
  const known = typeof fixes === 'string' ? (builtinFixes.get(fixes) ?? []) : fixes
  const found = propose('', viewOfFile('a', path, outline, findSchemaKind), known)
  if (found === undefined || 'reason' in found) return { kind: found?.reason, after: text }
  const { files } = applyFixes(() => ({ outline, read }), [found])
  return { kind: found.kind, after: files.get('a')?.text ?? text }
}
