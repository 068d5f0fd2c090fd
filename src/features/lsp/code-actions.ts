import { resolve } from 'node:path'
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Connection,
  type ServerCapabilities,
  type TextEdit,
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { GovError } from '../../core/model/errors.ts'
import { findDefinitionFile } from '../../core/model/identity.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import { collectFixes, type FixedFile, type FixOptions, fixDefinitions } from '../fix/index.ts'
import { createSelection, openWaivers, whyNotAlone } from '../waivers/index.ts'
import { findIssuesInRange, type ShownIssue } from './issues-at.ts'
import { type RulePlace, rulePlace } from './live/rule-place.ts'
import type { Root } from './root.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'

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

const days = 30
/** Stands for what a person has to write. */
const blank = 'gov-blank-to-fill'
const dayMs = 86_400_000

/**
 * Adds a waiver of this issue alone to the config as it is in the editor, its reason and owner empty: until a person writes them there, the
 * config is refused. Undefined where there is no config to add to.
 */
async function waiveAction({ issue, root }: ShownIssue, session: Session): Promise<CodeAction | undefined> {
  const { context, requestFor, worldIn, openText, uriOf } = session
  const { config } = requestFor([])
  const explicit = typeof config === 'object' ? config.file : undefined
  const expires = new Date(context.now().getTime() + days * dayMs).toISOString().slice(0, 10)
  const waiver = { ...createSelection(issue), reason: blank, owner: blank, expires }
  const where = waiver.path === undefined ? `in all of ${findDefinitionFile(issue) ?? issue.api_id}` : 'here'
  const title = sanitize(
    `Waive ${issue.rule_id} ${where} until ${expires} (write its reason and owner in the config)`,
  )
  const action = { title, kind: CodeActionKind.QuickFix }
  const reason = whyNotAlone(issue, root.judged()?.report.issues ?? [issue])
  if (reason !== undefined) return { ...action, disabled: { reason } }
  try {
    const { file, propose } = await openWaivers(explicit, worldIn(root.cwd))
    const { before, after: filled } = propose(waiver)
    const after = filled.replaceAll(new RegExp(`"?${blank}"?`, 'g'), '""')
    const open = openText(file)
    if (open && withoutMark(open.text) !== before)
      return { ...action, disabled: { reason: 'the config has unsaved changes' } }
    return { ...action, edit: { changes: { [uriOf(file)]: [createTextEdit(before, after)] } } }
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

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}

/** What an action's edit is made from, once it is chosen. */
interface FixData {
  readonly root: string
  readonly rule: string
  /** The one issue to fix; absent: all of the rule. */
  readonly id?: string
}

/** One fix may be unsafe, since a person has chosen it; all of a rule are fixed only where that is safe. */
const review = 'This fix may change what the API means, or is to be completed: review it.'

/** For each issue that has a fix: this one, and all of its rule. The edits are made when one is chosen. */
async function fixActions(shown: readonly ShownIssue[], session: Session): Promise<CodeAction[]> {
  const [first] = shown
  if (first === undefined) return []
  const known = await collectFixes(
    session.requestFor([first.root.live.file]),
    session.worldIn(first.root.cwd),
  )
  const fixable = shown.filter(({ issue }) => known.of(issue).length > 0)
  const rules = new Map(fixable.map((shownIssue) => [shownIssue.issue.rule_id, shownIssue]))
  return [
    ...fixable.map(({ issue, root }) =>
      action(`Fix: ${issue.rule_id}`, { root: root.path, rule: issue.rule_id, id: issue._id }),
    ),
    ...[...rules].map(([rule, { root }]) =>
      action(`Fix all of ${rule} in ${root.live.file}`, { root: root.path, rule }),
    ),
  ]
}

function action(title: string, data: FixData): CodeAction {
  return { title: sanitize(title), kind: CodeActionKind.QuickFix, data }
}

/** The action with its edit; where there is none to make, without one, and the client's window says why. */
async function resolveFix(chosen: CodeAction, session: Session, roots: Roots): Promise<CodeAction> {
  const data = parseFixData(chosen.data)
  const [root] = data ? roots.findRoots(data.root).filter(({ path }) => path === data.root) : []
  if (data === undefined || root === undefined) return chosen
  try {
    const { changes, reason, isSafe } = await createChanges(data, root, roots, session)
    if (changes && !isSafe) session.say(review)
    if (changes) return { ...chosen, edit: { changes } }
    session.say(sanitize(`${data.rule} is not fixed: ${reason}`))
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    session.say(sanitize(`${data.rule} is not fixed: ${error.message}. ${error.hint}`))
  }
  return { ...chosen, edit: { changes: {} } }
}

function parseFixData(data: unknown): FixData | undefined {
  const { root, rule, id } = Object(data)
  if (typeof root !== 'string' || typeof rule !== 'string') return undefined
  return { root, rule, ...(typeof id === 'string' && { id }) }
}

interface Made {
  readonly changes?: Record<string, TextEdit[]>
  readonly isSafe?: boolean
  readonly reason?: string
}

async function createChanges(
  { rule, id }: FixData,
  root: Root,
  roots: Roots,
  session: Session,
): Promise<Made> {
  let isSafe = true
  const accepts: FixOptions['accepts'] = async ({ alike }) => {
    const isOwn = alike.some(
      ({ issue }) => findDefinitionFile(issue) === root.live.file && (id === undefined || issue._id === id),
    )
    if (isOwn) isSafe &&= alike[0].kind === 'safe'
    return isOwn
  }
  const isOne = id !== undefined
  const options = { rules: [rule], accepts, allowsUnsafe: isOne, allowsPlaceholders: isOne }
  const request = session.requestFor(listOtherFiles(root, roots))
  const { files, unfixed, fixable } = await fixDefinitions(request, options, session.worldIn(root.cwd))
  if (files.length > 0) {
    const edits = files.map((file) => [
      session.uriOf(resolve(root.cwd, file.file)),
      createTextEdits(file, root, session),
    ])
    return { changes: Object.fromEntries(edits), isSafe }
  }
  if (fixable.unsafe + fixable.placeholder > 0)
    return { reason: 'its fixes are not safe; make them one at a time' }
  return { reason: unfixed[0]?.reason ?? 'there is nothing to change' }
}

/** The definition, and others that are checked here and have a file in common with it: what is edited must suit them, too. */
function listOtherFiles({ cwd, live }: Root, roots: Roots): readonly string[] {
  const own = live.inputs()
  const beside = [...roots.all()].filter(
    (root) => root.cwd === cwd && [...root.live.inputs()].some((path) => own.has(path)),
  )
  return [...new Set([live.file, ...beside.map((root) => root.live.file)])]
}

/** Offsets count without a byte order mark. A file that is not open is edited as it was read. */
function createTextEdits(
  { file, before, edits }: FixedFile,
  { cwd }: Root,
  { openText, uriOf }: Session,
): TextEdit[] {
  const path = resolve(cwd, file)
  const document = openText(path)?.document ?? TextDocument.create(uriOf(path), '', 0, before)
  const mark = document.getText().startsWith('\ufeff') ? 1 : 0
  return edits.map(({ start, end, text }) => ({
    range: { start: document.positionAt(start + mark), end: document.positionAt(end + mark) },
    newText: text,
  }))
}
