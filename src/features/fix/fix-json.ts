import { renderPatch } from './diff-text.ts'
import type { FixResult } from './fix-result.ts'
import { listTodos } from './write-fixes.ts'

interface Done {
  readonly writes: boolean
  readonly showsDiff: boolean
}

/** The summary for programs, as `docs/fixing.md` describes it. */
export function fixJson(
  { files, fixed, remaining, fixable, declined, unfixed }: FixResult,
  { writes, showsDiff }: Done,
  cwd: string,
): object {
  return {
    version: 1,
    written: writes,
    files: files.map((file) => ({
      file: file.file,
      edits: file.edits.length,
      ...(showsDiff && { diff: renderPatch([file], cwd) }),
    })),
    fixed: fixed.map(toJson),
    not_fixed: unfixed.map(({ rule, file, line, reason }) => ({ rule_id: rule, file, line, reason })),
    not_made: declined,
    to_complete: listTodos(files),
    remaining: remaining.map(toJson),
    fixable_with: { unsafe: fixable.unsafe, placeholders: fixable.placeholder },
  }
}

function toJson({ rule, count }: FixResult['fixed'][number]): object {
  return { rule_id: rule, count }
}
