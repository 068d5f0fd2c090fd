import type { Excuse, Issue } from '../../model.ts'
import { excuseWords } from '../excuse.ts'
import { placeOf } from '../issue-order.ts'
import { excerpt } from '../wording.ts'
import type { Palette } from './palette.ts'
import { unpainted } from './palette.ts'
import type { Part } from './part.ts'
import { gap, widthOf } from './text.ts'

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

/** `issues` in words. How to fix a rule's issues is said once, at the first of them. */
export function issueTexts(
  issues: readonly Issue[],
  { palette, withRuleset }: { readonly palette: Palette; readonly withRuleset: boolean },
): IssueText[] {
  const said = new Set<string>()
  const texts = issues.map((issue) => {
    const fix = excerpt(issue.how_to_fix ?? '')
    const key = JSON.stringify([issue.ruleset_id, issue.rule_id, fix])
    if (issue.excused)
      return { ...issueText(issue, palette, withRuleset), fix: excuseOf(issue.excused, palette) }
    const isNew = fix !== '' && !said.has(key)
    said.add(key)
    return {
      ...issueText(issue, palette, withRuleset),
      fix: isNew ? { text: `fix: ${fix}`, paint: palette.quiet } : undefined,
    }
  })
  return aligned(texts)
}

/** What does not count need not be mended: why it does not is said in place of how to fix it. */
function excuseOf(excuse: Excuse, palette: Palette): Part {
  return { text: `not counted: ${excerpt(excuseWords(excuse))}`, paint: palette.quiet }
}

/** What stands beside a rule stands under its like, and so do paths. */
function aligned(texts: readonly IssueText[]): IssueText[] {
  const rule = gap + Math.max(...texts.map((text) => widthOf(text.rule.text)))
  const position = gap + Math.max(...texts.map((text) => widthOf(text.position?.text ?? '')))
  return texts.map((text) => ({
    ...text,
    rule: { ...text.rule, asideAt: rule },
    position: text.position && { ...text.position, asideAt: position },
  }))
}

function issueText(issue: Issue, palette: Palette, withRuleset: boolean): Omit<IssueText, 'fix'> {
  const ruleset = { text: excerpt(issue.ruleset_name || issue.ruleset_id), paint: palette.quiet }
  const { line, column } = placeOf(issue)
  const file = issue.file === undefined ? '' : `${excerpt(issue.file)}:`
  return {
    severity: { text: issue.severity, paint: palette.severity[issue.severity] },
    rule: { text: excerpt(issue.rule_id), paint: palette.title },
    ruleset: withRuleset ? ruleset : undefined,
    position: line > 0 ? { text: `${file}${line}:${column}`, paint: unpainted } : undefined,
    path: { text: excerpt(issue.path) || '(root)', paint: palette.quiet },
    message: { text: excerpt(issue.message), paint: unpainted },
  }
}
