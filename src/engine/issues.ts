import type { Path } from '../core/model/location.ts'
import { getValue } from '../core/model/record.ts'
import type { SourceDocument } from '../core/model/source-document.ts'
import { fillMessage, printDotted } from './message.ts'
import { partNamed, type ReferencedFiles, splitFile } from './referenced-files.ts'
import type { Source } from './refs.ts'
import type { EngineIssue, FunctionResult, Rule } from './rule.ts'
import { placeAsVacuum } from './vacuum-place.ts'

/** The issues of one rule: equal ones once, in the order of the document. */
export interface IssueList {
  /** `place` tells where a result is written, or without a path where the target is. */
  readonly add: (result: FunctionResult, place: (result: FunctionResult) => Source) => void
  readonly inOrder: () => EngineIssue[]
}

/** More than anyone can fix: the rule looks where it should not, or the document is hostile. */
const mostIssues = 100_000
/** All rules together. An issue takes almost a kilobyte. */
const mostInAll = 500_000

/**
 * Makes a list for each rule, which collects what its functions find. An issue stands at the nearest place that exists.
 * `add` throws when they are more than anyone can fix, in one list or in all.
 */
export function issueLists(document: SourceDocument, files: ReferencedFiles): (rule: Rule) => IssueList {
  let all = 0
  const countOne = () => {
    if (++all > mostInAll) throw new Error(`with this rule, there are more than ${mostInAll} issues`)
  }
  return (rule) => createIssueList(document, files, rule, countOne)
}

function createIssueList(
  document: SourceDocument,
  files: ReferencedFiles,
  rule: Rule,
  countOne: () => void,
): IssueList {
  /** Keyed by place and message: few issues share both, and paths may be long. */
  const issues = new Map<string, readonly EngineIssue[]>()
  let count = 0
  return {
    add: (result, place) => {
      const { found, missing } = place(result)
      const { name: file, path } = splitFile(found, files)
      const part = partNamed(file, document, files)
      const message = cut(renderMessage(rule, result, part.value, path, missing))
      const isMoved = rule.engine === 'vacuum' && result.at !== undefined && result.at !== 'key'
      const location = isMoved ? placeAsVacuum(part, path, result.at) : part.locate(path)
      const key = file !== undefined && !isMoved ? part.locateKey(path) : undefined
      const identity = `${file ?? ''} ${location.start_line}:${location.start_char} ${path.length} ${path.at(-1)} ${message}`
      const same = issues.get(identity) ?? []
      if (same.some((issue) => equalPaths(issue.path, path))) return
      if (++count > mostIssues) throw new Error(`it has more than ${mostIssues} issues`)
      countOne()
      issues.set(identity, [...same, { rule, message, path, location, file, key }])
    },
    inOrder: () => [...issues.values()].flat().sort(byPlace),
  }
}

function equalPaths(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((segment, index) => segment === b[index])
}

/** A placeholder may stand for most of a document, and every issue has a message of its own. */
const longestMessage = 4_000

function cut(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message
}

/** Spectral's choice: the rule's message, else its description, else what the function said. */
function renderMessage(rule: Rule, result: FunctionResult, root: unknown, path: Path, missing: Path): string {
  const { description } = rule
  const fill = (template: string, error: string) =>
    fillMessage(template, {
      error,
      description,
      path,
      property: missing.length > 0 ? printDotted([...path.slice(-1), ...missing]) : (path.at(-1) ?? ''),
      value: getValue(root, path),
    })
  const ownMessage = () => (result.isTemplate ? fill(result.message, result.message) : result.message)
  if (rule.message === undefined) return (description === '' ? ownMessage() : description).trim()
  return fill(rule.message, ownMessage())
}

function byPlace(a: EngineIssue, b: EngineIssue): number {
  const [fileOfA, fileOfB] = [a.file ?? '', b.file ?? '']
  if (fileOfA !== fileOfB) return fileOfA < fileOfB ? -1 : 1
  return a.location.start_line - b.location.start_line || a.location.start_char - b.location.start_char
}
