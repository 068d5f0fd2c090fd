import { usageError } from '../../core/model/errors.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { loadReporter } from '../../reporters/index.ts'
import { plural } from '../../reporters/wording.ts'
import type { Context } from '../../terminal/context.ts'
import { errorText } from '../../terminal/error-text.ts'
import { filesToCheck } from '../../terminal/files-to-check.ts'
import { checkRequest } from '../../terminal/flags/ask-flags.ts'
import type { CheckFlags } from '../../terminal/flags/check-flags.ts'
import { createReportView } from '../../terminal/report/render.ts'
import { changeText } from './change-text.ts'
import { type WatchEvents, watch } from './watch.ts'

/** `gov check --watch`: gives the exit code of the signal that ends it, or of the last check once nobody reads it. */
export async function runWatch(
  flags: CheckFlags,
  context: Context,
  names: readonly string[],
): Promise<number> {
  refuseSingleRun(flags, names)
  const request = checkRequest(flags, context.env, await filesToCheck(names, context, flags))
  const exitCode = await watch(request, context, createWatchEvents(flags, context))
  const { stderr } = context.io
  // A terminal shows `^C` where the shell's prompt is to stand.
  if (context.interruption().aborted) await stderr.write(stderr.isTTY ? '\n' : '')
  return exitCode
}

/**
 * What a person sees: the whole report first, then what changed since the last verdict. Nothing is erased: what was there
 * can be scrolled back to.
 */
function createWatchEvents(flags: CheckFlags, context: Context): WatchEvents {
  const { io, now, observe } = context
  let warned = ''
  let isFirst = true
  let isParted = false
  const time = () => now().toTimeString().slice(0, 8)
  const warn = (warnings: readonly string[]) => {
    if (warnings.join('\n') !== warned) for (const warning of warnings) observe.warning(warning)
    warned = warnings.join('\n')
  }
  return {
    judged: async ({ report, warnings }, rerun) => {
      const view = createReportView(report, flags, 'table', context)
      warn(warnings)
      isFirst = false
      if (rerun === undefined) {
        const print = await loadReporter('table')
        return io.stdout.write(print(report, view))
      }
      const { files, tookMs, comparison } = rerun
      const added = comparison.new_issues.map(({ issue }) => issue)
      const { fixed_issues: fixed, unchanged_count: unchanged } = comparison
      const text = changeText({ files, tookMs, time: time(), added, fixed, unchanged, report }, view)
      await io.stdout.write(`${isParted ? '' : '\n'}${text}`)
      isParted = false
    },
    failed: async (error, [what = 'the first check']) => {
      const { text } = errorText(error, flags.quiet ? ['--quiet'] : [], context)
      await io.stderr.write(`\n${time()}  ${oneLine(what)}\n${text}`)
    },
    // The next change is set apart in advance: only a write shows that a reader such as `head` is gone.
    idle: async () => {
      if (io.stdout.isTTY || isParted || isFirst) return
      isParted = true
      await io.stdout.write('\n')
    },
    watching: (files) => io.stderr.write(`\nwatching ${plural(files, 'file')}; stop with Ctrl-C\n`),
    isHeard: () => io.stdout.hasReader(),
  }
}

/** What can be read only once, or makes one report of one run. Throws GovError, usage. */
function refuseSingleRun(
  { format, output, shard, compare, base }: CheckFlags,
  names: readonly string[],
): void {
  const reports: readonly (readonly [string, boolean])[] = [
    [`--format ${format}`, (format ?? 'table') !== 'table'],
    ['--output', output !== undefined],
    ['--shard', shard !== undefined],
    ['--compare', compare !== undefined],
    ['--base', base !== undefined],
    ['-', names.includes('-')],
  ]
  const [flag] = reports.find(([, isSet]) => isSet) ?? []
  if (flag === undefined) return
  throw usageError(
    'watch-report',
    `${flag} applies to a single run and cannot be combined with --watch`,
    `Omit ${flag} or --watch.`,
  )
}
