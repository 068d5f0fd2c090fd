import { isEvaluated, issuesOf, type Report } from '../model/report.ts'
import { faultsOf } from './faults.ts'
import { countsHtml } from './html/counts.ts'
import { pageData } from './html/data.ts'
import { listHtml } from './html/list.ts'
import script from './html/page.js?raw'
import { pageHtml } from './html/page-html.ts'
import { comparisonHtml, verdictHtml, wordOf } from './html/verdict.ts'
import { jsonText } from './json-text.ts'
import type { Reporter } from './reporter.ts'

/** One page to look through, in one file that loads nothing. */
export const html: Reporter = (report, view) => {
  const data = pageData(report, view)
  return pageHtml({
    title: `Governance: ${wordOf(report).toLowerCase()}`,
    heading: 'Governance report',
    body: `${verdictHtml(report)}
${countsHtml(report, data)}
${comparisonHtml(report)}${browserHtml(report)}`,
    script: { text: script, data: jsonText(data) },
  })
}

/** The filters, hidden until the page's script can use them, and the list of issues, which it replaces. */
function browserHtml(report: Report): string {
  if (issuesOf(report).length === 0) return `<p class="empty">${nothing(report)}</p>`
  return `<section aria-label="Issues">
<form id="filters" role="search" hidden>
<label class="wide">Search <input id="search" type="search" placeholder="message, path, rule, API" autocomplete="off" spellcheck="false"></label>
<fieldset id="severities"><legend>Severity</legend></fieldset>
<label>Rule <select id="rule"></select></label>
<label>API <select id="api"></select></label>
<label>Ruleset <select id="ruleset"></select></label>
<label>Group by <select id="group"><option value="api">API</option><option value="rule">rule</option><option value="ruleset">ruleset</option><option value="severity">severity</option><option value="none">nothing</option></select></label>
<label>Sort by <select id="sort"><option value="severity">worst first</option><option value="count">most issues</option><option value="place">name and location</option></select></label>
<label id="excused-label" hidden><input id="excused" type="checkbox"> show what is not counted</label>
</form>
<div id="toolbar" hidden><p class="found"><span id="status" role="status"></span> <button id="reset" type="button" hidden>Clear filters</button></p>
<p class="tools"><button id="collapse" type="button">Collapse all</button> <button id="expand" type="button">Expand all</button></p>
<p class="keys"><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>Enter</kbd> open</p></div>
<div id="list">${listHtml(report)}</div>
<button id="more" type="button" hidden>Show more</button>
</section>`
}

function nothing(report: Report): string {
  if (!isEvaluated(report)) return 'Nothing was evaluated.'
  return faultsOf(report).length > 0 ? 'No issues in this incomplete result.' : 'No issues.'
}
