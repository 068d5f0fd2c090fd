import { usageError } from '../../model/errors.ts'
import { withoutMark } from '../../text/decode-text.ts'
import { createSourceReader } from '../source-reader.ts'
import { writeOutput } from '../write-output.ts'
import type { FixedFile } from './fix-result.ts'

/**
 * Writes each file whole, and all of them or none: where one cannot be written, those before it get their old text back.
 * Throws GovError, usage: one has changed since it was checked, or cannot be written.
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
  const read = withoutMark((await createSourceReader(cwd).read(file, 'definition')).bytes)
  if (read.mark + read.text === mark + before) return
  throw usageError(
    'definition-changed',
    `${file} changed while it was fixed`,
    'Nothing was written. Run it again.',
  )
}
