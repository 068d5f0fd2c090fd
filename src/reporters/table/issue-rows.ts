import type { Issue } from '../../core/model/issue.ts'
import { findIssuePosition } from '../../core/model/issue-order.ts'
import { changeWords } from '../../core/model/severity-change.ts'
import { measureWidth, wrap } from '../../core/text/width.ts'
import { excerpt } from '../../core/text/wording.ts'
import { renderOldPlace } from '../file-place.ts'
import { excuseWords } from '../words/excuse-words.ts'
import { columns, type TableRow } from './columns.ts'
import { excerptLines } from './excerpt-lines.ts'
import { keepText, type Palette, type TableStyle } from './palette.ts'
import { columnGap, measurePart, type Part } from './part.ts'

/** The parts of each column, one above the other. */
type Columns = readonly (readonly Part[])[]

const severityWidth = 5
const indent = severityWidth + columnGap

/** From here on rule, place and message are side by side; below, each issue is a short paragraph. */
const sideBySide = 150

/** The lines of `issues`, each its severity, rule, message, place and how to fix it. */
export function renderIssueRows(issues: readonly Issue[], named: NamedColumns, style: TableStyle): string[] {
  const { palette, width } = style
  const room = width - indent
  const texts = renderIssueTexts(issues, named, palette)
  const columnsOf = width >= sideBySide ? renderThreeColumns : renderParagraph
  const rows = texts.map(columnsOf)
  const widths = measureIssues(rows, texts, room)
  const lines: string[] = []
  const block: TableRow[] = []
  const draw = () => {
    lines.push(...columns(block.splice(0), { widths: [severityWidth, ...widths] }))
  }
  let excerpt = ''
  for (const [index, text] of texts.entries()) {
    const { severity, position } = text
    const outside = position && measureWidth(position.text) > placeWidth(widths) ? position : undefined
    block.push([[severity], ...columnsOf(outside ? { ...text, position: undefined } : text)])
    const issue = issues[index]
    const code = issue ? excerptLines(issue, indent, style) : []
    const isNew = code.length > 0 && code.join('\n') !== excerpt
    if (outside === undefined && !isNew) continue
    draw()
    if (outside) lines.push(...renderWholeLine(outside, width))
    if (isNew) lines.push(...code)
    excerpt = isNew ? code.join('\n') : excerpt
  }
  draw()
  return lines
}

function renderThreeColumns({ rule, ruleset, position, path, message, fix }: IssueText): Columns {
  return [[{ ...rule, aside: ruleset }], [addPath(position, path)], fix ? [message, fix] : [message]]
}

function renderParagraph({ rule, ruleset, position, path, message, fix }: IssueText): Columns {
  const where = addPath(position, { ...path, aside: ruleset })
  return [[{ ...rule, aside: message }, where, ...(fix ? [fix] : [])]]
}

function addPath(position: Part | undefined, path: Part): Part {
  return position ? { ...position, aside: path } : path
}

/** A position that its column is too narrow for has a line of its own, indented as far as it can be. */
function renderWholeLine(position: Part, width: number): string[] {
  const spaces = ' '.repeat(Math.max(0, Math.min(indent, width - measureWidth(position.text))))
  return wrap(position.text, width).map((line) => spaces + position.paint(line))
}

/** The position is in the column before the message, or in the only one. */
function placeWidth(widths: readonly number[]): number {
  return widths.at(-2) ?? widths[0] ?? 0
}

/**
 * Every column gets what it needs while there is room. When there is not, the rule keeps to a quarter, and the
 * place to half of what it shares with the message, more when a position needs it.
 */
