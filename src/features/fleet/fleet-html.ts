import { addUpCounts, severities } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import { pageHtml } from '../../reporters/html/page-html.ts'
import { htmlText, isolated } from '../../reporters/markup-text.ts'
import { countWords, excerpt, grouped, listed, plural, signed, timeText } from '../../reporters/wording.ts'
import style from './fleet.css?raw'
import text from './fleet.js?raw'
import type { Fleet, FleetApi, FleetCell, FleetCount, FleetOwner } from './fleet.ts'

/** A row for each API, a column for each ruleset: the number of issues, in the colour of the worst of them. */
function heatMap({ apis, rulesets }: Fleet): string {
  const heads = rulesets.map(({ name }) => `<th scope="col"><span>${isolated(name, 40)}</span></th>`)
  return `<section aria-label="APIs by rulesets"><h2>APIs by rulesets</h2>
<p class="note"><span class="key error-3"></span> errors <span class="key warn-3"></span> warnings <span class="key info-3"></span> info <span class="key hint-3"></span> hints <span class="key clean"></span> no issues <span class="key unchecked"></span> ? not proven to be checked · the stronger, the more</p>
<p class="controls" hidden><input type="search" id="filter" placeholder="Filter APIs and owners" aria-label="Filter APIs and owners"> <label><input type="checkbox" id="failing"> with errors only</label> <span id="found" role="status"></span></p>
<div class="heat" tabindex="0"><table><thead><tr><th scope="col">API</th>${heads.join('')}</tr></thead>
<tbody>${apis.map(row).join('\n')}</tbody></table></div></section>`
}

function row(api: FleetApi, index: number): string {
  const { id, name, owners } = api
  const words = [name ?? '', ...owners].filter((word) => word !== '')
  const beside = words.length === 0 ? '' : ` <span class="quiet">${isolated(words.join(', '), 80)}</span>`
  const failing = api.error_count > 0 ? ' class="failing"' : ''
  return `<tr${failing}><th scope="row"><a href="#api-${index}">${isolated(id, 60)}</a>${beside}</th>${api.cells.map(cell).join('')}</tr>`
}

function cell(counts: FleetCell): string {
  const total = addUpCounts(counts)
  if (!counts.asked) return '<td class="quiet" title="not requested">–'
  if (total === 0) return counts.checked ? '<td class="clean">0' : '<td class="unchecked">?'
  const worst = severities.find((severity) => counts[`${severity}_count`] > 0) ?? 'hint'
  return `<td class="${worst}-${depth(counts[`${worst}_count`])}">${grouped(total)}${counts.checked ? '' : '?'}`
}

/** 1 for a few, 2 from 5, 3 from 25. */
function depth(count: number): 1 | 2 | 3 {
  if (count < 5) return 1
  return count < 25 ? 2 : 3
}

/** The address of a saved API's page on the dashboard. */
export type LinkOf = (id: string) => string

/** One page for the team that owns the rules: APIs by rulesets, then owners, rules, and each API. */
export function fleetHtml(fleet: Fleet, linkOf?: LinkOf): string {
  return pageHtml({
    title: 'Governance: fleet',
    heading: 'Governance fleet',
    style,
    script: { text, data: 'null' },
    body: `${summary(fleet)}
${heatMap(fleet)}
${countTable('Owners', 'owner', fleet.owners, ownerCells)}
${countTable('Worst rules', 'rule', fleet.rules, ruleCells)}
<section aria-label="APIs"><h2>APIs</h2>
${fleet.apis.map((api, index) => apiHtml(api, index, linkOf)).join('\n')}
</section>`,
  })
}

function summary(fleet: Fleet): string {
  const { apis, rulesets, started, dashboard, excused } = fleet
  const failing = apis.filter(({ error_count }) => error_count > 0).length
  const clean = apis.filter(
    (api) => addUpCounts(api) === 0 && api.cells.every(({ checked }) => checked),
  ).length
  const unchecked = apis.filter(({ cells }) => cells.some(({ checked }) => !checked)).length
  const tiles = [
    tile(failing, 'with errors', 'error'),
    tile(apis.length - failing - clean, 'others with issues or unchecked', 'warn'),
    tile(clean, 'clean', 'better'),
  ]
  const notes = [
    ...(excused > 0 ? [`${plural(excused, 'excused issue')} not counted.`] : []),
    ...(fleet.earlier ? [`${earlierWords(fleet, fleet.earlier)}.`] : []),
  ]
  const missing = `This run is incomplete: it does not prove that ${unchecked === 0 ? 'everything asked for' : `${plural(unchecked, 'API')} of ${grouped(apis.length)}`} was checked.`
  return `${fleet.complete ? '' : `<p class="note broken">${missing}</p>`}
<p>${plural(apis.length, 'API')} by ${plural(rulesets.length, 'ruleset')}, ${htmlText(timeText(excerpt(started, 40)))}, ${isolated(dashboard, 200)}.</p>
<ul class="tiles">${tiles.join('')}</ul>
${notes.map((note) => `<p class="note">${htmlText(note)}</p>`).join('\n')}`
}

