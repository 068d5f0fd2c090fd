import type { Location, Path } from '../core/model/location.ts'
import { getValue } from '../core/model/record.ts'
import type { SourceDocument } from '../core/model/source-document.ts'
import { findPart, type ReferencedFiles, splitFile } from './openapi/files.ts'
import type { PartialPath } from './openapi/resolved-view.ts'
import type { EngineIssue, FunctionResult, Rule } from './rule.ts'

/** The issues of one rule: equal ones once, in the order of the document. */
export interface IssueList {
  /** `place` tells where a result is written, or without a path where the target is. */
  readonly add: (result: FunctionResult, place: (result: FunctionResult) => PartialPath) => void
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
export function createIssueLists(
  document: SourceDocument,
  files: ReferencedFiles,
): (rule: Rule) => IssueList {
  let all = 0
  /** Several paths may refer to one path item: an operation is not a second of itself. */
  const placeFirst = (first: Path, found: Path) => {
    if (equalPaths(first, found)) return undefined
    const { name: file, path } = splitFile(first, files)
    return { file, location: findPart(file, document, files).locateKey(path) }
  }
  return (rule) => {
    /** Keyed by place and message: few issues share both, and paths may be long. */
    const issues = new Map<string, readonly EngineIssue[]>()
    let count = 0
    return {
      add: (result, place) => {
        const { found, missing } = place(result)
        const { name: file, path } = splitFile(found, files)
        const part = findPart(file, document, files)
        const message = cut(renderMessage(rule, result, part.value, path, missing))
        const isMoved = rule.engine === 'vacuum' && result.at !== undefined && result.at !== 'key'
        const location = isMoved ? placeAsVacuum(part, path, result.at) : placeResult(part, path, result)
        const key = file !== undefined && !isMoved ? part.locateKey(path) : undefined
        const identity = `${file ?? ''} ${location.start_line}:${location.start_char} ${path.length} ${path.at(-1)} ${message}`
        const same = issues.get(identity) ?? []
        if (same.some((issue) => equalPaths(issue.path, path))) return
        if (++count > mostIssues) throw new Error(`it has more than ${mostIssues} issues`)
        if (++all > mostInAll) throw new Error(`with this rule, there are more than ${mostInAll} issues`)
        const first = result.first && placeFirst(place({ message, path: result.first }).found, found)
        issues.set(identity, [...same, { rule, message, path, location, file, key, first }])
      },
      inOrder: () => [...issues.values()].flat().sort(comparePlaces),
    }
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

/** The rule's message; else Spectral has its description or what the function said, and vacuum has both. */
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
  if (rule.message !== undefined) return fill(rule.message, ownMessage())
  if (description === '') return ownMessage().trim()
  return rule.engine === 'vacuum' ? `${description.trim()}: ${ownMessage()}` : description.trim()
}

function comparePlaces(a: EngineIssue, b: EngineIssue): number {
  const [fileOfA, fileOfB] = [a.file ?? '', b.file ?? '']
  if (fileOfA !== fileOfB) return fileOfA < fileOfB ? -1 : 1
  return a.location.start_line - b.location.start_line || a.location.start_char - b.location.start_char
}

function placeResult(part: SourceDocument, path: Path, { misplacedKey, at }: FunctionResult): Location {
  if (at === 'name') return part.locateName(path)
  return misplacedKey === undefined ? part.locate(path) : part.locateName([...path, misplacedKey])
}

/** Places an issue as vacuum does: at the first line of what is at `path`, unless the function says `key`. */
function placeAsVacuum(part: SourceDocument, path: Path, at: FunctionResult['at']): Location {
  if (at === 'inside' || at === 'node') return part.locateStart(path)
  if (at === 'before') return findPreviousLine(part.locateStart(path))
  return at === 'above' ? locateLineBefore(part, path) : part.locate(path)
}

function findPreviousLine(start: Location): Location {
  const line = Math.max(1, start.start_line - 1)
  return { ...start, start_line: line, end_line: line }
}

/** The line before counts if something begins there, at the column with the number of the line of the first value. */
function locateLineBefore(part: SourceDocument, path: Path): Location {
  const start = part.locateStart(path)
  const line = start.start_line - 1
  const char = part.locateStart([]).start_line
  if (line < 1 || !part.beginsAt(line, char)) return start
  return { start_line: line, start_char: char, end_line: line, end_char: char }
}

/** The values of the placeholders in a rule's message. */
interface MessageParts {
  /** The function's message. */
  readonly error: string
  readonly description: string
  readonly path: Path
  readonly property: string | number
  readonly value: unknown
}

/**
 * Fills the placeholders of a message: `{{error}}`, `{{description}}`, `{{path}}` (as a JSON pointer), `{{property}}`
 * and `{{value}}`. One that is not known is left out, and `#{{print("property")}}` and its like are those words with
 * their usual dress, as in Spectral.
 */
function fillMessage(template: string, parts: MessageParts): string {
  return template
    .replace(/#?\{\{([^}\n]+)\}\}/g, (placeholder, inner: string) =>
      placeholder.startsWith('#') ? printCall(inner.trim(), parts) : printWord(inner, parts),
    )
    .trim()
}

function printWord(word: string, parts: MessageParts): string {
  switch (word.trim()) {
    case 'error':
      return parts.error
    case 'description':
      return parts.description
    case 'path':
      return printPointer(parts.path)
    case 'property':
      return String(parts.property)
    case 'value':
      return printText(parts.value)
    default:
      return ''
  }
}

function printCall(call: string, parts: MessageParts): string {
  const [, word] = /^print\(\s*["'](\w+)["']\s*\)$/.exec(call) ?? []
  if (word === 'property') return parts.property === '' ? 'The document ' : `\`${parts.property}\` property `
  if (word === 'value') return printValue(parts.value)
  return word === undefined ? printWord(call, parts) : printWord(word, parts)
}

/** `#/paths/~1users~1%7Bid%7D/get`: a pointer in a fragment, with what a URI cannot hold escaped, as Spectral prints it. */
function printPointer(path: Path): string {
  return ['#', ...path.map(encodeSegment)].join('/')
}

function encodeSegment(segment: string | number): string {
  const escaped = String(segment).replaceAll('~', '~0').replaceAll('/', '~1')
  try {
    return encodeURIComponent(escaped)
  } catch {
    return escaped // half of a surrogate pair
  }
}

/** Prints like JavaScript's template literals, but never calls an object's `toString`: that would run a document's code. */
function printText(value: unknown): string {
  if (Array.isArray(value)) return value.map(printItem).join(',')
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value)
}

function printItem(item: unknown): string {
  if (item === null) return ''
  return Array.isArray(item) ? '[...]' : printText(item)
}

function printValue(value: unknown): string {
  if (Array.isArray(value)) return 'Array[]'
  return typeof value === 'object' && value !== null ? 'Object{}' : (JSON.stringify(value) ?? 'undefined')
}

/** `get.tags`, `parameters[0]`, `['two words']` */
function printDotted(path: Path): string {
  return path.reduce<string>((text, segment) => text + printSegment(segment, text === ''), '')
}

function printSegment(segment: string | number, isFirst: boolean): string {
  if (segment === '' || /\s/.test(String(segment))) return `['${segment}']`
  if (!Number.isNaN(Number(segment))) return `[${segment}]`
  return isFirst ? `${segment}` : `.${segment}`
}
