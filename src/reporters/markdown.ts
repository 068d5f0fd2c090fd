import type { Issue } from '../core/model/issue.ts'
import { type EvaluatedReport, isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import { compareCounts, countIssues } from '../core/model/severity.ts'
import { nameTarget } from '../core/model/target.ts'
import { htmlText } from '../core/text/html-text.ts'
import { countList, excerpt, grouped, limitLines, plural } from '../core/text/wording.ts'
import { faultText, listFaults, listHeldReasons, listRefusals } from './faults.ts'
import { findFilePlace, renderFirstPlace, renderOldPlace } from './file-place.ts'
import { sortCountedFirst } from './issue-order.ts'
import { renderExcerptBlock } from './markdown/code-blocks.ts'
import { countCells, countHeads, isLarge, renderSummaryTables } from './markdown/summary-tables.ts'
import { cell, code, markdownText, withoutLinks } from './markup-text.ts'
import type { ReadSourceText, Reporter } from './reporter.ts'
import { groupSubjects, type IssueSubject } from './subjects.ts'
import { countOnlyCounted, describeCoverage, isLocal } from './words/coverage.ts'
import { describeExcused, excuseWords } from './words/excuse-words.ts'
import { describeComparedCounts, findVerdict, listComparedLines, verdictWords } from './words/verdict.ts'

/** GitHub takes no longer comment. Characters here are UTF-16 units, so that no count of theirs can be higher. */
const commentCharacters = 65_536
const reserve = 300

/**
 * A comment for a pull request: the verdict and its reasons, the rulesets, of a large run the APIs and the rules, and
 * the issues folded away, worst first across all APIs. It never grows beyond what GitHub takes: what does not
 * fit is counted; code is shown in the room that the issues leave. The first line marks the comment, so that a later run can
 * find and replace it.
 */
export const markdown: Reporter = (report, { maxCharacters = commentCharacters, sourceText }) => {
  const subjects = groupSubjects(report.run, listIssues(report)).sort(compareSubjects)
  const tables = isLarge(report) ? renderSummaryTables(report, subjects, maxCharacters / 6) : []
  const head = [
    '<!-- gov report -->',
    `## ${renderHeading(report)}`,
    '',
    ...renderReasons(report),
    ...(isEvaluated(report)
      ? ['', counts(report), ...renderComparison(report), ...renderRulesets(report), ...tables]
      : []),
    '',
  ].join('\n')
  const room = maxCharacters - reserve - head.length
  const { text, left } = renderIssues(subjects, { room, sourceText, hasFixes: tables.length === 0 })
  return `${[head, text, ...noteLeftOut(left)].join('\n').trimEnd()}\n`
}

function compareSubjects(one: IssueSubject, other: IssueSubject): number {
  return compareCounts(countIssues(listCounted(one.issues)), countIssues(listCounted(other.issues)))
}

function listCounted(issues: readonly Issue[]): Issue[] {
  return issues.filter(({ excused }) => excused === undefined)
}

/** `2 errors, 1 warning, 3 not counted`: no count may contradict the verdict. */
function describeCounted(issues: readonly Issue[]): string {
  const counted = listCounted(issues)
  const excused = issues.length - counted.length
  const words = [
    countList(countIssues(counted), 'some'),
    excused > 0 ? `${grouped(excused)} not counted` : '',
  ]
  return words.filter((word) => word !== '').join(', ')
}

function noteLeftOut(issues: readonly Issue[]): string[] {
  if (issues.length === 0) return []
  const issueCount = plural(issues.length, 'more issue')
  return [`\n${issueCount} did not fit (${describeCounted(issues)}): see the JSON or HTML report.`]
}

function renderHeading(report: Report): string {
  const { mark, title } = verdictWords[findVerdict(report)]
  return `${mark} Governance: ${title.toLowerCase()}`
}

const maxReasons = 20

function renderReasons(report: Report): readonly string[] {
  const faults = listFaults(report).map(
    (fault) => `- **not ${isEvaluated(report) ? 'complete' : 'decided'}**: ${cell(faultText(fault))}`,
  )
  const refused = listRefusals(report).map((message) => `- **fail**: ${cell(message)}`)
  const held = listHeldReasons(report).map(
    ({ isMet, message }) => `- ${isMet ? 'pass' : 'note'}: ${cell(message)}`,
  )
  const all = [...faults, ...refused, ...held]
  return limitLines(all, maxReasons, (more) => `- ${plural(more, 'more reason')}`)
}

function counts(report: EvaluatedReport): string {
  const excused = describeExcused(report)
  const cut = report.truncated
    ? ` **Truncated: ${grouped(report.issues.length)} of ${plural(report.total, 'issue')} listed.**`
    : ''
  return `${describeCoverage(report, '×', markdownText)}: ${countList(countOnlyCounted(report), 'all')}${excused === '' ? '' : `; ${excused}`}.${cut}`
}

const maxRulesets = 60

function renderRulesets(report: EvaluatedReport): string[] {
  const { rulesets: all } = countOnlyCounted(report)
  if (all.length === 0) return []
  const [head, rule] = isLocal(report.run) ? ['', ''] : [' Action |', '---|']
  const rows = all.map((each) => {
    const action = isLocal(report.run) ? '' : ` ${cell(each.action)} |`
    return `| ${cell(each.name || each.id)} |${action} ${countCells(each)} |`
  })
  return [
    '',
    `| Ruleset |${head} ${countHeads[0]}`,
    `|---|${rule}${countHeads[1]}`,
    ...limitLines(rows, maxRulesets, (more) => `\n${plural(more, 'more ruleset')}.`),
  ]
}

/** Leaves room for the issues, which come after it. */
const maxCharacters = 12_000

/** Lists issues that are new or fixed since an earlier run; empty without a comparison. */
export function renderComparison({ comparison: compared }: EvaluatedReport): string[] {
  if (compared === undefined) return []
  const lines: string[] = []
  let room = maxCharacters
  for (const line of listComparedLines(compared).map((text) => `- ${markdownText(text)}`)) {
    room -= line.length
    if (room < 0) break
    lines.push(line)
  }
  const more = compared.new_issues.length + compared.fixed_issues.length - lines.length
  const rest = more > 0 ? [`- ${plural(more, 'more issue')} new or fixed`] : []
  const list = [...lines, ...rest]
  return [
    '',
    `**Compared**: ${markdownText(describeComparedCounts(compared))}.`,
    ...(list.length > 0 ? ['', ...list] : []),
  ]
}

interface IssueOptions {
  readonly room: number
  readonly sourceText?: ReadSourceText | undefined
  /** Each issue says how to fix it; else the table of rules does. */
  readonly hasFixes: boolean
}

/** The issues, folded, worst first across all APIs, in at most `room` characters, and which did not fit. */
function renderIssues(all: readonly IssueSubject[], { room, sourceText, hasFixes }: IssueOptions) {
  const subjects = all.filter(({ issues }) => issues.length > 0)
  const hasApi = subjects.length > 1
  const issues = sortCountedFirst(subjects.flatMap((subject) => subject.issues))
  const subjectOf = new Map(
    subjects.map((subject) => [subject.issues[0] && nameTarget(subject.issues[0]), subject]),
  )
  const heads = ['Severity', ...(hasApi ? ['API'] : []), 'Place', 'Rule', 'Issue']
  const [only] = subjects
  const title = hasApi || only === undefined ? 'The issues' : renderSubject(only)
  const open = `<details><summary>${title}: ${describeCounted(issues)}</summary>\n
| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}\n`
  const rows: string[] = []
  let left = room - open.length - close.length
  for (const issue of issues) {
    const row = renderRow(issue, subjectOf.get(nameTarget(issue)), hasApi, hasFixes)
    left -= row.length
    if (left < 0) break
    rows.push(row)
  }
  if (rows.length === 0) return { text: '', left: issues }
  const counting = issues.slice(0, rows.length).filter(({ excused }) => !excused)
  const excerpts = renderExcerptBlock(counting, left, sourceText)
  return { text: open + rows.join('') + excerpts + close, left: issues.slice(rows.length) }
}

const close = '\n</details>\n'

function renderSubject({ title, file }: IssueSubject): string {
  const beside = file === undefined || file === title ? '' : ` (${escapeTag(file)})`
  return `<b>${escapeTag(title) || '-'}</b>${beside}`
}

/** Between tags Markdown is not read, and a backslash would show. */
function escapeTag(text: string): string {
  return htmlText(withoutLinks(excerpt(text)))
}

/** The file of the API itself is said with its title. */
function renderRow(
  issue: Issue,
  subject: IssueSubject | undefined,
  hasApi: boolean,
  hasFix: boolean,
): string {
  const { file, line } = findFilePlace(issue)
  const isOwn = issue.file === undefined || issue.file === subject?.file
  const newPosition = line === undefined ? '' : isOwn ? `line ${line}` : code(`${file}:${line}`)
  const position = issue.old_place ? code(renderOldPlace(issue)) : newPosition
  const path = issue.path === '' ? '(root)' : code(issue.path)
  const place = position === '' ? path : `${position}<br>${path}`
  const fix = hasFix && issue.how_to_fix ? `<br>_fix:_ ${cell(issue.how_to_fix)}` : ''
  const why = issue.excused ? `<br>_${cell(excuseWords(issue.excused))}_` : ''
  const title =
    issue.file === undefined ? cell(subject?.title ?? issue.api_id) : code(subject?.file ?? issue.file)
  const api = hasApi ? ` ${title} |` : ''
  return `| ${issue.severity} |${api} ${place} | ${code(issue.rule_id)} | ${cell(issue.message + renderFirstPlace(issue))}${fix}${why} |\n`
}
