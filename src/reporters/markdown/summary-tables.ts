import { type EvaluatedReport, isEvaluated, type Report } from '../../core/model/report.ts'
import { countIssues, sumCounts } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import { identifyTarget } from '../../core/model/target.ts'
import { countList, grouped, plural } from '../../core/text/wording.ts'
import { cell, code } from '../markup-text.ts'
import type { IssueSubject } from '../subjects.ts'
import { groupIssues } from '../table/choose.ts'
import { countSubjects } from '../words/coverage.ts'

/** More are not read one by one. */
const mostIssues = 20

export function isLarge(report: Report): report is EvaluatedReport {
  return isEvaluated(report) && report.issues.filter(({ excused }) => !excused).length > mostIssues
}

/** The heads of the columns of counts, and what aligns them. */
export const countHeads = ['Errors | Warnings | Info | Hints |', '--:|--:|--:|--:|'] as const

export function countCells(counts: SeverityCounts): string {
  return [counts.error_count, counts.warn_count, counts.info_count, counts.hint_count]
    .map(grouped)
    .join(' | ')
}

/** The APIs and the rules that have issues that count, each table in at most `room` characters. */
export function renderSummaryTables(
  report: EvaluatedReport,
  subjects: readonly IssueSubject[],
  room: number,
): string[] {
  const apis = subjects.flatMap(createApiRow)
  const verb = apis.length === 1 ? 'has' : 'have'
  const title = `By API: ${grouped(apis.length)} of ${countSubjects(subjects.length, report.run)} ${verb} issues`
  const byApi = { title, noun: 'API', head: [`| API | ${countHeads[0]}`, `|---|${countHeads[1]}`] }
  const byRule = {
    title: 'By rule',
    noun: 'rule',
    head: ['| Rule | Severity | Issues | APIs | How to fix |', '|---|---|--:|--:|---|'],
  }
  return [
    ...(subjects.length > 1 ? renderTable(byApi, apis, room) : []),
    ...renderTable(byRule, createRuleRows(report), room),
    '',
    '### Issues, worst first',
  ]
}

interface SummaryRow {
  readonly line: string
  readonly counts: SeverityCounts
}

function createApiRow({ title, file, issues }: IssueSubject): SummaryRow[] {
  const counted = issues.filter(({ excused }) => !excused)
  const counts = countIssues(counted)
  const name = file === undefined ? cell(title) : code(file)
  return counted.length === 0 ? [] : [{ line: `| ${name} | ${countCells(counts)} |`, counts }]
}

function createRuleRows({ run, issues, rulesets }: EvaluatedReport): SummaryRow[] {
  const counted = issues.filter(({ excused }) => !excused)
  return groupIssues(run, counted, 'rule').map(({ title, issues: own }) => {
    const [first] = own
    const ruleset = rulesets.length > 1 ? `<br>${cell(first?.ruleset_name || first?.ruleset_id || '')}` : ''
    const apis = new Set(own.map((issue) => identifyTarget(issue).id)).size
    const numbers = `${grouped(own.length)} | ${grouped(apis)}`
    return {
      line: `| ${code(title)}${ruleset} | ${first?.severity} | ${numbers} | ${cell(first?.how_to_fix ?? '')} |`,
      counts: countIssues(own),
    }
  })
}

interface TableWords {
  readonly title: string
  readonly noun: string
  readonly head: readonly string[]
}

const shownRows = 10

/** The first rows in sight, others folded, and those beyond `room` counted. */
function renderTable({ title, noun, head }: TableWords, rows: readonly SummaryRow[], room: number): string[] {
  const fitting = rows.slice(0, countFitting(rows, room))
  const folded = fitting.slice(shownRows)
  const beyond = rows.slice(fitting.length)
  const counts = countList(sumCounts(beyond.map((row) => row.counts)), 'some')
  const note =
    beyond.length === 0 ? [] : ['', `${plural(beyond.length, `more ${noun}`)} did not fit (${counts}).`]
  const fold = [`<details><summary>${plural(folded.length, `more ${noun}`)}</summary>`, '', ...head]
  return [
    '',
    `### ${title}`,
    '',
    ...head,
    ...fitting.slice(0, shownRows).map(({ line }) => line),
    ...(folded.length === 0 ? [] : ['', ...fold, ...folded.map(({ line }) => line), '', '</details>']),
    ...note,
  ]
}

function countFitting(rows: readonly SummaryRow[], room: number): number {
  let left = room
  const at = rows.findIndex(({ line }) => {
    left -= line.length + 1
    return left < 0
  })
  return at === -1 ? rows.length : at
}
