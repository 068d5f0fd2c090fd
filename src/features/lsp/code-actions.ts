import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Connection,
  type ServerCapabilities,
} from 'vscode-languageserver'
import { GovError } from '../../core/model/errors.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import { fixActions, resolveFix } from './fix-actions.ts'
import { findIssuesInRange, type ShownIssue } from './issues-at.ts'
import { type RulePlace, rulePlace } from './live/rule-place.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'
import { waiveAction } from './waive-action.ts'

/** Fixes, waivers and the way to the rule, for the issues that are shown in a selection. */
export function addCodeActions(connection: Connection, session: Session, roots: Roots): ServerCapabilities {
  connection.onCodeAction((params) => listActions(params, session, roots))
  connection.onCodeActionResolve((action) => resolveFix(action, session, roots))
  connection.onExecuteCommand(({ command, arguments: given = [] }) =>
    command === openRuleCommand ? openTheRule(given[0], connection, session) : undefined,
  )
  return {
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix], resolveProvider: true },
    executeCommandProvider: { commands: [openRuleCommand] },
  }
}

/** More would hide what is near the cursor. */
const mostIssues = 20

async function listActions(
  { textDocument, range, context }: CodeActionParams,
  session: Session,
  roots: Roots,
): Promise<CodeAction[]> {
  const path = session.pathOf(textDocument.uri)
  const isWanted = context.only?.every((kind) => !CodeActionKind.QuickFix.startsWith(kind)) !== true
  if (path === undefined || !isWanted) return []
  const shown = (await findIssuesInRange(path, range, session, roots)).slice(0, mostIssues)
  const counting = shown.filter(({ issue }) => issue.excused === undefined)
  const firstOfRule = [
    ...new Map(counting.map((shownIssue) => [shownIssue.issue.rule_id, shownIssue])).values(),
  ]
  const found = [
    ...(await fixActions(counting, session)),
    ...(await Promise.all(firstOfRule.map((shownIssue) => waiveAction(shownIssue, session)))),
    ...(await Promise.all(firstOfRule.map((shownIssue) => openRuleAction(shownIssue, session)))),
  ]
  return found.flatMap((action) => action ?? [])
}

const openRuleCommand = 'gov.openRule'

/** Undefined where the rule is neither in a file here nor documented. */
async function openRuleAction(
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
async function openTheRule(place: unknown, connection: Connection, { uriOf }: Session): Promise<void> {
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
