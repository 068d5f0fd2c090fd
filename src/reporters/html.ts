import type { Issue } from '../core/model/issue.ts'
import { isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import type { RuleHelp } from '../core/model/rule-help.ts'
import { countIssues } from '../core/model/severity.ts'
import { excuseWords } from './excuse-words.ts'
import { listFaults } from './faults.ts'
import { countsHtml } from './html/counts.ts'
import { pageData, placeWords } from './html/data.ts'
import script from './html/page.js?raw'
import { pageHtml } from './html/page-html.ts'
import { comparisonHtml, verdictHtml } from './html/verdict.ts'
import { countedFirst } from './issue-order.ts'
import { jsonText } from './json-text.ts'
import { htmlText, isolated, proseHtml } from './markup-text.ts'
import type { Reporter } from './reporter.ts'
import { createHelpFinder, findAddress } from './rule-help.ts'
import { groupSubjects, type IssueSubject, worstSubjectsFirst } from './subjects.ts'
import { findVerdict, verdictWords } from './verdict.ts'
import { countList, plural } from './wording.ts'

export const html: Reporter = (report, view) => {
  const data = pageData(report, view)
  return pageHtml({
    title: `Governance: ${verdictWords[findVerdict(report)].title.toLowerCase()}`,
    heading: 'Governance report',
    body: `${verdictHtml(report)}
${countsHtml(report, data)}
${comparisonHtml(report)}${browserHtml(report)}`,
    script: { text: script, data: jsonText(data) },
  })
}

/** The filters, hidden until the page's script can use them, and the list of issues, which it replaces. */
function browserHtml(report: Report): string {
  if (listIssues(report).length === 0) return `<p class="empty">${nothing(report)}</p>`
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
  return listFaults(report).length > 0 ? 'No issues in this incomplete result.' : 'No issues.'
}

/** A browser that runs the page's script shows all of them instead. */
const maxIssues = 1000

/** The worst issues by API, for browsers and servers that forbid scripts. */
export function listHtml(report: Report): string {
  const issues = countedFirst(listIssues(report))
  const subjects = groupSubjects(report.run, issues.slice(0, maxIssues)).filter(
    (subject) => subject.issues.length > 0,
  )
  const left = issues.slice(maxIssues)
  const note =
    left.length === 0
      ? ''
      : `<p class="note broken">${plural(left.length, 'more issue')} (${countList(countIssues(left), 'some')}) only with JavaScript, or in the JSON report.</p>`
  const findHelp = createHelpFinder(isEvaluated(report) ? report.rules : [])
  const sections = worstSubjectsFirst(subjects).map((subject) => subjectHtml(subject, findHelp))
  return `${sections.join('\n')}${note}`
}

type HelpFinder = ReturnType<typeof createHelpFinder>

function subjectHtml({ title, file, issues }: IssueSubject, findHelp: HelpFinder): string {
  return `<section class="static"><h2>${isolated(file ?? title)} <span class="quiet">${countList(countIssues(issues), 'some')}</span></h2>
<table class="plain"><thead><tr><th>Severity</th><th>Issue</th><th>Rule</th><th>Location</th></tr></thead>
<tbody>${issues.map((issue) => issueHtml(issue, findHelp(issue))).join('\n')}</tbody></table></section>`
}

function issueHtml(issue: Issue, { documentation_url }: Partial<RuleHelp> = {}): string {
  const fix = issue.how_to_fix ? `<br><span class="quiet">Fix: ${proseHtml(issue.how_to_fix)}</span>` : ''
  const all = issue.operations?.join(', ') ?? ''
  const operations =
    all === '' ? '' : `<br><span class="quiet">Operations: ${isolated(all, all.length)}</span>`
  const why = issue.excused ? `<br><span class="quiet">${isolated(excuseWords(issue.excused))}</span>` : ''
  const place = placeWords(issue)
  const [rule, address] = [isolated(issue.rule_id), findAddress(documentation_url)]
  const path = isolated(issue.path || '(root)')
  return `<tr><td class="${issue.severity}">${issue.severity}</td><td>${proseHtml(issue.message, 400)}${fix}${operations}${why}</td>
<td>${address === undefined ? rule : `<a href="${htmlText(address)}" rel="noreferrer">${rule}</a>`}</td><td>${place === '' ? '' : `${isolated(place)}<br>`}${path}</td></tr>`
}
