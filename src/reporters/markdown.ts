import type { Issue } from '../core/model/issue.ts'
import { type EvaluatedReport, isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import { compareCounts, countIssues, severities } from '../core/model/severity.ts'
import { countList, excerpt, grouped, limitLines, plural } from '../core/text/wording.ts'
import { faultText, listFaults, listHeldReasons, listRefusals } from './faults.ts'
import { findFilePlace, renderOldPlace } from './file-place.ts'
import { renderExcerptBlocks } from './markdown/code-blocks.ts'
import { countCells, countHeads, isLarge, renderSummaryTables } from './markdown/summary-tables.ts'
import { cell, code, htmlText, markdownText, withoutLinks } from './markup-text.ts'
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
 * the issues of each API folded away. It never grows beyond what GitHub takes: the worst issues of all come first, and
 * what does not fit is counted; code is shown in the room that they leave. The first line marks the comment, so that a
 * later run can find and replace it.
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
  const { sections, left } = renderIssueSections(subjects, {
    room,
    sourceText,
    hasFixes: tables.length === 0,
  })
  return `${[head, ...foldSections(sections), ...noteLeftOut(left)].join('\n').trimEnd()}\n`
}

const shownSections = 10

/** Nobody scrolls past the lines of 200 APIs. */
function foldSections(sections: readonly string[]): string[] {
  const more = sections.length - shownSections
  if (more <= 1) return [...sections]
  const folded = sections.slice(shownSections)
  const opening = `<details><summary>The issues of ${plural(more, 'more API')}</summary>\n`
  return [...sections.slice(0, shownSections), opening, ...folded, '</details>\n']
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

const header = '\n| Severity | Rule | Place | Issue |\n|---|---|---|---|\n'
const footer = '\n</details>\n'

interface SectionOptions {
  readonly room: number
  readonly sourceText?: ReadSourceText | undefined
  /** Each issue says how to fix it; else the table of rules does. */
  readonly hasFixes: boolean
}

/** The issues of each API, folded, in at most `room` characters: the worst of all APIs first, and which did not fit. */
function renderIssueSections(
  subjects: readonly IssueSubject[],
  { room, sourceText, hasFixes }: SectionOptions,
): { sections: string[]; left: readonly Issue[] } {
  const ordered = sortWorstFirst(subjects)
  const rows = new Map<IssueSubject, string[]>()
  let used = 0
  let shown = 0
  for (const { subject, issue } of ordered) {
    const own = rows.get(subject)
    const row = renderRow(issue, subject, hasFixes)
    const more =
      row.length + (own === undefined ? renderFrame(subject, '', '', subject.issues.length).length + 1 : 0)
    if (used + more > room) break
    used += more
    shown += 1
    if (own === undefined) rows.set(subject, [row])
    else own.push(row)
  }
  const counting = ordered.slice(0, shown).filter(({ issue }) => !issue.excused)
  const code = renderExcerptBlocks(counting, room - used, sourceText)
  const sections = [...rows].map(([subject, own]) =>
    renderFrame(subject, own.join(''), code.get(subject) ?? '', subject.issues.length - own.length),
  )
  return { sections, left: ordered.slice(shown).map(({ issue }) => issue) }
}

/** Severity by severity over all APIs; what is excused comes last. */
function sortWorstFirst(subjects: readonly IssueSubject[]): { subject: IssueSubject; issue: Issue }[] {
  const all = subjects.flatMap((subject) => subject.issues.map((issue) => ({ subject, issue })))
  const rankIssue = ({ severity, excused }: Issue) =>
    excused ? severities.length : severities.indexOf(severity)
  return all.sort((one, other) => rankIssue(one.issue) - rankIssue(other.issue))
}

function renderFrame(subject: IssueSubject, rows: string, code: string, left: number): string {
  const more = left > 0 ? `\n… and ${plural(left, 'more issue')} of this API.\n` : ''
  return `<details><summary>${renderSubjectSummary(subject)}</summary>\n${header}${rows}${more}${code}${footer}`
}

function renderSubjectSummary({ title, file, issues }: IssueSubject): string {
  const beside = file === undefined || file === title ? '' : ` (${escapeTag(file)})`
  return `<b>${escapeTag(title) || '-'}</b>${beside}: ${describeCounted(issues)}`
}

/** Between tags Markdown is not read, and a backslash would show. */
function escapeTag(text: string): string {
  return htmlText(withoutLinks(excerpt(text)))
}

/** The file of the API itself is in the title of its issues. */
function renderRow(issue: Issue, { file: own }: IssueSubject, hasFix: boolean): string {
  const { file, line } = findFilePlace(issue)
  const isOwn = issue.file === undefined || issue.file === own
  const newPosition = line === undefined ? '' : isOwn ? `line ${line}` : code(`${file}:${line}`)
  const position = issue.old_place ? code(renderOldPlace(issue)) : newPosition
  const path = issue.path === '' ? '(root)' : code(issue.path)
  const place = position === '' ? path : `${position}<br>${path}`
  const fix = hasFix && issue.how_to_fix ? `<br>_fix:_ ${cell(issue.how_to_fix)}` : ''
  const why = issue.excused ? `<br>_${cell(excuseWords(issue.excused))}_` : ''
  return `| ${issue.severity} | ${code(issue.rule_id)} | ${place} | ${cell(issue.message)}${fix}${why} |\n`
}
