import { type CodeAction, CodeActionKind, type TextEdit } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { GovError } from '../../core/model/errors.ts'
import { findDefinitionFile } from '../../core/model/identity.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import { createSelection, openWaivers, whyNotAlone } from '../waivers/index.ts'
import type { ShownIssue } from './issues-at.ts'
import type { Session } from './session.ts'

const days = 30
/** Stands for what a person has to write. */
const blank = 'gov-blank-to-fill'
const dayMs = 86_400_000

/**
 * Adds a waiver of this issue alone to the config as it is in the editor, its reason and owner empty: until a person writes them there, the
 * config is refused. Undefined where there is no config to add to.
 */
export async function waiveAction(
  { issue, root }: ShownIssue,
  session: Session,
): Promise<CodeAction | undefined> {
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
