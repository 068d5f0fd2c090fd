import type { Issue } from '../core/model/issue.ts'
import { type EvaluatedReport, isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import { countIssues } from '../core/model/severity.ts'
import { comparedCounts, comparedLines } from './compared-lines.ts'
import { faultText, heldReasons, listFaults, listRefusals } from './faults.ts'
import { issueSections } from './markdown/issue-sections.ts'
import { cell, markdownText } from './markup-text.ts'
import { checkedNothing, excusedWords } from './outcome-words.ts'
import type { Reporter } from './reporter.ts'
import { groupSubjects, worstSubjectsFirst } from './subjects.ts'
import { countList, engineText, grouped, plural } from './wording.ts'

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
  if (isEvaluated(report) && checkedNothing(report)) return '⚪ Governance: nothing checked'
  if (report.outcome.kind === 'undecided') return '❌ Governance: not decided'
  return report.outcome.kind === 'passed' ? '✅ Governance: pass' : '❌ Governance: fail'
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
  const apis = plural(report.evaluated_apis, 'API')
  const cut = report.truncated
    ? ` **Truncated: ${grouped(report.issues.length)} of ${plural(report.total, 'issue')} listed.**`
    : ''
  return `${apis} × ${plural(report.rulesets.length, 'ruleset')}${engineText(report.run)}: ${countList(report, 'all')}${excused === '' ? '' : `; ${excused}`}.${cut}`
}

const maxRulesets = 60

function rulesets({ rulesets: all }: EvaluatedReport): string[] {
  if (all.length === 0) return []
  const rows = all.slice(0, maxRulesets).map((each) => {
    const numbers = [each.error_count, each.warn_count, each.info_count, each.hint_count].map(grouped)
    return `| ${cell(each.name || each.id)} | ${cell(each.action)} | ${numbers.join(' | ')} |`
  })
  const more = all.length - maxRulesets
  return [
    '',
    '| Ruleset | Action | Errors | Warnings | Info | Hints |',
    '|---|---|--:|--:|--:|--:|',
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
