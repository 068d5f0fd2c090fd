import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { GovError } from '../../core/model/errors.ts'
import { toFailure } from '../../core/model/failure.ts'
import type { Issue } from '../../core/model/issue.ts'
import { findIssuePosition } from '../../core/model/issue-order.ts'
import type { Severity } from '../../core/model/severity.ts'
import { findDefinitionFile } from '../../core/model/target.ts'
import { listLineStarts } from '../../core/text/places.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import { renderFirstPlace } from '../../reporters/file-place.ts'
import { excuseWords } from '../../reporters/words/excuse-words.ts'
import type { FileProblem } from './file-problems.ts'
import type { Root } from './root.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warn: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
}

/** An issue as an editor shows it: a hint if it is excused, which says by what. */
export function issueDiagnostic(
  issue: Issue,
  ranges: Ranges,
  links: ReadonlyMap<string, string>,
): Diagnostic {
  const { excused, severity, rule_id: rule } = issue
  const shown = excused ? DiagnosticSeverity.Hint : severities[severity]
  const href = links.get(rule)
  const message = issue.message + renderFirstPlace(issue) + renderNote(issue)
  const made = diagnostic(message, rule, shown, ranges, findIssuePosition(issue))
  return { ...made, ...(href !== undefined && { codeDescription: { href } }) }
}

/** Says what excuses the issue, or that `x-lint-ignore` does not. */
function renderNote({ excused, ignored_at }: Issue): string {
  if (excused) return ` [${excuseWords(excused)}]`
  return ignored_at === undefined ? '' : ' [it counts despite x-lint-ignore]'
}

/** Reports why a definition was not evaluated: no answer must not look like no issues. */
export function faultDiagnostic(error: unknown, ranges: Ranges): Diagnostic {
  const { code, message, hint } = toFailure(error)
  const text = `Not checked: ${message}\n${hint}`
  return diagnostic(text, code, DiagnosticSeverity.Error, ranges, findErrorPlace(error))
}

export function problemDiagnostic(problem: FileProblem, ranges: Ranges): Diagnostic {
  return diagnostic(problem.message, problem.code, severities[problem.severity], ranges, problem)
}

/** Without a place, of the file as a whole. */
export function diagnostic(
  message: string,
  code: string,
  severity: DiagnosticSeverity,
  ranges: Ranges,
  { line, column }: { readonly line?: number | undefined; readonly column?: number | undefined } = {},
): Diagnostic {
  const range = line && column !== undefined ? ranges.at(line, column) : ranges.first()
  return { range, severity, code, source: 'gov', message: sanitize(message) }
}

/** The error of a text that cannot be read carries the place. */
function findErrorPlace(error: unknown): { readonly line?: number; readonly column?: number } {
  if (!(error instanceof GovError) || !error.code.startsWith('definition-')) return {}
  const { line, column = 1 } = Object(error.cause)
  return typeof line === 'number' ? { line, column: Number(column) } : {}
}

export type Ranges = ReturnType<typeof createRanges>

/** From gov's places, where a byte order mark does not count, to the editor's. */
export function createRanges(document: TextDocument) {
  const text = document.getText()
  const starts = listLineStarts(text, text.startsWith('\ufeff') ? 1 : 0)
  const range = (start: number, length: number) => ({
    start: document.positionAt(start),
    end: document.positionAt(start + length),
  })
  const restOfLine = (start: number) => {
    const end = text.slice(start).search(/[\r\n]/)
    return text.slice(start, end === -1 ? undefined : start + end).trimEnd()
  }
  return {
    /** The key or the value there, at most to the end of its line. Both count from 1. */
    at: (line: number, column: number): Range => {
      const start = Math.min((starts[line - 1] ?? text.length) + column - 1, text.length)
      return range(start, measureLength(restOfLine(start)))
    },
    /** The first line that is not blank: for what is about a file. */
    first: (): Range => {
      const start = Math.max(text.search(/[^\s\ufeff]/), 0)
      return range(start, restOfLine(start).length)
    },
  }
}

/** A quoted text, or what comes before a colon, a comment or a bracket. At least one character, if there is one. */
function measureLength(rest: string): number {
  const [quoted] = /^"(?:[^"\\]|\\.)*"|^'(?:[^']|'')*'/.exec(rest) ?? []
  if (quoted !== undefined) return quoted.length
  const [plain = ''] = /^(?:(?!:(?:\s|$)|\s#|[,\]}]).)*/.exec(rest) ?? []
  return Math.max(plain.trimEnd().length, Math.min(rest.length, 1))
}

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
    const issues = root.judged?.report.issues ?? []
    const issuesInFile = issues.filter(
      (issue) => session.onePath(findIssueFile(issue, root.cwd) ?? root.path) === path,
    )
    const { links } = root.last
    const shown = issuesInFile.map((issue) => ({
      issue,
      root,
      diagnostic: issueDiagnostic(issue, ranges, links),
    }))
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
