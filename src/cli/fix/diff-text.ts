import type { FixedFile } from '../../run/fix/fix-result.ts'
import { sanitize, withoutLineCommands } from '../../text/sanitize.ts'
import { unifiedDiff } from '../../text/unified-diff.ts'

/** The files' diffs. What a terminal or a log would act on is neutralised; all else is exact, so that the diff can be applied. */
export function diffText(files: readonly FixedFile[], color: boolean): string {
  return files.map(({ file, before, edits }) => printable(unifiedDiff(file, before, edits), color)).join('')
}

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
