import type { Issue } from '../../core/model/issue.ts'
import type { Run } from '../../core/model/run.ts'
import { countIssues } from '../../core/model/severity.ts'
import { suggest } from '../../core/text/suggest.ts'
import { wrap } from '../../core/text/width.ts'
import { countWords, excerpt, plural } from '../../core/text/wording.ts'
import { type Grouping, listRulesWithoutIssues } from '../selection.ts'
import { groupSubjects } from '../subjects.ts'
import type { Group, TableChoice } from './choose.ts'
import { type CellText, renderTexts } from './columns.ts'
import { createIssueTable } from './issue-table.ts'
import type { Palette, TableStyle } from './palette.ts'

/** The listed issues, a row each, under headings if they are asked for. */
export function renderIssueSections(
  run: Run,
  { by, listed, groups }: Pick<TableChoice, 'by' | 'listed' | 'groups'>,
  style: TableStyle,
): string[][] {
  if (listed.length === 0) return []
  const { head, draw } = createIssueTable(listed, run, by, style)
  // One text of each, so that the many small ones that it is made of live no longer than they are needed.
  if (by === undefined)
    return [[...(head.length > 0 ? renderShared(run, listed, style) : []), ...head, draw(listed).join('\n')]]
  const others = groups.filter(({ rows }) => rows.length === 0)
  const left = others.reduce((sum, { issues }) => sum + issues.length, 0)
  const more = `… and ${plural(others.length, `more ${by === 'api' ? 'API' : by}`)} with ${plural(left, 'issue')}`
  return [
    [...head],
    ...groups
      .filter(({ rows }) => rows.length > 0)
      .map((group) => [...renderGroupHeading(group, by, style), draw(group.rows).join('\n')]),
    others.length > 0 ? wrap(more, style.width).map(style.palette.quiet) : [],
  ]
}

/** The API or the file that all rows share. */
function renderShared(run: Run, listed: readonly Issue[], { palette, width }: TableStyle): string[] {
  const [first] = listed
  const [subject, ...others] = groupSubjects(run, listed).filter(({ issues }) => issues.length > 0)
  if (first === undefined || subject === undefined) return []
  const file = listed.every((issue) => issue.file === first.file) ? first.file : undefined
  const title = others.length === 0 ? subject.title : file
  return title === undefined
    ? []
    : renderTexts(renderTitle({ title, file: file ?? subject.file }, palette), width)
}

function renderGroupHeading(group: Group, by: Grouping, { palette, width }: TableStyle): string[] {
  // The title of a severity has its count.
  const counts = by === 'severity' ? [] : countWords(countIssues(group.issues), 'some')
  const words = counts.map(([severity, text]) => ({ text, paint: palette.severity[severity] }))
  const summary = { text: excerpt(group.summary ?? ''), paint: palette.quiet }
  return renderTexts([...renderTitle(group, palette), ...words, summary], width)
}

/** The title, with its file beside it when it has one. */
function renderTitle({ title, file = title }: Pick<Group, 'title' | 'file'>, palette: Palette): CellText[] {
  const beside = file === title ? '' : excerpt(file)
  return [
    { text: excerpt(title), paint: palette.title },
    { text: beside, paint: palette.quiet },
  ]
}

/** How many issues are not listed, why, and how to see them. Empty when all are. */
export function renderHidden(
  { counted, selected, listed, select }: TableChoice,
  { palette, width }: TableStyle,
): string[] {
  const rules = [...new Set(counted.map(({ rule_id }) => rule_id))]
  const none = listRulesWithoutIssues(select, counted).map((rule) => {
    const near = suggest(rule, rules)
    return `No issue is of rule ${excerpt(rule)}.${near === undefined ? '' : ` Did you mean ${excerpt(near)}?`}`
  })
  const filters = [
    ...(select.severity === undefined ? [] : [`--severity ${select.severity}`]),
    ...(select.rules === undefined ? [] : ['--rule']),
  ]
  const filtered = counted.length - selected.length
  const by =
    filtered > 0
      ? `; ${filters.join(' and ')} ${filters.length === 1 ? 'hides' : 'hide'} ${plural(filtered, 'issue')}`
      : ''
  const more =
    selected.length === 0
      ? `To list them, leave out ${filters.join(' and ')}.`
      : 'More: --limit all, --rule RULE, --group-by rule. In a file: --output html=report.html'
  const text = `${listed.length} of ${plural(counted.length, 'issue')} listed${by}. The verdict counts all of them. ${more}`
  const hidden = listed.length === counted.length ? [] : wrap(text, width)
  return [...none, ...hidden].map(palette.quiet)
}
