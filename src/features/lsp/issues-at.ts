import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Diagnostic, Range } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { findDefinitionFile } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import { createRanges, issueDiagnostic, type Ranges } from './diagnostics.ts'
import type { Root } from './root.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'

export interface ShownIssue {
  readonly issue: Issue
  readonly root: Root
  readonly diagnostic: Diagnostic
}

/** The issues that an editor shows in a part of a file. None, while a changed text waits for its check. */
export async function findIssuesInRange(
  path: string,
  part: Range,
  session: Session,
  roots: Roots,
): Promise<readonly ShownIssue[]> {
  const ranges = await openRanges(path, session)
  return roots.findRoots(path).flatMap((root) => {
    const issues = root.judged()?.report.issues ?? []
    const own = issues.filter(
      (issue) => session.onePath(findIssueFile(issue, root.cwd) ?? root.path) === path,
    )
    const { links } = root.last()
    const shown = own.map((issue) => ({ issue, root, diagnostic: issueDiagnostic(issue, ranges, links) }))
    return shown.filter(({ diagnostic }) => overlaps(diagnostic.range, part))
  })
}

/** Absolute; undefined for an issue of no file. */
export function findIssueFile(issue: Issue, cwd: string): string | undefined {
  const file = issue.file ?? findDefinitionFile(issue)
  return file === undefined ? undefined : resolve(cwd, file)
}

/** The ranges of a file as the editor has it, or as it stands on disk; of an empty one if it is not there. */
export async function openRanges(path: string, { openText, uriOf }: Session): Promise<Ranges> {
  const open = openText(path)
  if (open) return createRanges(open.document)
  const text = await readFile(path, 'utf8').catch(() => '')
  return createRanges(TextDocument.create(uriOf(path), 'yaml', 0, text))
}

function overlaps(one: Range, other: Range): boolean {
  return !comesFirst(one.end, other.start) && !comesFirst(other.end, one.start)
}

function comesFirst(one: Range['start'], other: Range['start']): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character)
}
