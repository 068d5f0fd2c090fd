import { type CodeAction, CodeActionKind, type CodeActionParams } from 'vscode-languageserver'
import type { Feature } from './feature.ts'
import { fixActions, resolveFix } from './fix-actions.ts'
import { issuesAt } from './issues-at.ts'
import { openRuleAction, openRuleCommand, openTheRule } from './open-rule.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'
import { waiveAction } from './waive-action.ts'

/** Fixes, waivers and the way to the rule, for the issues that are shown in a selection. */
export const codeActions: Feature = {
  capabilities: () => ({
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix], resolveProvider: true },
    executeCommandProvider: { commands: [openRuleCommand] },
  }),
  register: (connection, session, roots) => {
    connection.onCodeAction((params) => actionsFor(params, session, roots))
    connection.onCodeActionResolve((action) => resolveFix(action, session, roots))
    connection.onExecuteCommand(({ command, arguments: given = [] }) =>
      command === openRuleCommand ? openTheRule(given[0], connection, session) : undefined,
    )
  },
}

/** More would hide what is near the cursor. */
const mostIssues = 20

async function actionsFor(
  { textDocument, range, context }: CodeActionParams,
  session: Session,
  roots: Roots,
): Promise<CodeAction[]> {
  const path = session.pathOf(textDocument.uri)
  const isWanted = context.only?.every((kind) => !CodeActionKind.QuickFix.startsWith(kind)) !== true
  if (path === undefined || !isWanted) return []
  const shown = (await issuesAt(path, range, session, roots)).slice(0, mostIssues)
  const counting = shown.filter(({ issue }) => issue.excused === undefined)
  const firstOfRule = [...new Map(counting.map((each) => [each.issue.rule_id, each])).values()]
  const found = [
    ...(await fixActions(counting, session)),
    ...(await Promise.all(firstOfRule.map((each) => waiveAction(each, session)))),
    ...(await Promise.all(firstOfRule.map((each) => openRuleAction(each, session)))),
  ]
  return found.flatMap((action) => action ?? [])
}
