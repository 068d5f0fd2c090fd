import { type EvaluatedReport, isEvaluated, type Report } from '../../model/report.ts'
import { severities } from '../../model/severity.ts'
import type { SeverityCounts } from '../../model/severity-counts.ts'
import { excusedWords } from '../excuse.ts'
import { isolated } from '../markup-text.ts'
import { countOf, grouped, plural } from '../wording.ts'
import { type BarRow, barTable } from './bars.ts'
import type { PageData } from './data.ts'

/** The counts of each severity, then of each ruleset, rule and API, as numbers and as bars. */
export function countsHtml(report: Report, data: PageData): string {
  if (!isEvaluated(report)) return ''
  const tiles = severities.map((severity) => {
    const count = report[`${severity}_count`]
    const [number = '', word = ''] = countOf(count, severity).split(' ')
    return `<li class="${severity}${count === 0 ? ' none' : ''}"><b>${number}</b> ${word}</li>`
  })
  return `<section aria-label="Counts"><ul class="tiles">${tiles.join('')}</ul>
${cutNote(report)}${excusedNote(report)}${rulesetTable(report)}${breakdown(data)}</section>`
}

function cutNote({ truncated, issues, total }: EvaluatedReport): string {
  if (!truncated) return ''
  return `<p class="note broken">This result was truncated: ${grouped(issues.length)} of ${plural(total, 'issue')} are listed.</p>`
}

function excusedNote(report: EvaluatedReport): string {
  const words = excusedWords(report)
  return words === ''
    ? ''
    : `<p class="note">Not counted: ${words}. The tables by rule and API leave them out.</p>`
}

function rulesetTable({ rulesets }: EvaluatedReport): string {
  if (rulesets.length === 0) return '<p class="note broken">No ruleset ran.</p>'
  const rows = rulesets.map((ruleset) => ({
    name: isolated(ruleset.name || ruleset.id),
    note: `${isolated(ruleset.action)}${ruleset.active ? '' : ', inactive'}`,
    counts: ruleset,
  }))
  return barTable({ noun: 'ruleset', rows, shown: 10 })
}

/** What is excused does not count here: the tables show what there is to do. */
function breakdown(data: PageData): string {
  const counted = data.issues.filter(([, , , , excuse]) => excuse === -1)
  if (counted.length === 0) return ''
  const rules = countsBy(counted, 2, data).map(([index, counts]): BarRow => {
    const { name, ruleset } = data.rules[index] ?? { name: '', ruleset: -1 }
    const note = data.rulesets.length > 1 ? isolated(data.rulesets[ruleset] ?? '', 60) : ''
    return { name: isolated(name, 100), note, counts, filter: `data-rule="${index}"` }
  })
  const apis = countsBy(counted, 1, data).map(
    ([index, counts]): BarRow => ({
      name: isolated(data.apis[index] ?? '', 100),
      note: '',
      counts,
      filter: `data-api="${index}"`,
    }),
  )
  return `<div class="breakdown"><section aria-label="Issues by rule">${barTable({ noun: 'rule', rows: rules, shown: 10 })}</section>
<section aria-label="Issues by API">${barTable({ noun: 'API', rows: apis, shown: 10 })}</section></div>`
}

type Counts = { -readonly [Key in keyof SeverityCounts]: number }

function countsBy(
  issues: PageData['issues'],
  column: 1 | 2,
  data: PageData,
): (readonly [number, SeverityCounts])[] {
  const counts = new Map<number, Counts>()
  for (const issue of issues) {
    const id = Number(issue[column])
    const own = counts.get(id) ?? { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }
    const severity = data.severities[Number(issue[0])]
    if (severity !== undefined) own[`${severity}_count`] += 1
    counts.set(id, own)
  }
  return [...counts]
}
