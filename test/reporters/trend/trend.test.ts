import { expect, it } from 'vitest'
import type { Trend } from '../../../src/model/compare/trend.ts'
import type { SeverityCounts } from '../../../src/model/severity-counts.ts'
import { trendCsv } from '../../../src/reporters/trend/trend-csv.ts'
import { trendHtml } from '../../../src/reporters/trend/trend-html.ts'
import { trendTable } from '../../../src/reporters/trend/trend-table.ts'
import { hostileStrings } from '../hostile-strings.ts'

const warnings = (warn_count: number): SeverityCounts => ({
  error_count: 1,
  warn_count,
  info_count: 0,
  hint_count: 0,
})
const runOf = (day: number, parts: Partial<Trend['runs'][number]>) => ({
  file: `${day}.json`,
  started: `2026-03-0${day}T09:30:00Z`,
  note: '',
  ...parts,
})

const trend: Trend = {
  runs: [
    runOf(1, { counts: warnings(9), scope: 0 }),
    runOf(2, { note: 'incomplete' }),
    runOf(3, { counts: warnings(1200), scope: 1, note: '1 API added (orders)' }),
    runOf(4, { counts: warnings(4), scope: 0, change: -5, note: '1 API removed (orders)' }),
  ],
  series: [
    { kind: 'api', name: 'payments', counts: [warnings(9), undefined, warnings(6), warnings(4)] },
    { kind: 'api', name: 'orders', counts: [undefined, undefined, warnings(1194), undefined] },
    {
      kind: 'rule',
      name: 'tags',
      ruleset: 'Style',
      counts: [warnings(2), undefined, warnings(2), warnings(2)],
    },
  ],
}

it('is a table that compares only runs of one scope', () => {
  expect(trendTable(trend, { color: false })).toBe(`run               error   warn  info  hint  change  note
2026-03-01 09:30      1      9     0     0
2026-03-02 09:30      -      -     -     -          not compared: incomplete
2026-03-03 09:30      1  1,200     0     0          other scope: 1 API added (orders)
2026-03-04 09:30      1      4     0     0      -5  other scope: 1 API removed (orders)

API       first  last  change
payments     10     5      -5

rule          first  last  change
tags (Style)      3     3       0

-5 issues from 2026-03-01 09:30 to 2026-03-04 09:30, over 2 runs; 2 other runs not compared
`)
})

it('is CSV with a scope for each row, and no formula', () => {
  const [api, ...series] = trend.series
  const text = trendCsv({
    ...trend,
    series: [{ kind: 'api', counts: api?.counts ?? [], name: '=HYPERLINK("x"),1' }, ...series],
  })
  expect(text.split('\r\n').slice(0, 4)).toEqual([
    'started,file,scope,note,kind,name,ruleset,error,warn,info,hint,total',
    '2026-03-01T09:30:00Z,1.json,1,,run,,,1,9,0,0,10',
    `2026-03-01T09:30:00Z,1.json,1,,api,"'=HYPERLINK(""x""),1",,1,9,0,0,10`,
    '2026-03-01T09:30:00Z,1.json,1,,rule,tags,Style,1,2,0,0,3',
  ])
  expect(text).toContain('2026-03-02T09:30:00Z,2.json,,incomplete,run,,,,,,,\r\n')
})

it('is a page whose lines join only runs of one scope', () => {
  const page = trendHtml(trend)
  const [chart = ''] = /<svg[\s\S]*?<\/svg>/.exec(page) ?? []
  const lines = [...chart.matchAll(/<polyline class="line (\w+)" points="([^"]*)"/g)]
  expect(lines.map(([, name, points = '']) => [name, points.split(' ').length])).toEqual(
    ['error', 'warn', 'info', 'hint'].map((name) => [name, 2]),
  )
  expect(chart.match(/<circle/g)).toHaveLength(12)
  expect(page).not.toContain('<script')
})

function trendWith(text: string): Trend {
  return {
    runs: trend.runs.map((run) => ({ ...run, started: text, note: text, file: text })),
    series: trend.series.map((each) => ({ ...each, name: text, ruleset: text })),
  }
}

it.each(Object.entries(hostileStrings))('nothing acts on %s', (name, text) => {
  const shape = (page: string) => page.replace(/<style>[\s\S]*<\/style>/, '').match(/<[a-z/]+/g)
  if (name !== 'nothing') expect(shape(trendHtml(trendWith(text)))).toEqual(shape(trendHtml(trendWith('x'))))
  for (const written of [
    trendTable(trendWith(text), { color: false }),
    trendCsv(trendWith(text)).replaceAll('\r', ''),
  ])
    expect(written.match(/[^\P{Cc}\n]|^\s*::|##\[|##vso\[|##teamcity\[/imu)).toBeNull()
})
