import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type CodeActionParams,
  type Connection,
  type ServerCapabilities,
  type TextEdit,
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { withoutMark } from '../../core/document/document.ts'
import { GovError } from '../../core/model/errors.ts'
import { identifyTarget } from '../../core/model/target.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import { createSelection, explainWiderWaiver, openWaivers } from '../waivers/index.ts'
import { findIssuesInRange, type ShownIssue } from './diagnostics.ts'
import { createWorkspaceEdit, fixAllActions, fixAllKind, fixIssueActions, resolveFix } from './fix-actions.ts'
import { cancellable } from './lifecycle.ts'
import type { Roots } from './roots.ts'
import { findRulePlace } from './rule-place.ts'
import type { Session } from './session.ts'

export function addCodeActions(connection: Connection, session: Session, roots: Roots): ServerCapabilities {
  connection.onCodeAction(cancellable((params) => listActions(params, session, roots)))
  connection.onCodeActionResolve(cancellable((action) => resolveFix(action, session, roots)))
  connection.onExecuteCommand(async ({ command, arguments: [argument] = [] }) => {
    if (command === openRuleCommand) await openTheRule(argument, connection, session)
    if (command !== fixCommand) return
    const { title, edit } = await resolveFix({ title: 'gov fix', data: argument }, session, roots)
    if (edit) await connection.workspace.applyEdit({ label: title, edit })
  })
  return {
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAllKind], resolveProvider: true },
    executeCommandProvider: { commands: [openRuleCommand, fixCommand] },
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
  if (path === undefined) return []
  const shown = (await findIssuesInRange(path, range, session, roots)).slice(0, mostIssues)
  const counting = shown.filter(({ issue }) => issue.excused === undefined)
  // Another definition that goes on in this file has a say in how it is fixed.
  if (counting.length > 0) await roots.settled(path)
  const all = [
    ...(isWanted(CodeActionKind.QuickFix, context) ? await quickFixes(counting, session) : []),
    ...(isWanted(fixAllKind, context)
      ? fixAllActions(roots.findRoots(path), context.only ? undefined : counting)
      : []),
  ]
  const { resolveSupport, disabledSupport } = session.client()?.textDocument?.codeAction ?? {}
  const useful = all.filter(({ disabled }) => disabled === undefined || disabledSupport === true)
  if (resolveSupport?.properties.includes('edit')) return useful
  if (session.client()?.workspace?.applyEdit) return useful.map(asCommand)
  const resolved: CodeAction[] = []
  for (const action of useful) {
    const made = await resolveFix(action, session, roots).catch(() => undefined)
    // One that cannot be made is not offered.
    if (made) resolved.push(made)
  }
  return resolved
}

/** For a client that asks for no edit, but takes one: it is made when the action is chosen. */
function asCommand({ data, ...action }: CodeAction): CodeAction {
  if (data === undefined) return action
  return { ...action, command: { title: action.title, command: fixCommand, arguments: [data] } }
}

/** A client that asks for `source` gets `source.fixAll.gov`, too. */
function isWanted(kind: string, { only }: CodeActionContext): boolean {
  return only?.some((each) => each === '' || each === kind || kind.startsWith(`${each}.`)) ?? true
}

async function quickFixes(counting: readonly ShownIssue[], session: Session): Promise<CodeAction[]> {
  const oneOfRule = [...new Map(counting.map((shown) => [shown.issue.rule_id, shown])).values()]
  const actions = await Promise.all([
    ...oneOfRule.map((shown) => waiveAction(shown, session)),
    ...oneOfRule.map((shown) => openRuleAction(shown, session)),
  ])
  return [...fixIssueActions(counting), ...actions.flatMap((action) => action ?? [])]
}

const openRuleCommand = 'gov.openRule'
const fixCommand = 'gov.fix'

/** Undefined where the rule is neither in a file here nor documented. */
async function openRuleAction(
  { issue, root, diagnostic }: ShownIssue,
  session: Session,
): Promise<CodeAction | undefined> {
  if (!session.client()?.window?.showDocument?.support) return undefined
  const place = await findRulePlace(issue.rule_id, session.requestFor([]), session.worldIn(root.cwd))
  if (place === undefined) return undefined
  const title = sanitize(`Open the rule ${issue.rule_id}`)
  const command = { title, command: openRuleCommand, arguments: [place] }
  return { title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], command }
}

/** The place is what the action carried; anything else opens nothing. */
async function openTheRule(place: unknown, connection: Connection, { uriOf }: Session): Promise<void> {
  const { file, url, line, column } = Object(place)
  if (typeof url === 'string' && /^https?:\/\//.test(url))
    await connection.window.showDocument({ uri: url, external: true })
  if (typeof file !== 'string') return
  const start = { line: Number(line) - 1, character: Number(column) - 1 }
  const selection = { start, end: start }
  await connection.window.showDocument({ uri: uriOf(file), takeFocus: true, selection })
}

const days = 30
const blank = 'gov-blank-to-fill'
const dayMs = 86_400_000

/** Adds a waiver of this issue alone to the open config, refused until a person fills in reason and owner. Undefined: no config. */
async function waiveAction(
  { issue, root, diagnostic }: ShownIssue,
  session: Session,
): Promise<CodeAction | undefined> {
  const { context, requestFor, worldIn, openText } = session
  const { config } = requestFor([])
  const explicit = typeof config === 'object' ? config.file : undefined
  const expires = new Date(context.now().getTime() + days * dayMs).toISOString().slice(0, 10)
  const waiver = { ...createSelection(issue), reason: blank, owner: blank, expires }
  const where = waiver.path === undefined ? `in all of ${identifyTarget(issue).id}` : 'here'
  const title = sanitize(
    `Waive ${issue.rule_id} ${where} until ${expires} (write its reason and owner in the config)`,
  )
  const action = { title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic] }
  const reason = explainWiderWaiver(issue, root.judged?.report.issues ?? [issue])
  if (reason !== undefined) return { ...action, disabled: { reason } }
  try {
    const { file, propose } = await openWaivers(explicit, worldIn(root.cwd))
    const { before, after: filled } = propose(waiver)
    const after = filled.replaceAll(new RegExp(`"?${blank}"?`, 'g'), '""')
    const open = openText(file)
    if (open && withoutMark(open.text) !== before)
      return { ...action, disabled: { reason: 'the config has unsaved changes' } }
    return { ...action, edit: createWorkspaceEdit([[file, [createTextEdit(before, after)]]], session) }
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    if (error.code === 'config-not-found') return undefined
    return { ...action, disabled: { reason: sanitize(error.message) } }
  }
}

/** The part between what both texts begin and end with. */
function createTextEdit(before: string, after: string): TextEdit {
  const document = TextDocument.create('', '', 0, before)
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let same = 0
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++
  const end = before.length - same
  return {
    range: { start: document.positionAt(start), end: document.positionAt(end) },
    newText: after.slice(start, after.length - same),
  }
}
