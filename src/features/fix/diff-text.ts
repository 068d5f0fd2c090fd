import { relative, resolve, sep } from 'node:path'
import { sanitize, withoutLineCommands } from '../../core/text/sanitize.ts'
import { unifiedDiff } from '../../core/text/unified-diff.ts'
import { findRepository } from '../../settings/load/fence.ts'
import { findCiName } from '../../terminal/ci-system.ts'
import type { Context } from '../../terminal/context.ts'
import { isEnabled } from '../../terminal/io.ts'
import { type FixedFile, withMark } from './fix-result.ts'

/** One patch for all files, to be applied in `folder`. */
export function renderPatch(files: readonly FixedFile[], cwd: string, folder = cwd): string {
  return files
    .map((file) => {
      const { before, edits } = withMark(file)
      const name = relative(folder, resolve(cwd, file.file))
      return unifiedDiff(name.split(sep).join('/'), before, edits)
    })
    .join('')
}

/**
 * The folder that names in a patch are relative to: git refuses names with `..`, so it is the repository if a
 * file is above `cwd`.
 */
export async function patchFolder(files: readonly FixedFile[], cwd: string): Promise<string> {
  const contains = (folder: string) =>
    files.every(({ file }) => relative(folder, resolve(cwd, file)).split(sep)[0] !== '..')
  const root = contains(cwd) ? undefined : await findRepository(cwd)
  return root !== undefined && contains(root) ? root : cwd
}

/** Neutralizes escapes and CI commands in a patch that is shown to people. */
export function printable(diff: string, color: boolean): string {
  const lines = diff.split('\n').map((line) => {
    const ending = line.endsWith('\r') ? '\r' : ''
    const text = line
      .slice(0, line.length - ending.length)
      .split('\t')
      .map(sanitize)
      .join('\t')
    const safe = withoutLineCommands(text)
    return (color ? colored(safe) : safe) + ending
  })
  return lines.join('\n')
}

const colors: Readonly<Record<string, string>> = { '+': '32', '-': '31', '@': '36' }

function colored(line: string): string {
  const code = /^(?:---|\+\+\+) /.test(line) ? '1' : colors[line.charAt(0)]
  return code === undefined ? line : `\u001b[${code}m${line}\u001b[0m`
}

/**
 * Writes the exact patch to a file or pipe. A terminal or CI log gets a neutralized one, with a note if that
 * differs.
 */
export async function writeDiff(
  files: readonly FixedFile[],
  { io, env, cwd, observe }: Context,
): Promise<void> {
  const { stdout, color } = io
  const folder = await patchFolder(files, cwd)
  if (folder !== cwd) observe.note(`the diff is to be applied in ${folder}: a file is above this folder`)
  const patch = renderPatch(files, cwd, folder)
  const isRead = stdout.isTTY || color.stdout || isEnabled(env.CI) || findCiName('auto', env) !== undefined
  if (stdout.isFile || !isRead) return stdout.write(patch)
  const shown = printable(patch, false)
  await stdout.write(color.stdout ? printable(patch, true) : shown)
  if (shown !== patch) observe.note(altered)
}

const altered =
  'the diff is not exact: what a terminal or a log would act on is neutralised. Write it to a file to apply it: gov fix --diff > fix.patch'
