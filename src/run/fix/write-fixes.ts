import { usageError } from '../../model/errors.ts'
import { decodeText } from '../../text/decode-text.ts'
import { createSourceReader } from '../source-reader.ts'
import { writeOutput } from '../write-output.ts'
import type { FixedFile } from './fix-result.ts'

/**
 * Writes each file whole, and all of them or none: where one cannot be written, those before it get their old text back.
 * Throws GovError, usage: one has changed since it was checked, or cannot be written.
 */
export async function writeFixes(files: readonly FixedFile[], cwd: string): Promise<void> {
  const marks = await Promise.all(files.map((file) => markOf(file, cwd)))
  const write = (file: string, text: string) => writeOutput({ cwd, isInput: () => false }, file, text)
  const written: (() => Promise<void>)[] = []
  try {
    for (const [index, { file, before, after }] of files.entries()) {
      const mark = marks[index] ?? ''
      await write(file, mark + after)
      written.push(() => write(file, mark + before))
    }
  } catch (error) {
    for (const undo of written) await undo()
    throw error
  }
}

/** The byte order mark that the file begins with. */
async function markOf({ file, before }: FixedFile, cwd: string): Promise<string> {
  const { bytes } = await createSourceReader(cwd).read(file, 'definition')
  const mark = /^\ufeff*/.exec(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))?.[0] ?? ''
  if (decodeText(bytes).replace(/^\ufeff/, '') === before) return mark
  throw usageError(
    'definition-changed',
    `${file} changed while it was fixed`,
    'Nothing was written to it. Run it again.',
  )
}