function tile(count: number, word: string, name: string): string {
  return `<li class="${name}${count === 0 ? ' none' : ''}"><b>${grouped(count)}</b> ${word}</li>`
}

function earlierWords({ apis }: Fleet, { started, note }: NonNullable<Fleet['earlier']>): string {
  const since = timeText(excerpt(started, 40))
  if (note !== '') return `Not compared with the run of ${since}: ${note}`
  const changes = apis.map(({ change = 0 }) => change)
  const sum = changes.reduce((one, other) => one + other, 0)
  const better = changes.filter((change) => change < 0).length
  const worse = changes.filter((change) => change > 0).length
  return `Since ${since}: ${changeWords(sum)}, ${plural(worse, 'API')} worse, ${grouped(better)} better`
}

function changeWords(sum: number): string {
  if (sum === 0) return 'as many issues'
  return `${plural(Math.abs(sum), 'issue')} ${sum > 0 ? 'more' : 'fewer'}`
}

const mostRows = 25

interface Column<Item> {
  readonly head: string
  readonly cell: (item: Item) => string
}

const ownerCells: readonly Column<FleetOwner>[] = [
  { head: 'APIs', cell: ({ apis }) => grouped(apis) },
  { head: 'with errors', cell: ({ failing }) => grouped(failing) },
]
const ruleCells: readonly Column<FleetCount>[] = [{ head: 'APIs', cell: ({ apis }) => grouped(apis) }]

function countTable<Item extends FleetCount>(
  title: string,
  noun: string,
  items: readonly Item[],
  columns: readonly Column<Item>[],
): string {
  if (items.length === 0) return ''
  const heads = [...columns.map(({ head }) => head), ...severities, 'change'].map(
    (word) => `<th scope="col" class="number">${word}</th>`,
  )
  const rows = items.slice(0, mostRows).map((item) => {
    const beside =
      item.ruleset === undefined ? '' : ` <span class="quiet">${isolated(item.ruleset, 60)}</span>`
    const cells = columns.map(({ cell }) => `<td class="number">${cell(item)}</td>`).join('')
    const name = item.name === '' ? '<i>no owner</i>' : isolated(item.name, 100)
    return `<tr><th scope="row">${name}${beside}</th>${cells}${numbers(item)}${changeCell(item.change)}</tr>`
  })
  const rest = items.length - mostRows
  const more = rest > 0 ? `<p class="note">${plural(rest, `more ${noun}`)} in the CSV or JSON.</p>` : ''
  return `<section aria-label="${title}"><h2>${title}</h2><table class="numbers"><thead><tr><th scope="col">${noun}</th>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>${more}</section>`
}

function numbers(counts: SeverityCounts): string {
  return severities
    .map((severity) => {
      const count = counts[`${severity}_count`]
      return `<td class="number ${count === 0 ? 'quiet' : severity}">${grouped(count)}</td>`
    })
    .join('')
}

function changeCell(change: number | undefined): string {
  if (change === undefined) return '<td class="number"></td>'
  return `<td class="number ${change > 0 ? 'worse' : change < 0 ? 'better' : 'quiet'}">${signed(change)}</td>`
}

const mostRules = 10

function apiHtml(api: FleetApi, index: number, linkOf: LinkOf | undefined): string {
  const rules = api.rules.slice(0, mostRules).map((rule) => {
    const words = countWords(rule, 'some').map(([, word]) => word)
    return `<li>${isolated(rule.name, 100)} <span class="quiet">${isolated(rule.ruleset ?? '', 60)}</span>: ${words.join(', ')}</li>`
  })
  const rest = api.rules.length - mostRules
  const link =
    api.saved && linkOf
      ? `<p><a href="${htmlText(linkOf(api.id))}" rel="noreferrer">Open ${isolated(api.id, 100)} on the dashboard</a></p>`
      : ''
  const owners =
    api.owners.length === 0 ? '' : `<p class="quiet">Owners: ${isolated(listed(api.owners, 5), 300)}</p>`
  return `<details id="api-${index}" class="folded"><summary>${renderTitle(api)}: ${stateWords(api)}</summary>${owners}${link}<ul>${rules.join('')}</ul>${rest > 0 ? `<p class="note">${plural(rest, 'more rule')}.</p>` : ''}</details>`
}

function renderTitle({ id, name }: FleetApi): string {
  return name === undefined || name === id ? isolated(id, 100) : `${isolated(name, 60)} (${isolated(id, 60)})`
}

function stateWords(api: FleetApi): string {
  const unchecked = api.cells.filter(({ checked }) => !checked).length
  const words = countWords(api, 'some').map(([, word]) => word)
  const found = words.length === 0 ? 'no issues' : words.join(', ')
  return unchecked === 0 ? found : `${found}; ${plural(unchecked, 'ruleset')} not proven to have checked it`
}
