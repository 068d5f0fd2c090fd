import type { Issue } from '../../core/model/issue.ts'
import { changeWords } from '../../core/model/severity-change.ts'
import { measureWidth } from '../../core/text/width.ts'
import { excuseWords } from '../excuse-words.ts'
import { renderOldPlace } from '../file-place.ts'
import { findIssuePosition } from '../issue-order.ts'
import { excerpt } from '../wording.ts'
import { type Palette, unpainted } from './palette.ts'
import { gap, type Part } from './part.ts'

/** One issue in words, before anything is broken into lines. */
export interface IssueText {
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

/** What a row names beside its rule: only what its heading does not. */
export interface NamedColumns {
  readonly ruleset: boolean
  readonly api: boolean
}

/** `issues` in words. How to fix a rule's issues is said once, at the first of them. */
export function issueTexts(issues: readonly Issue[], named: NamedColumns, palette: Palette): IssueText[] {
  const explainedRules = new Set<string>()
  const rules = issues.map(({ rule_id }) => excerpt(rule_id))
  const positions = issues.map((issue) => renderPosition(issue, named.api))
  // What is next to a rule is under its like, and so do paths.
  const besideRule = gap + Math.max(...rules.map(measureWidth))
  const besidePosition = gap + Math.max(...positions.map(measureWidth))
  return issues.map((issue, index) => ({
    severity: { text: issue.severity, paint: palette.severity[issue.severity] },
    rule: { text: rules[index] ?? '', paint: palette.title, asideAt: besideRule },
    ruleset: named.ruleset
      ? { text: excerpt(issue.ruleset_name || issue.ruleset_id), paint: palette.quiet }
      : undefined,
    position: positions[index]
      ? { text: positions[index], paint: unpainted, asideAt: besidePosition }
      : undefined,
    path: { text: excerpt(issue.path) || '(root)', paint: palette.quiet },
    message: { text: renderMessage(issue), paint: unpainted },
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
