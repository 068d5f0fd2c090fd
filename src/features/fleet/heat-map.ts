import { addUpCounts, severities } from '../../core/model/severity.ts'
import { isolated } from '../../reporters/markup-text.ts'
import { grouped } from '../../reporters/wording.ts'
import type { Fleet, FleetApi, FleetCell } from './fleet.ts'

/** A row for each API, a column for each ruleset: the number of issues, in the colour of the worst of them. */
export function heatMap({ apis, rulesets }: Fleet): string {
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
  if (total === 0) return counts.checked ? '<td class="clean">0' : '<td class="unchecked">?'
  const worst = severities.find((severity) => counts[`${severity}_count`] > 0) ?? 'hint'
  return `<td class="${worst}-${depth(counts[`${worst}_count`])}">${grouped(total)}${counts.checked ? '' : '?'}`
}

/** 1 for a few, 2 from 5, 3 from 25. */
function depth(count: number): 1 | 2 | 3 {
  if (count < 5) return 1
  return count < 25 ? 2 : 3
}
