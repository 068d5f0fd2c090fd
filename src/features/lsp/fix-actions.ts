import { resolve } from 'node:path'
import {
  type CodeAction,
  CodeActionKind,
  LSPErrorCodes,
  ResponseError,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { GovError } from '../../core/model/errors.ts'
import type { FixKind } from '../../core/model/fixes.ts'
import type { Issue } from '../../core/model/issue.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import type { FixedFile } from '../fix/index.ts'
import type { ShownIssue } from './diagnostics.ts'
import type { Root } from './root.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'
import type { ToFix } from './work/worker.ts'

export const fixAllKind = `${CodeActionKind.SourceFixAll}.gov`

/** The data from which an action's edit is made, once it is chosen. */
interface FixData extends Pick<ToFix, 'rule' | 'id' | 'isSafe'> {
  readonly root: string
}

const notes: Readonly<Record<FixKind, string>> = {
  safe: '',
  unsafe: ' (unsafe)',
  placeholder: ' (to complete)',
}

/** For each issue that has a fix: this one, and, if it is safe, all of its rule that are safe. Edits are made when one is chosen. */
export function fixIssueActions(shown: readonly ShownIssue[]): readonly CodeAction[] {
  const known = shown.map((one) => ({ ...one, kind: one.root.last.kinds.get(one.issue._id) }))
  const ones = known.flatMap(({ issue: { rule_id: rule, _id: id }, root, diagnostic, kind }) => {
    if (kind === undefined) return []
    const title = `Fix: ${rule}${notes[kind]}`
    const action = createAction(title, CodeActionKind.QuickFix, {
      ...{ root: root.path, rule, id },
      ...(kind === 'safe' && { isSafe: true }),
    })
    return { ...action, diagnostics: [diagnostic], ...(kind === 'safe' && { isPreferred: true }) }
  })
  const safe = groupBy(
    known.filter(({ kind }) => kind === 'safe'),
    ({ root, issue }) => `${root.path} ${issue.rule_id}`,
  )
  const alls = [...safe.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { root, issue } = first
    const { rule_id: rule } = issue
    if (listCounting(root).filter(({ rule_id }) => rule_id === rule).length < 2) return []
    const title = `Fix all of ${rule} in ${root.last.file}`
    const action = createAction(title, CodeActionKind.QuickFix, { root: root.path, rule })
    return { ...action, diagnostics: [first, ...others].map(({ diagnostic }) => diagnostic) }
  })
  return [...ones, ...alls]
}

/** One for each definition in which one of these issues, or of all where none are named, is safe to fix. */
export function fixAllActions(
  definitions: readonly Root[],
  shown?: readonly ShownIssue[],
): readonly CodeAction[] {
  return definitions.flatMap((root) => {
    const issues = shown?.filter((one) => one.root === root).map(({ issue }) => issue) ?? listCounting(root)
    const { kinds, file } = root.last
    if (!issues.some(({ _id: id }) => kinds.get(id) === 'safe')) return []
    return createAction(`Fix all that is safe to fix in ${file}`, fixAllKind, { root: root.path })
  })
}

function listCounting(root: Root): readonly Issue[] {
  return (root.judged?.report.issues ?? []).filter(({ excused }) => excused === undefined)
}

function createAction(title: string, kind: CodeActionKind, data: FixData): CodeAction {
  return { title: sanitize(title), kind, data }
}

/** The action with its edit. Rejects with what the client shows where there is none to make. */
export async function resolveFix(
  { data: sent, ...chosen }: CodeAction,
  session: Session,
  roots: Roots,
): Promise<CodeAction> {
  const data = parseFixData(sent)
  if (data === undefined) return chosen
  const root = [...roots.all()].find(({ path }) => path === data.root)
  const what = data.rule ?? 'the definition'
  if (root?.judged === undefined) throw notFixedError(`${what} is not fixed: the text has changed since`)
  try {
    const edits = await createEdits(data, root, roots, session)
    return { ...chosen, edit: createWorkspaceEdit(edits, session) }
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    throw notFixedError(`${what} is not fixed: ${error.message}. ${error.hint}`)
  }
}

function notFixedError(message: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, sanitize(message))
}

function parseFixData(data: unknown): FixData | undefined {
  const { root, rule, id, isSafe } = Object(data)
  if (typeof root !== 'string') return undefined
  const issue = typeof id === 'string' && { id, isSafe: isSafe === true }
  return { root, ...(typeof rule === 'string' && { rule }), ...issue }
}

type Edits = readonly (readonly [path: string, readonly TextEdit[]])[]

async function createEdits(data: FixData, root: Root, roots: Roots, session: Session): Promise<Edits> {
  const { file } = root.last
  const { cwd } = root
  const work = session.fixes.run('fix', { ...data, cwd, file, files: listFiles(root, roots) })
  const { files, reason } = await session.show(`Fixing ${file}`, work)
  if (files.length === 0) throw notFixedError(`${data.rule ?? file} is not fixed: ${reason}`)
  return files.map((fixed) => [resolve(cwd, fixed.file), createTextEdits(fixed, root, session)])
}

/** The definition, and others that are checked here and have a file in common with it: what is edited must suit them, too. */
function listFiles(root: Root, roots: Roots): readonly string[] {
  const inputs = root.last.inputs
  const beside = [...roots.all()].filter(
    ({ cwd, last }) => cwd === root.cwd && [...last.inputs].some((path) => inputs.has(path)),
  )
  return [...new Set([root, ...beside].map(({ last }) => last.file))]
}

/** Offsets count without a byte order mark. A file that is not open is edited as it was read. */
function createTextEdits(
  { file, before, edits }: FixedFile,
  { cwd }: Root,
  { openText, uriOf }: Session,
): readonly TextEdit[] {
  const path = resolve(cwd, file)
  const document = openText(path)?.document ?? TextDocument.create(uriOf(path), '', 0, before)
  const mark = document.getText().startsWith('\ufeff') ? 1 : 0
  return edits.map(({ start, end, text }) => ({
    range: { start: document.positionAt(start + mark), end: document.positionAt(end + mark) },
    newText: text,
  }))
}

/** With the versions of open documents where the client can tell that they have changed since. */
export function createWorkspaceEdit(edits: Edits, { client, openText, uriOf }: Session): WorkspaceEdit {
  if (!client()?.workspace?.workspaceEdit?.documentChanges)
    return { changes: Object.fromEntries(edits.map(([path, list]) => [uriOf(path), [...list]])) }
  const documentChanges = edits.map(([path, list]) => ({
    textDocument: { uri: uriOf(path), version: openText(path)?.document.version ?? null },
    edits: [...list],
  }))
  return { documentChanges }
}
