import { addUpCounts, severities } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { htmlText } from '../../core/text/html-text.ts'
import {
  chooseNoun,
  countWords,
  excerpt,
  grouped,
  joinNames,
  plural,
  renderSigned,
  renderTime,
} from '../../core/text/wording.ts'
import filter from '../../reporters/html/filter.js?raw'
import { pageHtml } from '../../reporters/html/page-html.ts'
import { isolated, linkedHtml, proseHtml, tileHtml } from '../../reporters/markup-text.ts'
import { findWebAddress } from '../../reporters/rule-help.ts'
import style from './fleet.css?raw'
import text from './fleet.js?raw'
import type { Fleet, FleetApi, FleetCell, FleetCount, FleetLinks, FleetRule } from './fleet.ts'

/** A row for each API, a column for each ruleset: the number of issues, in the colour of the worst of them. */
function heatMap({ apis, rulesets }: Fleet): string {
  const heads = rulesets.map(({ name }) => `<th scope="col"><span>${isolated(name, 40)}</span></th>`)
  return `<section aria-label="APIs by rulesets"><h2>APIs by rulesets</h2>
<p class="note"><span class="key error-3"></span> errors <span class="key warn-3"></span> warnings <span class="key info-3"></span> info <span class="key hint-3"></span> hints <span class="key clean"></span> no issues <span class="key unchecked"></span> ? not completely checked · a stronger colour: more of them</p>
<p class="controls" hidden><input type="search" id="filter" placeholder="Filter APIs and owners" aria-label="Filter APIs and owners"> <label><input type="checkbox" id="failing" name="only" value="failing"> failing only</label> <span id="found" role="status"></span></p>
<div class="heat" tabindex="0"><table><thead><tr><th scope="col">API</th><th scope="col" class="total"><span>all issues</span></th>${heads.join('')}</tr></thead>
<tbody>${apis.map(row).join('\n')}</tbody></table></div></section>`
}

