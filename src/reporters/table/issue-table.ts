import type { Issue } from '../../core/model/issue.ts'
import { findIssuePosition } from '../../core/model/issue-order.ts'
import type { Run } from '../../core/model/run.ts'
import { changeWords } from '../../core/model/severity-change.ts'
import { nameTarget } from '../../core/model/target.ts'
import { columnGap } from '../../core/text/sections.ts'
import { measureWidth, wrap } from '../../core/text/width.ts'
import { excerpt } from '../../core/text/wording.ts'
import { renderFirstPlace, renderOldPlace } from '../file-place.ts'
import type { Grouping } from '../selection.ts'
import { groupSubjects } from '../subjects.ts'
import { excuseWords } from '../words/excuse-words.ts'
import { renderIssueLine } from '../words/issue-line.ts'
import { type ColumnName, type ColumnWidths, chooseColumns, columnNames } from './choose-columns.ts'
import { type Cell, columns, type TableRow } from './columns.ts'
import { cutMiddle, cutPlace, findLeastWidth, splitPlace } from './cut-middle.ts'
import { excerptLines } from './excerpt-lines.ts'
import type { TableStyle } from './palette.ts'

/** One issue in words. A column that says nothing in any row is left out. */
interface IssueRow extends Readonly<Record<ColumnName, string>> {
  readonly issue: Issue
  /** Why it does not count. */
  readonly excuse: string
}

/**
 * The head of a table of `issues`, under headings of `by` if any, and what draws some of them in its columns. What all rows
 * share is said once, above. Without room for a table, issues are lines of the unix format.
 */
export function createIssueTable(
  issues: readonly Issue[],
  run: Run,
  by: Grouping | undefined,
  style: TableStyle,
) {
  const { palette, width } = style
  const describe = createDescriber(issues, run, by)
  const widths = chooseColumns(measureRows(issues.map(describe)), width)
  if (widths === undefined)
    return {
      head: [],
      draw: (rows: readonly Issue[]) => rows.flatMap((issue) => wrap(renderIssueLine(issue), width)),
    }
  const names = columnNames.filter((name) => widths[name] > 0)
  const draw = (rows: readonly TableRow[]) => columns(rows, { widths: names.map((name) => widths[name]) })
  return {
    head: draw([names.map((name) => [{ text: name.toUpperCase(), paint: palette.quiet }])]),
    draw: (rows: readonly Issue[]) => {
      const codes = rows.map((issue) => excerptLines(issue, columnGap, style))
      return draw(
        rows.flatMap((issue, at): TableRow[] => {
          const row = describe(issue)
          const cells = names.map((name) => renderIssueCell(row, name, widths, style))
          const lines = codes[at] ?? []
          const isNew = lines.length > 0 && lines.join('\n') !== codes[at - 1]?.join('\n')
          return isNew ? [cells, { lines }] : [cells]
        }),
      )
    },
  }
}

function renderIssueCell(
  row: IssueRow,
  name: ColumnName,
  widths: ColumnWidths,
  { palette, linkPlace }: TableStyle,
): Cell {
  const { [name]: text, issue, excuse } = row
  if (name === 'severity') return [{ text, paint: palette.severity[issue.severity] }]
  if (name === 'place') {
    const { file, line, column = 1, old_place: oldPlace } = issue
    const place = cutPlace(text, widths.place)
    const isHere = file !== undefined && line !== undefined && oldPlace === undefined
    return isHere && linkPlace ? { text: place, href: linkPlace(file, line, column) } : place
  }
  if (name === 'api') return cutMiddle(text, widths.api)
  if (name === 'rule') return [{ text, paint: palette.title }]
  if (name !== 'message') return [{ text: cutMiddle(text, widths[name]), paint: palette.quiet }]
  const rule = widths.rule > 0 ? '' : row.rule
  return [{ text }, { text: excuse, paint: palette.quiet }, { text: rule, paint: palette.title }]
}

function measureRows(rows: readonly IssueRow[]) {
  const measureColumn = (name: ColumnName): number => {
    const widest = Math.max(0, ...rows.map((row) => measureWidth(row[name])))
    return widest === 0 ? 0 : Math.max(widest, name.length)
  }
  const natural = Object.fromEntries(columnNames.map((name) => [name, measureColumn(name)]))
  const places = rows.map(({ place }) => splitPlace(place))
  const position = Math.max(0, ...places.map(([, position]) => position.length))
  return {
    natural: natural as Record<ColumnName, number>,
    least: {
      api: findLeastWidth(rows.map(({ api }) => api)),
      place: findLeastWidth(places.flatMap(([name, { length }]) => (length > 0 ? [name] : []))) + position,
    },
  }
}

/** Words for each of `issues`: a row repeats neither its heading nor what all rows share. */
function createDescriber(issues: readonly Issue[], run: Run, by: Grouping | undefined) {
  const subjects = groupSubjects(run, issues).filter((subject) => subject.issues.length > 0)
  const titles = new Map(subjects.map(({ title, issues: [first] }) => [first && nameTarget(first), title]))
  const isOfFiles = issues.every(({ file, definition }) => file !== undefined && definition === undefined)
  const hasApi = subjects.length > 1 && by !== 'api' && !isOfFiles
  const hasSeveral = (files: readonly (string | undefined)[]) => new Set(files).size > 1
  const hasFile =
    by === 'api'
      ? subjects.some((subject) => hasSeveral([subject.file, ...subject.issues.map(({ file }) => file)]))
      : by !== 'file' && hasSeveral(issues.map(({ file }) => file))
  const rulesets = new Set(issues.map(({ ruleset_id }) => ruleset_id))
  const rulesOfRulesets = new Set(
    issues.map(({ ruleset_id, rule_id }) => JSON.stringify([ruleset_id, rule_id])),
  )
  const isAmbiguous = rulesOfRulesets.size > new Set(issues.map(({ rule_id }) => rule_id)).size
  return (issue: Issue): IssueRow => {
    const title = titles.get(nameTarget(issue)) ?? issue.api_id
    const ruleset = rulesets.size > 1 ? excerpt(issue.ruleset_name || issue.ruleset_id) : ''
    return {
      issue,
      severity: issue.severity,
      api: hasApi && title !== issue.file ? excerpt(title) : '',
      place: renderPlace(issue, hasFile),
      rule: by === 'rule' ? '' : `${excerpt(issue.rule_id)}${isAmbiguous ? ` (${ruleset})` : ''}`,
      ruleset: isAmbiguous ? '' : ruleset,
      message: renderMessage(issue),
      excuse: issue.excused ? `not counted: ${excerpt(excuseWords(issue.excused))}` : '',
      path: excerpt(issue.path) || '(root)',
    }
  }
}

const fixMarks = { safe: ' [fix]', unsafe: ' [fix?]', no: '' }

function renderMessage(issue: Issue): string {
  const { message, severity_change: change, fixable = 'no' } = issue
  const changes = change ? ` (${excerpt(changeWords(change))})` : ''
  return `${excerpt(message)}${renderFirstPlace(issue)}${changes}${fixMarks[fixable]}`
}

/** `line:column`, in its file if there are several, at the base for what was removed; without a line the path. */
function renderPlace(issue: Issue, hasFile: boolean): string {
  if (issue.old_place !== undefined) return excerpt(renderOldPlace(issue))
  const { line, column } = findIssuePosition(issue)
  const file = hasFile ? excerpt(issue.file ?? '') : ''
  const position = line > 0 ? `${line}:${column}` : excerpt(issue.path) || '(root)'
  return file === '' ? position : `${file}${line > 0 ? ':' : ' '}${position}`
}
