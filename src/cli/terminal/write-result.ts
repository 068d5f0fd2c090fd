import { writeOutput } from '../../run/write-output.ts'
import { oneLine } from '../../text/sanitize.ts'
import type { Context } from './context.ts'

/** Writes to a file, whole or not at all, and says so on standard error; without a file to standard output. */
export async function writeResult(text: string, file: string | undefined, context: Context): Promise<void> {
  if (file === undefined) return context.io.stdout.write(text)
  await writeOutput(context.sources, file, text)
  await context.io.stderr.write(`Wrote ${oneLine(file)}.\n`)
}
