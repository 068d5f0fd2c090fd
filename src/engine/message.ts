import type { Path } from '../core/model/location.ts'

/** What the placeholders of a rule's message stand for. */
export interface MessageParts {
  /** What the function said. */
  readonly error: string
  readonly description: string
  /** Path of the issue. */
  readonly path: Path
  readonly property: string | number
  readonly value: unknown
}

/**
 * Fills the placeholders of a message: `{{error}}`, `{{description}}`, `{{path}}` (as a JSON pointer), `{{property}}`
 * and `{{value}}`. One that is not known is left out, and `#{{print("property")}}` and its like are those words with
 * their usual dress, as in Spectral.
 */
export function fillMessage(template: string, parts: MessageParts): string {
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

/** What JavaScript's template literals print. Objects are not asked for their text: that would run a document's. */
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
export function printDotted(path: Path): string {
  return path.reduce<string>((text, segment) => text + printSegment(segment, text === ''), '')
}

function printSegment(segment: string | number, isFirst: boolean): string {
  if (segment === '' || /\s/.test(String(segment))) return `['${segment}']`
  if (!Number.isNaN(Number(segment))) return `[${segment}]`
  return isFirst ? `${segment}` : `.${segment}`
}
