import { type Trend, type TrendKind, type TrendRun, trendKinds } from '../../model/compare/trend.ts'
import { severities } from '../../model/severity.ts'
import type { View } from '../reporter.ts'
import { columns, type Row } from '../table/columns.ts'
import { createPalette, type Palette } from '../table/palette.ts'
import { textOf } from '../table/part.ts'
import { excerpt, grouped, plural } from '../wording.ts'
import { kindWords, signed, timeText, trendRows, trendSummary } from './rows.ts'

const maxRows = 10

/** A line for each run, then what changed most between the first and the last run of the last run's scope. */
export function trendTable(trend: Trend, { color }: Pick<View, 'color'>): string {
  const palette = createPalette(color)
  return textOf([
    runLines(trend, palette),
    ...trendKinds.map((kind) => kindLines(trend, kind, palette)),
    [trendSummary(trend)],
  ])
}

function runLines({ runs }: Trend, palette: Palette): string[] {
  const head = ['run', ...severities, 'change', 'note'].map((text) => [{ text, paint: palette.quiet }])
  const aligns = ['left', 'right', 'right', 'right', 'right', 'right', 'left'] as const
  return columns([head, ...runs.map((run) => runRow(run, palette))], { aligns })
}

function runRow({ started, counts, change, note }: TrendRun, palette: Palette): Row {
  const numbers = severities.map((severity) => (counts ? grouped(counts[`${severity}_count`]) : '-'))
  const words = note === '' ? '' : `${counts ? 'other scope: ' : 'not compared: '}${excerpt(note, 120)}`
  return [
    timeText(excerpt(started, 40)),
    ...numbers,
    changeCell(change, palette),
    [{ text: words, paint: palette.quiet }],
  ]
}

function changeCell(change: number | undefined, palette: Palette): Row[number] {
  if (change === undefined || change === 0) return change === undefined ? '' : '0'
  return [{ text: signed(change), paint: change > 0 ? palette.fail : palette.pass }]
}

function kindLines(trend: Trend, kind: TrendKind, palette: Palette): string[] {
  const rows = trendRows(trend, kind)
  if (rows.length === 0) return []
  const head = [kindWords[kind], 'first', 'last', 'change'].map((text) => [{ text, paint: palette.quiet }])
  const lines = columns(
    [
      head,
      ...rows.slice(0, maxRows).map(({ series: { name, ruleset }, first, last, change }): Row => {
        const title =
          ruleset === undefined ? excerpt(name, 60) : `${excerpt(name, 60)} (${excerpt(ruleset, 40)})`
        return [title, grouped(first), grouped(last), changeCell(change, palette)]
      }),
    ],
    { aligns: ['left', 'right', 'right', 'right'] },
  )
  const more = rows.length - maxRows
  return [...lines, ...(more > 0 ? [palette.quiet(`… and ${plural(more, `more ${kindWords[kind]}`)}`)] : [])]
}
