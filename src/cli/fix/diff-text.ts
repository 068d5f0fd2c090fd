import { relative, resolve, sep } from 'node:path'
import type { FixedFile } from '../../run/fix/fix-result.ts'
import { withMark } from '../../run/fix/fix-result.ts'
import { repositoryOf } from '../../settings/load/fence.ts'
import { sanitize, withoutLineCommands } from '../../text/sanitize.ts'
import { unifiedDiff } from '../../text/unified-diff.ts'

/** One patch for all files, to be applied in `folder`. */
export function patchOf(files: readonly FixedFile[], cwd: string, folder = cwd): string {
  return files
    .map((each) => {
      const { before, edits } = withMark(each)
      const name = relative(folder, resolve(cwd, each.file))
      return unifiedDiff(name.split(sep).join('/'), before, edits)
    })
    .join('')
}

/** What the names in a patch are relative to: with `..` in one, git would refuse it. */
export async function patchFolder(files: readonly FixedFile[], cwd: string): Promise<string> {
  const isIn = (folder: string) =>
    files.every(({ file }) => relative(folder, resolve(cwd, file)).split(sep)[0] !== '..')
  const root = isIn(cwd) ? undefined : await repositoryOf(cwd)
  return root !== undefined && isIn(root) ? root : cwd
}

/** A patch for people: what a terminal or a log would act on is neutralised, and all else is as it is. */
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
