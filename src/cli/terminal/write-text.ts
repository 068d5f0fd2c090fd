import { writeOutput } from '../../run/write-output.ts'
import type { Context } from './context.ts'

/** Writes to a file, whole or not at all; without a file to standard output. */
export async function writeText(text: string, file: string | undefined, context: Context): Promise<void> {
  return file === undefined ? context.io.stdout.write(text) : writeOutput(context.sources, file, text)
}

/** The same, and says on standard error that a file was written. */
export async function writeResult(text: string, file: string | undefined, context: Context): Promise<void> {
  await writeText(text, file, context)
  if (file !== undefined) await context.tell(`Wrote ${file}.`)
}
