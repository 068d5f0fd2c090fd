import type { Issue } from '../../model/issue.ts'
import { issuesOf, type Report } from '../../model/report.ts'
import { countIssues } from '../../model/severity.ts'
import { excuseWords } from '../excuse.ts'
import { countedFirst } from '../issue-order.ts'
import { isolated } from '../markup-text.ts'
import { type Subject, subjectsOf, worstSubjectsFirst } from '../subjects.ts'
import { countList, plural } from '../wording.ts'
import { placeWords } from './data.ts'

/** A browser that runs the page's script shows all of them instead. */
const maxIssues = 1000

/** The worst issues by API, for browsers and servers that forbid scripts. */
export function listHtml(report: Report): string {
  const issues = countedFirst(issuesOf(report))
  const subjects = subjectsOf(report.run, issues.slice(0, maxIssues)).filter((each) => each.issues.length > 0)
  const left = issues.slice(maxIssues)
  const note =
    left.length === 0
      ? ''
      : `<p class="note broken">${plural(left.length, 'more issue')} (${countList(countIssues(left), 'some')}) only with JavaScript, or in the JSON report.</p>`
  return `${worstSubjectsFirst(subjects).map(subjectHtml).join('\n')}${note}`
}

function subjectHtml({ title, file, issues }: Subject): string {
  return `<section class="static"><h2>${isolated(file ?? title)} <span class="quiet">${countList(countIssues(issues), 'some')}</span></h2>
<table class="plain"><thead><tr><th>Severity</th><th>Issue</th><th>Rule</th><th>Location</th></tr></thead>
<tbody>${issues.map(issueHtml).join('\n')}</tbody></table></section>`
}

function issueHtml(issue: Issue): string {
  const fix = issue.how_to_fix ? `<br><span class="quiet">Fix: ${isolated(issue.how_to_fix)}</span>` : ''
  const why = issue.excused ? `<br><span class="quiet">${isolated(excuseWords(issue.excused))}</span>` : ''
  const place = placeWords(issue)
  const path = isolated(issue.path || '(root)')
  return `<tr><td class="${issue.severity}">${issue.severity}</td><td>${isolated(issue.message, 400)}${fix}${why}</td>
<td>${isolated(issue.rule_id)}</td><td>${place === '' ? '' : `${isolated(place)}<br>`}${path}</td></tr>`
}
