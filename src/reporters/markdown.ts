import type { Issue } from '../core/model/issue.ts'
import { type EvaluatedReport, isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import { countIssues, severities } from '../core/model/severity.ts'
import { oneLine, withoutLineCommands } from '../core/text/sanitize.ts'
import { comparedCounts, comparedLines } from './compared-lines.ts'
import { countOnlyCounted, describeCoverage, isLocal } from './coverage.ts'
import { excusedWords, excuseWords } from './excuse-words.ts'
import { faultText, heldReasons, listFaults, listRefusals } from './faults.ts'
import { filePlace } from './file-place.ts'
import { cell, htmlText, markdownText, withoutLinks } from './markup-text.ts'
import type { Reporter, SourceText } from './reporter.ts'
import type { IssueSubject } from './subjects.ts'
import { groupSubjects, worstSubjectsFirst } from './subjects.ts'
import { excerptLines } from './table/excerpt-lines.ts'
import { createPalette } from './table/palette.ts'
import { findVerdict, verdictWords } from './verdict.ts'
import { countList, excerpt, grouped, plural } from './wording.ts'

/** GitHub takes no longer comment. Characters here are UTF-16 units, so that no count of theirs can be higher. */
const commentCharacters = 65_536
const reserve = 300

/**
 * A comment for a pull request: the verdict and its reasons, the rulesets, and the issues of each API folded away. It
 * never grows beyond what GitHub takes: the worst issues of all come first, and what does not fit is counted; code is
 * shown in the room that they leave. The first line marks the comment, so that a later run can find and replace it.
 */
export const markdown: Reporter = (report, { maxCharacters = commentCharacters, sourceText }) => {
  const head = [
    '<!-- gov report -->',
    `## ${title(report)}`,
    '',
    ...reasons(report),
    ...(isEvaluated(report) ? ['', counts(report), ...comparison(report), ...rulesets(report)] : []),
    '',
  ].join('\n')
  const subjects = worstSubjectsFirst(groupSubjects(report.run, listIssues(report)))
  const { sections, left } = issueSections(subjects, maxCharacters - reserve - head.length, sourceText)
  return `${[head, ...sections, ...noteLeftOut(left)].join('\n').trimEnd()}\n`
}

function noteLeftOut(issues: readonly Issue[]): string[] {
  if (issues.length === 0) return []
  const issueCount = plural(issues.length, 'more issue')
  return [
    `\n${issueCount} did not fit (${countList(countIssues(issues), 'some')}): see the JSON or HTML report.`,
  ]
}

function title(report: Report): string {
  const { mark, title } = verdictWords[findVerdict(report)]
  return `${mark} Governance: ${title.toLowerCase()}`
}

const maxReasons = 20

function reasons(report: Report): string[] {
  const faults = listFaults(report).map(
    (fault) => `- **not ${isEvaluated(report) ? 'complete' : 'decided'}**: ${cell(faultText(fault))}`,
  )
  const refused = listRefusals(report).map((message) => `- **fail**: ${cell(message)}`)
  const held = heldReasons(report).map(
    ({ isMet, message }) => `- ${isMet ? 'pass' : 'note'}: ${cell(message)}`,
  )
  const all = [...faults, ...refused, ...held]
  const more = all.length - maxReasons
  return more > 0 ? [...all.slice(0, maxReasons), `- ${plural(more, 'more reason')}`] : all
}

function counts(report: EvaluatedReport): string {
  const excused = excusedWords(report)
  const cut = report.truncated
    ? ` **Truncated: ${grouped(report.issues.length)} of ${plural(report.total, 'issue')} listed.**`
    : ''
  return `${describeCoverage(report, '×', markdownText)}: ${countList(countOnlyCounted(report), 'all')}${excused === '' ? '' : `; ${excused}`}.${cut}`
}

const maxRulesets = 60

function rulesets(report: EvaluatedReport): string[] {
  const { rulesets: all } = countOnlyCounted(report)
  if (all.length === 0) return []
  const [head, rule] = isLocal(report.run) ? ['', ''] : [' Action |', '---|']
  const rows = all.slice(0, maxRulesets).map((each) => {
    const numbers = [each.error_count, each.warn_count, each.info_count, each.hint_count].map(grouped)
    const action = isLocal(report.run) ? '' : ` ${cell(each.action)} |`
    return `| ${cell(each.name || each.id)} |${action} ${numbers.join(' | ')} |`
  })
  const more = all.length - maxRulesets
  return [
    '',
    `| Ruleset |${head} Errors | Warnings | Info | Hints |`,
    `|---|${rule}--:|--:|--:|--:|`,
    ...rows,
    ...(more > 0 ? ['', `${plural(more, 'more ruleset')}.`] : []),
  ]
}

/** Leaves room for the issues, which come after it. */
const maxCharacters = 12_000

/** What is new and fixed since an earlier run, where the report was compared with one. */
export function comparison({ comparison: compared }: EvaluatedReport): string[] {
  if (compared === undefined) return []
  const lines: string[] = []
  let room = maxCharacters
  for (const line of comparedLines(compared).map((text) => `- ${markdownText(text)}`)) {
    room -= line.length
    if (room < 0) break
    lines.push(line)
  }
  const more = compared.new_issues.length + compared.fixed_issues.length - lines.length
  const rest = more > 0 ? [`- ${plural(more, 'more issue')} new or fixed`] : []
  const list = [...lines, ...rest]
  return [
    '',
    `**Compared**: ${markdownText(comparedCounts(compared))}.`,
    ...(list.length > 0 ? ['', ...list] : []),
  ]
}

const header = '\n| Severity | Rule | Place | Issue |\n|---|---|---|---|\n'
const footer = '\n</details>\n'

/** The issues of each API, folded, in at most `room` characters: the worst of all APIs first, and which did not fit. */
function issueSections(
  subjects: readonly IssueSubject[],
  room: number,
  sourceText?: SourceText | undefined,
): { sections: string[]; left: readonly Issue[] } {
  const ordered = worstOfAll(subjects)
  const rows = new Map<IssueSubject, string[]>()
  let used = 0
  let shown = 0
  for (const { subject, issue } of ordered) {
    const own = rows.get(subject)
    const row = renderRow(issue)
    const more =
      row.length + (own === undefined ? frame(subject, '', '', subject.issues.length).length + 1 : 0)
    if (used + more > room) break
    used += more
    shown += 1
    if (own === undefined) rows.set(subject, [row])
    else own.push(row)
  }
  const counting = ordered.slice(0, shown).filter(({ issue }) => !issue.excused)
  const code = excerptBlocks(counting, room - used, sourceText)
  const sections = [...rows].map(([subject, own]) =>
    frame(subject, own.join(''), code.get(subject) ?? '', subject.issues.length - own.length),
  )
  return { sections, left: ordered.slice(shown).map(({ issue }) => issue) }
}

/** Severity by severity over all APIs; what is excused comes last. */
function worstOfAll(subjects: readonly IssueSubject[]): { subject: IssueSubject; issue: Issue }[] {
  const all = subjects.flatMap((subject) => subject.issues.map((issue) => ({ subject, issue })))
  const rankIssue = ({ severity, excused }: Issue) =>
    excused ? severities.length : severities.indexOf(severity)
  return all.sort((one, other) => rankIssue(one.issue) - rankIssue(other.issue))
}

function frame(subject: IssueSubject, rows: string, code: string, left: number): string {
  const more = left > 0 ? `\n… and ${plural(left, 'more issue')} of this API.\n` : ''
  return `<details><summary>${summary(subject)}</summary>\n${header}${rows}${more}${code}${footer}`
}

function summary({ title, file, issues }: IssueSubject): string {
  const beside = file === undefined || file === title ? '' : ` (${inTag(file)})`
  return `<b>${inTag(title) || '-'}</b>${beside}: ${countList(countIssues(issues), 'some')}`
}

/** Between tags Markdown is not read, and a backslash would show. */
function inTag(text: string): string {
  return htmlText(withoutLinks(excerpt(text)))
}

function renderRow(issue: Issue): string {
  const { file, line } = filePlace(issue)
  const position =
    line === undefined ? '' : issue.file === undefined ? `line ${line}` : `${cell(file)}:${line}`
  const path = cell(issue.path) || '(root)'
  const place = position === '' ? path : `${position}<br>${path}`
  const fix = issue.how_to_fix ? `<br>_fix:_ ${cell(issue.how_to_fix)}` : ''
  const why = issue.excused ? `<br>_${cell(excuseWords(issue.excused))}_` : ''
  return `| ${issue.severity} | ${cell(issue.rule_id)} | ${place} | ${cell(issue.message)}${fix}${why} |\n`
}

/** A comment is read, and its table lists all of them. */
const mostPlaces = 30
const style = { palette: createPalette(false), width: 100 }

interface Shown {
  readonly subject: IssueSubject
  readonly issue: Issue
}

/** The code of the first issues, each place once, as a block for each API, in at most `room` characters. */
function excerptBlocks(
  issues: readonly Shown[],
  room: number,
  sourceText: SourceText | undefined,
): ReadonlyMap<IssueSubject, string> {
  const texts = new Map<IssueSubject, string[]>()
  if (sourceText === undefined) return new Map()
  let left = room
  for (const { subject, issue, rules } of places(issues).slice(0, mostPlaces)) {
    const lines = excerptLines(issue, 0, { ...style, sourceText })
    if (lines.length === 0) continue
    // A comment may be printed in a log, too, which would act on some lines.
    const safe = (line: string) => withoutLineCommands(line).trimEnd()
    const text = [`${renderPlace(issue)}  ${rules.join(', ')}`, ...lines].map(safe).join('\n')
    // A fence is longer than any run of backticks, twice, and there are line breaks around it.
    left -= text.length + 2 * chooseFence(text).length + 6
    if (left < 0) break
    texts.set(subject, [...(texts.get(subject) ?? []), text])
  }
  return new Map([...texts].map(([subject, all]) => [subject, fenced(all.join('\n\n'))]))
}

/** Rules often have their issues at one place. */
function places(issues: readonly Shown[]): (Shown & { readonly rules: string[] })[] {
  const found = new Map<string, Shown & { readonly rules: string[] }>()
  for (const { subject, issue } of issues) {
    const key = JSON.stringify([subject.title, subject.file, renderPlace(issue)])
    const known = found.get(key)
    const rule = oneLine(issue.rule_id).slice(0, 80)
    if (known === undefined) found.set(key, { subject, issue, rules: [rule] })
    else if (known.rules.length < 4 && !known.rules.includes(rule)) known.rules.push(rule)
  }
  return [...found.values()]
}

function renderPlace(issue: Issue): string {
  const { file, line, column } = filePlace(issue)
  return `${oneLine(file)}:${line ?? ''}${column === undefined ? '' : `:${column}`}`
}

function chooseFence(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  return '`'.repeat(Math.max(2, ...runs) + 1)
}

function fenced(text: string): string {
  const fence = chooseFence(text)
  return `\n${fence}text\n${text}\n${fence}\n`
}
