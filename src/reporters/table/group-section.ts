import type { Issue } from '../../core/model/issue.ts'
import { countIssues } from '../../core/model/severity.ts'
import { suggest } from '../../core/text/suggest.ts'
import { wrap } from '../../core/text/width.ts'
import { countWords, excerpt, plural } from '../../core/text/wording.ts'
import type { Grouping } from '../selection.ts'
import type { Group, TableChoice } from './choose.ts'
import { type NamedColumns, renderIssueRows } from './issue-rows.ts'
import type { Palette, TableStyle } from './palette.ts'
import { breakPart, type Part } from './part.ts'

/** Headings without rows, and lines of APIs without issues. */
export const maxHeadings = 10

/** A heading with its counts, a line, and the rows that are listed of it. */
export function groupSection(
  group: Group & { readonly rows: readonly Issue[] },
  by: Grouping,
  withRuleset: boolean,
  style: TableStyle,
): string[] {
  const named: NamedColumns = { ruleset: withRuleset, api: by !== 'api' && by !== 'file' }
  return [
    ...heading(group, by, style),
    style.palette.quiet('─'.repeat(style.width)),
    ...renderIssueRows(group.rows, named, style),
  ]
}

const nouns: Readonly<Record<Grouping, string>> = {
  api: 'API',
  file: 'file',
  operation: 'operation',
  rule: 'rule',
  severity: 'severity',
}

/** The headings of groups of which no row is listed. */
export function otherHeadings({ groups, by }: TableChoice, style: TableStyle): string[] {
  const others = groups.filter(({ rows }) => rows.length === 0)
  const rest = others.slice(maxHeadings)
  const issues = rest.reduce((sum, group) => sum + group.issues.length, 0)
  const more = `… and ${plural(rest.length, `more ${nouns[by]}`)} with ${plural(issues, 'issue')}`
  return [
    ...others.slice(0, maxHeadings).flatMap((group) => heading(group, by, style)),
    ...(rest.length > 0 ? [style.palette.quiet(more)] : []),
  ]
}

function heading(group: Group, by: Grouping, { palette, width }: TableStyle): string[] {
  const summary =
    group.summary === undefined ? undefined : { text: excerpt(group.summary), paint: palette.quiet }
  // The title of a severity has its count.
  const counts = by === 'severity' ? [] : countWords(countIssues(group.issues), 'some')
  const after = counts.reduceRight<Part | undefined>(
    (aside, [severity, text]) => ({ text, paint: palette.severity[severity], aside }),
    summary,
  )
  return breakPart(titlePart(group, palette, after), width)
}

/** The title with its file beside it when it has one, then `after`. */
export function titlePart(
  { title, file }: Pick<Group, 'title' | 'file'>,
  palette: Palette,
  after?: Part,
): Part {
  const beside =
    file === undefined || file === title ? after : { text: excerpt(file), paint: palette.quiet, aside: after }
  return { text: excerpt(title), paint: palette.title, aside: beside }
}

/** How many issues are not listed, why, and how to see them. Empty when all are. */
export function hiddenLines(
  { counted, selected, rowCount, select, unmatched }: TableChoice,
  style: TableStyle,
): string[] {
  const rules = [...new Set(counted.map(({ rule_id }) => rule_id))]
  const none = unmatched.map((rule) => {
    const near = suggest(rule, rules)
    return `No issue is of rule ${excerpt(rule)}.${near === undefined ? '' : ` Did you mean ${excerpt(near)}?`}`
  })
  if (rowCount === counted.length) return none
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
      : 'More: --limit 100, --rule RULE, --group-by rule. All: --output html=report.html'
  const text = `${rowCount} of ${plural(counted.length, 'issue')} listed${by}. The verdict counts all of them. ${more}`
  return [...none, ...wrap(text, style.width)].map(style.palette.quiet)
}
