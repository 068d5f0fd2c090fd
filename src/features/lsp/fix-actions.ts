import { resolve } from 'node:path'
import { type CodeAction, CodeActionKind, type TextEdit } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { GovError } from '../../core/model/errors.ts'
import { findDefinitionFile } from '../../core/model/identity.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import { collectFixes, type FixedFile, type FixOptions, fixDefinitions } from '../fix/index.ts'
import type { ShownIssue } from './issues-at.ts'
import type { Root } from './root.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'

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
export async function fixActions(shown: readonly ShownIssue[], session: Session): Promise<CodeAction[]> {
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
export async function resolveFix(chosen: CodeAction, session: Session, roots: Roots): Promise<CodeAction> {
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
