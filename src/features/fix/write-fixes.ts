import { writeOutput } from '../../check/reports/write-output.ts'
import { createSourceReader } from '../../check/sources/source-reader.ts'
import { usageError } from '../../core/model/errors.ts'
import { hasPlaceholder } from '../../core/model/placeholder.ts'
import { splitByteOrderMark } from '../../core/text/decode-text.ts'
import type { FixedFile } from './fix-result.ts'

/**
 * Writes all files or none: if one fails, earlier ones get their old text back. Throws GovError, usage, if a
 * file cannot be written or changed since the check.
 */
export async function writeFixes(files: readonly FixedFile[], cwd: string): Promise<void> {
  for (const file of files) await requireUnchanged(file, cwd)
  const write = (file: string, text: string) => writeOutput({ cwd, isInput: () => false }, file, text)
  const written: (() => Promise<void>)[] = []
  try {
    for (const { file, mark, before, after } of files) {
      await write(file, mark + after)
      written.push(() => write(file, mark + before))
    }
  } catch (error) {
    for (const undo of written) await undo()
    throw error
  }
}

async function requireUnchanged({ file, mark, before }: FixedFile, cwd: string): Promise<void> {
  const read = splitByteOrderMark((await createSourceReader(cwd).read(file, 'definition')).bytes)
  if (read.mark + read.text === mark + before) return
  const hint = 'Nothing was written. Run it again.'
  throw usageError('definition-changed', `${file} changed while it was fixed`, hint)
}

export interface Todo {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** Lines with a placeholder that the files did not have before. */
export function listTodos(files: readonly Pick<FixedFile, 'file' | 'before' | 'after'>[]): readonly Todo[] {
  return files.flatMap(({ file, before, after }) => {
    const known = listTodoLines(before).map(({ text }) => text)
    return listTodoLines(after)
      .filter(({ text }) => {
        const place = known.indexOf(text)
        if (place !== -1) known.splice(place, 1)
        return place === -1
      })
      .map((found) => ({ file, ...found }))
  })
}

function listTodoLines(text: string): readonly Omit<Todo, 'file'>[] {
  return text
    .split(/\r?\n|\r/)
    .map((each, index) => ({ line: index + 1, text: each.trim() }))
    .filter((each) => hasPlaceholder(each.text))
}