function row(api: FleetApi, index: number): string {
  const { id, name, owners, passes } = api
  const words = [name ?? '', ...owners].filter((word) => word !== '' && word !== id)
  const beside = words.length === 0 ? '' : ` <span class="quiet">${isolated(words.join(', '), 80)}</span>`
  const head = `<th scope="row"><a href="#api-${index}">${isolated(id, 60)}</a>${beside}</th>`
  const total = `<td class="total">${grouped(addUpCounts(api))}</td>`
  return `<tr class="filtered${passes ? '' : ' failing'}">${head}${total}${api.cells.map(cell).join('')}</tr>`
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

/** One page for the team that owns the rules: APIs by rulesets, then owners, rules, and each API. */
export function fleetHtml(fleet: Fleet, links: FleetLinks = {}): string {
  const { apis, rules } = fleet
  const found = rules.filter((rule) => addUpCounts(rule) > 0)
  const gone = rules.slice(found.length)
  return pageHtml({
    title: `Governance: ${passWords(fleet)}`,
    heading: `Governance of ${plural(apis.length, 'API')}`,
    style,
    script: { text: filter + text, data: 'null' },
    body: `${renderSummary(fleet)}
${rulesHtml('Worst rules', found, fleet, links)}
${rulesHtml('Rules without issues now', gone, fleet, links)}
${groupsHtml('Owners', fleet)}
${groupsHtml('Folders', fleet)}
${heatMap(fleet)}
<section aria-label="APIs"><h2>APIs</h2>
${apis.map((api, index) => apiHtml(api, index, links)).join('\n')}
</section>`,
  })
}

/** `53 of 200 APIs pass`; says so where the run did not pass although each of them does. */
function passWords({ apis, outcome }: Fleet): string {
  const passing = apis.filter(({ passes }) => passes).length
  const words = `${grouped(passing)} of ${plural(apis.length, 'API')} ${passing === 1 ? 'passes' : 'pass'}`
  if (outcome === 'passed' || passing < apis.length) return words
  return `${words}, but the run ${outcome === 'failed' ? 'failed' : 'is incomplete'}`
}

/** No APIs are no success, and 999 of 1,000 are not 100 %. */
function percent(apis: readonly FleetApi[]): string {
  const passing = apis.filter(({ passes }) => passes).length
  return apis.length === 0 ? '-' : `${Math.floor((passing * 100) / apis.length)} %`
}

function renderSummary(fleet: Fleet): string {
  const { apis, rulesets, started, dashboard, excused, reasons } = fleet
  const failing = apis.filter(({ error_count }) => error_count > 0).length
  const unchecked = apis.filter(({ cells }) => cells.some(({ checked }) => !checked)).length
  const clean = apis.filter(({ passes, ...counts }) => passes && addUpCounts(counts) === 0).length
  const tiles = [
    `<li><b>${percent(apis)}</b> ${passWords(fleet)}</li>`,
    tileHtml('error', failing, 'with errors'),
    tileHtml('better', clean, 'without any issue'),
    tileHtml('warn', unchecked, 'not completely checked'),
  ]
  const notes = [
    'An API passes if all of its rulesets checked it, and the policy accepts its issues.',
    ...(excused > 0
      ? [`${plural(excused, 'issue')} that a waiver or the baseline excuses not counted.`]
      : []),
    ...(fleet.earlier ? [`${earlierWords(fleet, fleet.earlier)}.`] : []),
  ]
  const missing = `This run is incomplete: it does not prove that ${unchecked === 0 ? 'everything asked for' : `${plural(unchecked, 'API')} of ${grouped(apis.length)}`} was checked.`
  const place = dashboard === 'embedded' ? '' : `, ${isolated(dashboard, 200)}`
  const refused = `The policy refuses the run as a whole: ${isolated(reasons.join('; '), 400)}.`
  const broken = [...(fleet.complete ? [] : [missing]), ...(reasons.length > 0 ? [refused] : [])]
  return `${broken.map((text) => `<p class="note broken">${text}</p>`).join('\n')}
<p>${plural(apis.length, 'API')} by ${plural(rulesets.length, 'ruleset')}, ${htmlText(renderTime(excerpt(started, 40)))}${place}.</p>
<ul class="tiles">${tiles.join('')}</ul>
${notes.map((note) => `<p class="note">${htmlText(note)}</p>`).join('\n')}`
}

function earlierWords({ apis }: Fleet, { started, note, apart }: NonNullable<Fleet['earlier']>): string {
  const since = renderTime(excerpt(started, 40))
  if (note !== '') return `Not compared with the run of ${since}: ${note}`
  const changes = apis.flatMap(({ change }) => change ?? [])
  const sum = changes.reduce((one, other) => one + other, 0)
  const better = changes.filter((change) => change < 0).length
  const worse = changes.filter((change) => change > 0).length
  const where = apart === '' ? '' : ` in the ${plural(changes.length, 'API')} of both runs`
  const others = apart === '' ? '' : `; not compared: ${apart}`
  return `Since ${since}: ${changeWords(sum)}${where}, ${plural(worse, 'API')} worse, ${grouped(better)} better${others}`
}

function changeWords(sum: number): string {
  if (sum === 0) return 'as many issues'
  return `${plural(Math.abs(sum), 'issue')} ${sum > 0 ? 'more' : 'fewer'}`
}

const mostRows = 25

/** The page's script makes a button of each name: the heat map of its APIs. */
function groupsHtml(title: 'Owners' | 'Folders', fleet: Fleet): string {
  const [noun, groups] = title === 'Owners' ? ['owner', fleet.owners] : ['folder', fleet.folders]
  const rows = groups.slice(0, mostRows).map((group) => {
    const { name, apis, failing } = group
    const head = name === '' ? `<i>no ${noun}</i>` : `<span data-filter>${isolated(name, 100)}</span>`
    return { head, counts: [apis, failing], item: group }
  })
  const table = { title, noun, heads: ['APIs', 'with errors'], rows, of: groups.length }
  return countTable({ ...table, hasChange: isCompared(fleet.earlier) })
}

/** Each opens: why, how to fix it, and the APIs that it concerns most. */
function rulesHtml(title: string, rules: readonly FleetRule[], fleet: Fleet, links: FleetLinks): string {
  const { apis, rulesets, earlier } = fleet
  const uses = apis.flatMap((api, index) =>
    api.rules.map((rule) => ({ key: ruleKey(rule), id: api.id, index, count: addUpCounts(rule) })),
  )
  const usesOfRule = groupBy(uses, ({ key }) => key)
  const rows = rules.slice(0, mostRows).map((rule) => {
    const ruleUses = (usesOfRule.get(ruleKey(rule)) ?? []).toSorted((one, other) => other.count - one.count)
    const items = ruleUses.slice(0, mostRules).map(({ id, index, count }) => {
      const number = linkedHtml(plural(count, 'issue'), links.issues?.({ api: id, rule }))
      return `<li><a href="#api-${index}">${isolated(id, 60)}</a>: ${number}</li>`
    })
    const rest = ruleUses.length - mostRules
    const facts = [
      rule.why && `<p>${proseHtml(rule.why)}</p>`,
      rule.how_to_fix && `<p>How to fix: ${proseHtml(rule.how_to_fix)}</p>`,
      linkLine('Documentation', findWebAddress(rule.documentation_url)),
      items.length > 0 && `<ul>${items.join('')}</ul>`,
      rest > 0 && `<p class="note">${plural(rest, 'more API')}.</p>`,
    ]
    const ruleset =
      rulesets.length > 1 ? ` <span class="quiet">${isolated(rule.ruleset ?? '', 60)}</span>` : ''
    const head = `<details><summary>${isolated(rule.name, 100)}${ruleset}</summary>${facts.filter(Boolean).join('')}</details>`
    return { head, counts: [rule.apis], item: rule }
  })
  const table = { title, noun: 'rule', heads: ['APIs'], rows, of: rules.length }
  return countTable({ ...table, hasChange: isCompared(earlier) })
}

function isCompared(earlier: Fleet['earlier']): boolean {
  return earlier?.note === ''
}

function ruleKey({ name, ruleset }: FleetCount): string {
  return JSON.stringify([ruleset, name])
}

/** Undefined without an address. */
function linkLine(words: string, address: string | undefined) {
  return address && `<p>${linkedHtml(words, address)}</p>`
}

interface CountRow {
  /** HTML. */
  readonly head: string
  /** Cells of the columns before the severities. */
  readonly counts: readonly number[]
  readonly item: FleetCount
}

interface CountTable {
  readonly title: string
  readonly noun: string
  /** Heads of the columns before the severities. */
  readonly heads: readonly string[]
  readonly rows: readonly CountRow[]
  /** How many rows there would be. */
  readonly of: number
  readonly hasChange: boolean
}

function countTable({ title, noun, heads, rows, of, hasChange }: CountTable): string {
  if (rows.length === 0) return ''
  const words = severities.map((severity) => chooseNoun(2, severity))
  const columns = [...heads, 'issues', ...words, ...(hasChange ? ['change'] : [])].map(
    (word) => `<th scope="col" class="number${words.includes(word) ? ' each' : ''}">${word}</th>`,
  )
  const rest = of - rows.length
  const more = rest > 0 ? `<p class="note">${plural(rest, `more ${noun}`)}: --format json lists all.</p>` : ''
  return `<section aria-label="${title}"><h2>${title}</h2><table class="numbers columns-${columns.length - words.length}"><thead><tr><th scope="col">${noun}</th>${columns.join('')}</tr></thead>
<tbody>${rows.map((row) => countRow(row, hasChange)).join('\n')}</tbody></table>${more}</section>`
}

function countRow({ head, counts, item }: CountRow, hasChange: boolean): string {
  const cells = [...counts, addUpCounts(item)].map((count) => `<td class="number">${grouped(count)}</td>`)
  const change = hasChange ? changeCell(item.change) : ''
  return `<tr><th scope="row">${head}</th>${cells.join('')}${numbers(item)}${change}</tr>`
}

function numbers(counts: SeverityCounts): string {
  return severities
    .map((severity) => {
      const count = counts[`${severity}_count`]
      return `<td class="number each ${count === 0 ? 'quiet' : severity}">${grouped(count)}</td>`
    })
    .join('')
}

function changeCell(change: number | undefined): string {
  if (change === undefined) return '<td class="number"></td>'
  return `<td class="number ${change > 0 ? 'worse' : change < 0 ? 'better' : 'quiet'}">${renderSigned(change)}</td>`
}

const mostRules = 10

function apiHtml(api: FleetApi, index: number, { api: pageOf, issues }: FleetLinks): string {
  const rules = api.rules.slice(0, mostRules).map((rule) => {
    const words = countWords(rule, 'some').map(([, word]) => word)
    const found = linkedHtml(words.join(', '), issues?.({ api: api.id, rule }))
    return `<li>${isolated(rule.name, 100)} <span class="quiet">${isolated(rule.ruleset ?? '', 60)}</span>: ${found}</li>`
  })
  const rest = api.rules.length - mostRules
  const facts = [
    api.owners.length > 0 && `<p class="quiet">Owners: ${isolated(joinNames(api.owners, 5), 300)}</p>`,
    api.saved && linkLine(`Open ${isolated(api.id, 100)} on the dashboard`, pageOf?.(api.id)),
    api.rules.length > 0 && linkLine('All its issues', issues?.({ api: api.id })),
    `<ul>${rules.join('')}</ul>`,
    rest > 0 && `<p class="note">${plural(rest, 'more rule')}.</p>`,
  ]
  return `<details id="api-${index}" class="folded"><summary>${renderTitle(api)}: ${stateWords(api)}</summary>${facts.filter(Boolean).join('')}</details>`
}

function renderTitle({ id, name }: FleetApi): string {
  return name === undefined || name === id ? isolated(id, 100) : `${isolated(name, 60)} (${isolated(id, 60)})`
}

function stateWords(api: FleetApi): string {
  const unchecked = api.cells.filter(({ checked }) => !checked).length
  const words = countWords(api, 'some').map(([, word]) => word)
  const found = words.length === 0 ? 'no issues' : words.join(', ')
  return unchecked === 0 ? found : `${found}; ${plural(unchecked, 'ruleset')} did not check all of it`
}
