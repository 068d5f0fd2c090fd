import type { DefinitionChange, DefinitionDiff } from '../../core/model/definition-diff.ts'
import type { Severity } from '../../core/model/severity.ts'
import { htmlText } from '../../core/text/html-text.ts'
import { plural } from '../../core/text/wording.ts'
import { groupChanges, renderVersion } from '../../reporters/changelog.ts'
import filter from '../../reporters/html/filter.js?raw'
import { pageHtml } from '../../reporters/html/page-html.ts'
import { isolated, proseHtml, tileHtml } from '../../reporters/markup-text.ts'
import { changeLabels, chooseLabel, countChanges, renderCounts } from './words.ts'

/** The changes as a page, in the style of the report of a check; `isPartial`: only breaking ones are listed. */
export function renderDiffPage(diff: DefinitionDiff, isPartial: boolean): string {
  return pageHtml({
    title: `Changes: ${renderCounts(diff, isPartial)}`,
    heading: `Changes of ${diff.title ?? 'an API'}`,
    body: `${renderVerdict(diff)}
${renderTiles(diff, isPartial)}
<section aria-label="Changes">
${renderControls()}
${groupChanges(diff).map(renderGroup).join('\n')}
</section>`,
    style,
    script: { text: filter, data: 'null' },
  })
}

const style = `
[type='search'] { min-width: 22em; }
.controls { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; }
.controls[hidden] { display: none; }
h2 { margin: 18px 0 4px; font-size: 16px; }
.changes { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
.changes > li { margin: 4px 0; }
.changes b { display: inline-block; min-width: 5.5em; }
`

function renderVerdict(diff: DefinitionDiff): string {
  const { breaks, mayBreak } = countChanges(diff)
  const word = breaks > 0 ? 'Breaks' : mayBreak > 0 ? 'May break' : 'Nothing breaks'
  const isLow = diff.infoVersion.is_enough === false
  const [mark, how] = isLow ? ['✗', 'broken'] : ['•', 'noted']
  return `<section class="verdict ${breaks + mayBreak > 0 ? 'fail' : 'pass'}" aria-label="Verdict">
<p class="word">${word}</p>
<div><ul><li class="${how}"><span aria-hidden="true">${mark}</span> ${isolated(renderVersion(diff, '→'), 1000)}</li></ul>
<p class="facts"><span>${isolated(diff.old, 1000)} → ${isolated(diff.new, 1000)}</span></p></div>
</section>`
}

function renderTiles(diff: DefinitionDiff, isPartial: boolean): string {
  const { breaks, mayBreak, others, texts } = countChanges(diff)
  const tile = (severity: Severity, count: number, noun: string) =>
    tileHtml(severity, count, count === 1 ? noun : `${noun}s`)
  const tiles = [
    tile('error', breaks, 'breaking change'),
    tileHtml('warn', mayBreak, 'may break'),
    ...(isPartial ? [] : [tile('info', others, 'other change'), tile('hint', texts, 'text')]),
  ]
  return `<section aria-label="Counts"><ul class="tiles">${tiles.join('')}</ul></section>`
}

/** Hidden until the script can use them. */
function renderControls(): string {
  const options = changeLabels.map((label) => `<option value="${toClass(label)}">${label}</option>`)
  return `<p class="controls" hidden><input type="search" placeholder="operation, schema or words" aria-label="Filter changes">
<select name="only" aria-label="Kind of change"><option value="">all changes</option>${options.join('')}</select> <span class="quiet" role="status"></span></p>`
}

function toClass(label: string): string {
  return `is-${label.replace(' ', '-')}`
}

function renderGroup({ name, changes }: ReturnType<typeof groupChanges>[number]): string {
  return `<section class="group"><h2>${isolated(name)}</h2><ul class="changes">${changes.map(renderChange).join('\n')}</ul></section>`
}

function renderChange(change: DefinitionChange): string {
  const { kind, severity = '', message, rule = '', file, line, column, operations, values } = change
  const label = chooseLabel(change)
  const place = `${isolated(`${file}:${line}:${column}`, 1000)} ${htmlText(rule)}`
  const details = [
    ...(kind === 'breaking' ? [`<br><span class="quiet">${place}</span>`] : []),
    renderAll('operation', operations, mostNamed),
    renderAll('value', values, 0),
  ]
  return `<li class="filtered ${toClass(label)}"><b class="${severity}">${label}</b> ${proseHtml(message, message.length)}${details.join('')}</li>`
}

/** A message names this many operations. */
const mostNamed = 3

function renderAll(noun: string, all: readonly string[] = [], named: number): string {
  if (all.length <= named) return ''
  const items = all.map((each) => `<li>${isolated(each, each.length)}</li>`)
  return `<details><summary>${plural(all.length, noun)}</summary><ul>${items.join('')}</ul></details>`
}
