import { writeOutput } from '../check/write-output.ts'
import { standardOutput } from '../core/model/formats.ts'
import type { Context } from './context.ts'

/** Writes to a file, whole or not at all; without a file, or to `-`, to standard output. */
export async function writeText(text: string, file: string | undefined, context: Context): Promise<void> {
  return isStdout(file) ? context.io.stdout.write(text) : writeOutput(context.sources, file, text)
}

/** Writes a result, and says on standard error that a file was written. */
export async function writeResult(text: string, file: string | undefined, context: Context): Promise<void> {
  await writeText(text, file, context)
  if (!isStdout(file)) await context.tell(`Wrote ${file}.`)
}

function isStdout(file: string | undefined): file is typeof standardOutput | undefined {
  return file === undefined || file === standardOutput
}
