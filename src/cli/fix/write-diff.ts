import type { FixedFile } from '../../run/fix/fix-result.ts'
import { ciOf } from '../check/ci-system.ts'
import type { Context } from '../terminal/context.ts'
import { isOn } from '../terminal/io.ts'
import { patchFolder, patchOf, printable } from './diff-text.ts'

/**
 * A file, and a program that reads a pipe, get the exact patch. A terminal, and a CI job, whose log reads commands, get
 * one for people; if it differs from the patch, that is said.
 */
export async function writeDiff(
  files: readonly FixedFile[],
  { io, env, cwd, observe }: Context,
): Promise<void> {
  const { stdout, color } = io
  const folder = await patchFolder(files, cwd)
  if (folder !== cwd) observe.note(`the diff is to be applied in ${folder}: a file is above this folder`)
  const patch = patchOf(files, cwd, folder)
  const isRead = stdout.isTTY || color.stdout || isOn(env.CI) || ciOf('auto', env) !== undefined
  if (stdout.isFile || !isRead) return stdout.write(patch)
  const shown = printable(patch, false)
  await stdout.write(color.stdout ? printable(patch, true) : shown)
  if (shown !== patch) observe.note(altered)
}

const altered =
  'the diff is not exact: what a terminal or a log would act on is neutralised. Write it to a file to apply it: gov fix --diff > fix.patch'
