import { usageError } from '../../core/model/errors.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { joinSections } from '../../core/text/sections.ts'
import { wrap } from '../../core/text/width.ts'
import { excerpt, grouped, plural, renderDuration } from '../../core/text/wording.ts'
import { loadReporter } from '../../reporters/index.ts'
import { sortWorstFirst } from '../../reporters/issue-order.ts'
import type { ReportView } from '../../reporters/reporter.ts'
import { type CellText, renderTexts } from '../../reporters/table/columns.ts'
import { renderIssueSections } from '../../reporters/table/issue-section.ts'
import { createPalette, type Palette, type TableStyle } from '../../reporters/table/palette.ts'
import { renderFixSection } from '../../reporters/table/rule-section.ts'
import { renderVerdictSection } from '../../reporters/table/verdict-section.ts'
import type { Context } from '../../terminal/context.ts'
import { errorText } from '../../terminal/error-text.ts'
import { checkRequest, filesToCheck } from '../../terminal/flags/ask-flags.ts'
import type { CheckFlags } from '../../terminal/flags/check-flags.ts'
import { createReportView } from '../../terminal/report/render.ts'
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

/** The whole report, then what changed since the last verdict. Nothing is erased. */
function createWatchEvents(flags: CheckFlags, context: Context): WatchEvents {
  const { io, now, observe } = context
  let warned = ''
  let isFirst = true
  let isParted = false
  const renderTime = () => now().toTimeString().slice(0, 8)
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
      const text = changeText({ files, tookMs, time: renderTime(), added, fixed, unchanged, report }, view)
      await io.stdout.write(`${isParted ? '' : '\n'}${text}`)
      isParted = false
    },
    failed: async (error, [what = 'the first check']) => {
      const { text } = errorText(error, context)
      await io.stderr.write(`\n${renderTime()}  ${oneLine(what)}\n${text}`)
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

/** Throws GovError, usage, for flags that need a single run. */
function refuseSingleRun(
  { format, output, shard, compare, base, changelog }: CheckFlags,
  names: readonly string[],
): void {
  const reports: readonly (readonly [string, boolean])[] = [
    [`--format ${format}`, (format ?? 'table') !== 'table'],
    ['--output', output !== undefined],
    ['--shard', shard !== undefined],
    ['--compare', compare !== undefined],
    ['--base', base !== undefined],
    ['--changelog', changelog !== undefined],
    ['-', names.includes('-')],
  ]
  const [flag] = reports.find(([, isSet]) => isSet) ?? []
  if (flag === undefined) return
  const message = `${flag} applies to a single run and cannot be combined with --watch`
  throw usageError('watch-report', message, `Omit ${flag} or --watch.`)
}

interface WatchChange {
  readonly files: readonly string[]
  readonly time: string
  readonly tookMs: number
  readonly added: readonly Issue[]
  readonly fixed: readonly Issue[]
  readonly unchanged: number
  readonly report: EvaluatedReport
}

/** Issues shown of each kind: what a save did is seen at a glance, or in the whole report. */
const maxIssues = 20

/** Only what changed: when and what, new issues, fixed issues, and the verdict on the last line. */
export function changeText(
  { report, added, fixed, unchanged, ...facts }: WatchChange,
  view: ReportView,
): string {
  const { width, sourceText, linkPlace } = view
  const palette = createPalette(view.color)
  const style = { palette, width, sourceText, linkPlace }
  const counts = `${grouped(added.length)} new, ${grouped(fixed.length)} fixed, ${grouped(unchanged)} unchanged`
  return joinSections([
    renderTexts(changeTitle(facts, palette), width),
    issuesSection('new', added, report.run, style),
    renderFixSection(added.slice(0, maxIssues), style),
    issuesSection('fixed', fixed.map(withoutPlace), report.run, style),
    [...wrap(counts, width).map(palette.quiet), ...renderVerdictSection(report, style)],
  ])
}

function changeTitle(
  { files, time, tookMs }: Pick<WatchChange, 'files' | 'time' | 'tookMs'>,
  palette: Palette,
): CellText[] {
  const [first = '', ...others] = files
  const what =
    others.length === 0 ? excerpt(first) : `${excerpt(first)} and ${plural(others.length, 'more file')}`
  return [
    { text: time, paint: palette.title },
    { text: what, paint: palette.title },
    { text: `checked in ${renderDuration(tookMs)}`, paint: palette.quiet },
  ]
}

function issuesSection(word: string, issues: readonly Issue[], run: Run, style: TableStyle): string[] {
  if (issues.length === 0) return []
  const { quiet, title } = style.palette
  const hidden = issues.length - maxIssues
  const more = hidden > 0 ? [quiet(`… and ${grouped(hidden)} more`)] : []
  const shown = sortWorstFirst(issues).slice(0, maxIssues)
  const [rows = []] = renderIssueSections(run, { by: undefined, listed: shown, groups: [] }, style)
  return [title(`${word}:`), ...rows, ...more]
}

/** A fixed issue has no line in the file as it is now, and nothing left to fix. */
function withoutPlace(issue: Issue): Issue {
  return { ...issue, how_to_fix: undefined, location: undefined, line: undefined, column: undefined }
}
