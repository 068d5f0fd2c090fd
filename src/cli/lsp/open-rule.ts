import { type CodeAction, CodeActionKind, type Connection } from 'vscode-languageserver'
import { GovError } from '../../model/errors.ts'
import { type RulePlace, rulePlace } from '../../run/live/rule-place.ts'
import { sanitize } from '../../text/sanitize.ts'
import type { ShownIssue } from './issues-at.ts'
import type { Session } from './session.ts'

export const openRuleCommand = 'gov.openRule'

/** Undefined where the rule is neither in a file here nor documented. */
export async function openRuleAction(
  { issue, root }: ShownIssue,
  session: Session,
): Promise<CodeAction | undefined> {
  if (!session.client()?.window?.showDocument?.support) return undefined
  const place = await find(issue.rule_id, root.cwd, session)
  if (place === undefined) return undefined
  const title = sanitize(`Open the rule ${issue.rule_id}`)
  return {
    title,
    kind: CodeActionKind.QuickFix,
    command: { title, command: openRuleCommand, arguments: [place] },
  }
}

async function find(rule: string, cwd: string, session: Session): Promise<RulePlace | undefined> {
  try {
    return await rulePlace(rule, session.requestFor([]), session.worldIn(cwd))
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    return undefined
  }
}

/** The place is what the action carried; anything else opens nothing. */
export async function openTheRule(place: unknown, connection: Connection, { uriOf }: Session): Promise<void> {
  const { file, url, line, column } = Object(place)
  if (typeof url === 'string' && /^https?:\/\//.test(url))
    await connection.window.showDocument({ uri: url, external: true })
  if (typeof file !== 'string') return
  const start = { line: Number(line) - 1, character: Number(column) - 1 }
  await connection.window.showDocument({
    uri: uriOf(file),
    takeFocus: true,
    selection: { start, end: start },
  })
}
