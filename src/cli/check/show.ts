import { compareRuns } from '../../gate/compare.ts'
import type { GovError } from '../../model/errors.ts'
import type { Report } from '../../model/report.ts'
import { changeText } from '../../reporters/change.ts'
import { loadReporter } from '../../reporters/index.ts'
import type { View } from '../../reporters/reporter.ts'
import { plural } from '../../reporters/wording.ts'
import type { Context } from '../../run/context.ts'
import type { Judged } from '../../run/judge.ts'
import { oneLine } from '../../text/sanitize.ts'
import { errorText } from '../error-text.ts'
import type { CheckFlags } from './check-flags.ts'

/** What a person at the terminal sees. Nothing is erased: what was there can be scrolled back to. */
export interface Show {
  /** The whole report the first time, then what is other than at the last check that came to a verdict. */
  judged(judged: Judged, files: readonly string[], tookMs: number): Promise<void>
  failed(error: GovError, files: readonly string[]): Promise<void>
  watching(files: number): Promise<void>
  /**
   * Nothing has changed. What is printed next is parted from what came before in advance, except on a terminal: only a
   * write tells that a reader which has read enough (`head`, `grep -q`) is gone.
   */
  idle(): Promise<void>
  /** A terminal has `^C` where the shell's prompt is to stand. */
  ended(): Promise<void>
}

export function createShow(flags: CheckFlags, context: Context): Show {
  const { io, now } = context
  const { quiet = false, showWaived = false } = flags
  let last: Report | undefined
  let told = ''
  let parted = false
  const time = () => now().toTimeString().slice(0, 8)
  const warn = async (warnings: readonly string[]) => {
    const text = warnings.map((warning) => `warning: ${oneLine(warning)}\n`).join('')
    if (text !== told) await io.stderr.write(text)
    told = text
  }
  return {
    judged: async ({ report, warnings }, files, tookMs) => {
      const view: View = { color: io.color.stdout, width: io.width, quiet, showWaived }
      await warn(warnings)
      const before = last
      last = report
      if (before === undefined) {
        const print = await loadReporter('table', view)
        return io.stdout.write(print(report, view))
      }
      const { new_issues, fixed_issues, unchanged_count } = compareRuns(before, report)
      const added = new_issues.map(({ issue }) => issue)
      const facts = { files, time: time(), tookMs, added, fixed: fixed_issues, unchanged: unchanged_count }
      await io.stdout.write(`${parted ? '' : '\n'}${changeText({ ...facts, report }, view)}`)
      parted = false
    },
    failed: async (error, files) => {
      const [what = 'the first check'] = files
      const { text } = errorText(error, quiet ? ['--quiet'] : [], context)
      await io.stderr.write(`\n${time()}  ${oneLine(what)}\n${text}`)
    },
    idle: async () => {
      if (io.stdout.isTTY || parted || last === undefined) return
      parted = true
      await io.stdout.write('\n')
    },
    ended: () => io.stderr.write(io.stderr.isTTY ? '\n' : ''),
    watching: (files) => io.stderr.write(`\nwatching ${plural(files, 'file')}; Ctrl-C ends\n`),
  }
}
