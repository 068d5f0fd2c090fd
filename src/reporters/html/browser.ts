import { isEvaluated, issuesOf, type Report } from '../../model/report.ts'
import { faultsOf } from '../faults.ts'

/** The part of the page that its script fills: the filters and the list of issues. */
export function browserHtml(report: Report): string {
  if (issuesOf(report).length === 0) return `<p class="empty">${nothing(report)}</p>`
  return `<section aria-label="Issues">
<noscript><p class="note broken">The list of issues needs JavaScript. The counts above are complete without it.</p></noscript>
<form id="filters" role="search" hidden>
<label class="wide">Search <input id="search" type="search" placeholder="message, path, rule, API" autocomplete="off" spellcheck="false"></label>
<fieldset id="severities"><legend>Severity</legend></fieldset>
<label>Ruleset <select id="ruleset"></select></label>
<label>API <select id="api"></select></label>
<label>Group by <select id="group"><option value="api">API</option><option value="rule">rule</option><option value="ruleset">ruleset</option></select></label>
<label id="excused-label" hidden><input id="excused" type="checkbox"> show what is not counted</label>
</form>
<div class="listing"><p class="found"><span id="status" role="status"></span> <button id="reset" type="button" hidden>Clear filters</button></p>
<p class="keys"><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>Enter</kbd> open</p></div>
<div id="list"></div>
<button id="more" type="button" hidden>Show more</button>
</section>`
}

function nothing(report: Report): string {
  if (!isEvaluated(report)) return 'Nothing was evaluated.'
  return faultsOf(report).length > 0 ? 'No issues in this incomplete result.' : 'No issues.'
}
