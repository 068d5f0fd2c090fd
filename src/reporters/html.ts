import type { Issue, RuleHelp } from '../core/model/issue.ts'
import { isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import { countIssues } from '../core/model/severity.ts'
import { nameTarget } from '../core/model/target.ts'
import { countList, excerpt, limitLines, plural, renderDuration, renderTime } from '../core/text/wording.ts'
import { listFaults, listHeldReasons, listProblems } from './faults.ts'
import { countsHtml } from './html/counts.ts'
import { createPageData, findPlaceAddress, placeWords } from './html/data.ts'
import script from './html/page.js?raw'
import { pageHtml } from './html/page-html.ts'
import { sortCountedFirst } from './issue-order.ts'
import { jsonText } from './json-text.ts'
import { isolated, linkedHtml, proseHtml } from './markup-text.ts'
import type { Reporter, ReportView } from './reporter.ts'
import { createHelpFinder, findWebAddress } from './rule-help.ts'
import { groupSubjects } from './subjects.ts'
import { countEvaluated, describeRulesets, isLocal } from './words/coverage.ts'
import { excuseWords } from './words/excuse-words.ts'
import { describeComparedCounts, findVerdict, listComparedLines, verdictWords } from './words/verdict.ts'

export const html: Reporter = (report, view) => {
  const data = createPageData(report, view)
  return pageHtml({
    title: `Governance: ${verdictWords[findVerdict(report)].title.toLowerCase()}`,
    heading: 'Governance report',
    body: `${renderVerdict(report)}
${countsHtml(report, data)}
${renderComparison(report)}${renderBrowser(report, view.linkPlace)}`,
    script: { text: script, data: jsonText(data) },
  })
}

/** The filters, hidden until the page's script can use them, and the list of issues, which it replaces. */
function renderBrowser(report: Report, linkPlace: ReportView['linkPlace']): string {
  if (listIssues(report).length === 0) return `<p class="empty">${renderNothing(report)}</p>`
  return `<section aria-label="Issues">
<form id="filters" role="search" hidden>
<label class="wide">Search <input id="search" type="search" placeholder="message, path, rule, API" autocomplete="off" spellcheck="false"></label>
<fieldset id="severities"><legend>Severity</legend></fieldset>
<label>Rule <select id="rule"></select></label>
<label>API <select id="api"></select></label>
<label>Ruleset <select id="ruleset"></select></label>
<label>Group by <select id="group"><option value="none">nothing</option><option value="api">API</option><option value="rule">rule</option><option value="ruleset">ruleset</option><option value="severity">severity</option></select></label>
<label>Sort by <select id="sort"><option value="severity">worst first</option><option value="count">most issues</option><option value="place">name and location</option></select></label>
<label id="excused-label" hidden><input id="excused" type="checkbox"> show what is not counted</label>
</form>
<div id="toolbar" hidden><p class="found"><span id="status" role="status"></span> <button id="reset" type="button" hidden>Clear filters</button></p>
<p class="tools"><button id="collapse" type="button">Collapse all</button> <button id="expand" type="button">Expand all</button></p>
<p class="keys"><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>Enter</kbd> open</p></div>
<div id="list">${listHtml(report, linkPlace)}</div>
<button id="more" type="button" hidden>Show more</button>
</section>`
}

function renderNothing(report: Report): string {
  if (!isEvaluated(report)) return 'Nothing was evaluated.'
  return listFaults(report).length > 0 ? 'No issues in this incomplete result.' : 'No issues.'
}

/** A browser that runs the page's script shows all of them instead. */
const maxIssues = 1000

/** The worst issues of all APIs, for browsers and servers that forbid scripts. */
function listHtml(report: Report, linkPlace: ReportView['linkPlace']): string {
  const issues = sortCountedFirst(listIssues(report))
  const left = issues.slice(maxIssues)
  const note =
    left.length === 0
      ? ''
      : `<p class="note broken">${plural(left.length, 'more issue')} (${countList(countIssues(left), 'some')}) only with JavaScript, or in the JSON report.</p>`
  const findHelp = createHelpFinder(isEvaluated(report) ? report.rules : [])
  const titles = new Map(
    groupSubjects(report.run, issues).map(({ title, file = title, issues: [first] }) => [
      first && nameTarget(first),
      file,
    ]),
  )
  const rows = issues.slice(0, maxIssues).map((issue) => {
    const api = titles.get(nameTarget(issue)) ?? issue.api_id
    return renderIssue(issue, api, findPlaceAddress(issue, linkPlace), findHelp(issue))
  })
  return `<section class="static"><table class="plain"><thead><tr><th>Severity</th><th>API</th><th>Issue</th><th>Rule</th><th>Location</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></section>${note}`
}

function renderIssue(
  issue: Issue,
  api: string,
  link: string,
  { documentation_url }: Partial<RuleHelp> = {},
): string {
  const { how_to_fix: fix, values, excused } = issue
  const all = issue.operations?.join(', ') ?? ''
  const notes = [
    fix && `Fix: ${proseHtml(fix)}`,
    all && `Operations: ${isolated(all, all.length)}`,
    values && `Values: ${isolated(values.join(', '))}`,
    excused && isolated(excuseWords(excused)),
  ].flatMap((note) => (note ? `<br><span class="quiet">${note}</span>` : []))
  const words = isolated(placeWords(issue))
  const place = linkedHtml(words, link || undefined)
  const [rule, address] = [isolated(issue.rule_id), findWebAddress(documentation_url)]
  const path = isolated(issue.path || '(root)')
  return `<tr><td class="${issue.severity}">${issue.severity}</td><td>${isolated(api)}</td><td>${proseHtml(issue.message, 400)}${notes.join('')}</td>
<td>${linkedHtml(rule, address)}</td><td>${placeWords(issue) === '' ? '' : `${place}<br>`}${path}</td></tr>`
}

const maxReasons = 50

function renderVerdict(report: Report): string {
  const { outcome, run } = report
  const reasons = [
    ...listProblems(report).map(({ message }) => renderItem('broken', message)),
    ...listHeldReasons(report).map(({ isMet, message }) => renderItem(isMet ? 'held' : 'noted', message)),
  ]
  const shown = limitLines(reasons, maxReasons, (more) => `<li>${plural(more, 'more reason')}</li>`)
  const facts = [
    ...(isEvaluated(report) ? [countEvaluated(report), isolated(describeRulesets(report), 1000)] : []),
    ...(isLocal(run) ? [] : [`on ${isolated(run.dashboard, 1000)}`]),
    ...(run.engine === undefined ? [] : [`engine: ${run.engine}`]),
    ...(run.policy?.origin === undefined
      ? []
      : [
          run.policy.origin === 'defaults'
            ? 'default policy'
            : `policy of ${isolated(run.policy.origin, 1000)}`,
        ]),
    isolated(renderTime(excerpt(run.started, 40))),
    `took ${renderDuration(run.took_ms)}`,
    `gov ${isolated(run.gov, 1000)}`,
  ]
  return `<section class="verdict ${outcome.kind === 'passed' ? 'pass' : 'fail'}" aria-label="Verdict">
<p class="word">${verdictWords[findVerdict(report)].title}</p>
<div><ul>${shown.join('')}</ul>
<p class="facts">${facts.map((fact) => `<span>${fact}</span>`).join(' ')}</p></div>
</section>`
}

const marks = { broken: ['✗', 'fails'], held: ['✓', 'holds'], noted: ['•', 'note'] } as const

function renderItem(kind: keyof typeof marks, message: string): string {
  const [mark, word] = marks[kind]
  return `<li class="${kind}"><span aria-label="${word}">${mark}</span> ${isolated(message, 1000)}</li>`
}

/** Lists issues that are new or fixed since an earlier run; empty without a comparison. */
function renderComparison(report: Report): string {
  if (!isEvaluated(report) || report.comparison === undefined) return ''
  const { comparison } = report
  const lines = listComparedLines(comparison).map((line) => `<li>${isolated(line, 2000)}</li>`)
  const more = comparison.new_issues.length + comparison.fixed_issues.length - lines.length
  const rest = more > 0 ? `<li>${plural(more, 'more issue')} new or fixed</li>` : ''
  const list = lines.length === 0 ? '' : `<ul>${lines.join('')}${rest}</ul>`
  return `<section class="compared" aria-label="Comparison">
<p class="note">Compared: ${isolated(describeComparedCounts(comparison), 2000)}.</p>${list}</section>
`
}
