import type { Trend } from '../../model/compare/trend.ts'
import { severities, totalOf } from '../../model/severity.ts'
import type { SeverityCounts } from '../../model/severity-counts.ts'
import { csv } from '../../text/csv.ts'

const head = ['started', 'file', 'scope', 'note', 'kind', 'name', 'ruleset', ...severities, 'total']

/**
 * A row for each run, and for each API, ruleset and rule of it. Rows with the same number under `scope` can be compared;
 * a run without counts has a row that says why.
 */
export function trendCsv({ runs, series }: Trend): string {
  const rows = runs.flatMap(({ started, file, scope, note, counts }, index) => {
    const run = [started, file, scope === undefined ? '' : scope + 1, note]
    if (counts === undefined) return [[...run, 'run', '', '', '', '', '', '', '']]
    const parts = series.flatMap(({ kind, name, ruleset = '', counts: all }) => {
      const own = all[index]
      return own === undefined ? [] : [[...run, kind, name, ruleset, ...numbers(own)]]
    })
    return [[...run, 'run', '', '', ...numbers(counts)], ...parts]
  })
  return csv([head, ...rows])
}

function numbers(counts: SeverityCounts): number[] {
  return [...severities.map((severity) => counts[`${severity}_count`]), totalOf(counts)]
}