function measureIssues(rows: readonly Columns[], texts: readonly IssueText[], room: number): number[] {
  if (rows[0]?.length === 1) return [room]
  const [rule = 0, place = 0, message = 0] = measureColumns(rows)
  const ruleWidth = Math.min(rule, Math.floor(room / 4))
  const shared = room - ruleWidth - 2 * columnGap
  const position = Math.max(0, ...texts.map((text) => measureWidth(text.position?.text ?? '')))
  const least = position <= shared - 28 ? position : 0
  const placeWidth = Math.min(place, Math.max(Math.floor(shared / 2), least, shared - message))
  return [ruleWidth, placeWidth, shared - placeWidth]
}

function measureColumns(rows: readonly Columns[]): number[] {
  return (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.flatMap((columns) => (columns[index] ?? []).map(measurePart))),
  )
}

/** One issue in words, before anything is broken into lines. */
interface IssueText {
  readonly severity: Part
  readonly rule: Part
  /** Absent when only one ruleset ran. */
  readonly ruleset: Part | undefined
  /** `file:line:column`, never broken, so that a terminal can make it a link. */
  readonly position: Part | undefined
  readonly path: Part
  readonly message: Part
  readonly fix: Part | undefined
}

/** Columns besides the rule: a row repeats nothing from its heading. */
export interface NamedColumns {
  readonly ruleset: boolean
  readonly api: boolean
}

/** `issues` in words. How to fix a rule's issues is said once, at the first of them. */
function renderIssueTexts(issues: readonly Issue[], named: NamedColumns, palette: Palette): IssueText[] {
  const explainedRules = new Set<string>()
  const rules = issues.map(({ rule_id }) => excerpt(rule_id))
  const positions = issues.map((issue) => renderPosition(issue, named.api))
  // Texts beside rules are aligned, and so are paths.
  const besideRule = columnGap + Math.max(...rules.map(measureWidth))
  const besidePosition = columnGap + Math.max(...positions.map(measureWidth))
  return issues.map((issue, index) => ({
    severity: { text: issue.severity, paint: palette.severity[issue.severity] },
    rule: { text: rules[index] ?? '', paint: palette.title, asideAt: besideRule },
    ruleset: named.ruleset
      ? { text: excerpt(issue.ruleset_name || issue.ruleset_id), paint: palette.quiet }
      : undefined,
    position: positions[index]
      ? { text: positions[index], paint: keepText, asideAt: besidePosition }
      : undefined,
    path: { text: excerpt(issue.path) || '(root)', paint: palette.quiet },
    message: { text: renderMessage(issue), paint: keepText },
    fix: renderFix(issue, explainedRules, palette),
  }))
}

function renderMessage({ message, severity_change: change, fixable = 'no' }: Issue): string {
  const changes = change ? ` (${excerpt(changeWords(change))})` : ''
  return `${excerpt(message)}${changes}${fixMarks[fixable]}`
}

const fixMarks = { safe: ' [fix]', unsafe: ' [fix --unsafe]', no: '' }

/** An issue that does not count need not be fixed: its excuse is shown instead. */
function renderFix(issue: Issue, explainedRules: Set<string>, { quiet }: Palette): Part | undefined {
  const { ruleset_id, rule_id, how_to_fix = '', excused } = issue
  if (excused) return { text: `not counted: ${excerpt(excuseWords(excused))}`, paint: quiet }
  const fix = excerpt(how_to_fix)
  const key = JSON.stringify([ruleset_id, rule_id, fix])
  if (fix === '' || explainedRules.has(key)) return undefined
  explainedRules.add(key)
  return { text: `fix: ${fix}`, paint: quiet }
}

/** `file:line:column`, or as much of it as is known, at the base for what was removed; `withApi` names the API of an issue that is in no file. */
export function renderPosition(issue: Issue, withApi: boolean): string {
  if (issue.old_place !== undefined) return excerpt(renderOldPlace(issue))
  const { line, column } = findIssuePosition(issue)
  const subject = excerpt(issue.file ?? (withApi ? issue.api_id : ''))
  if (line <= 0) return subject
  return `${subject === '' ? '' : `${subject}:`}${line}:${column}`
}
