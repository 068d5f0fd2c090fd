import { charTest } from './char-test.ts'
import type { Edge, Regex } from './tree.ts'

interface Reader {
  readonly source: string
  readonly flags: string
  /** Capturing groups in the whole expression: `\3` means the third, if there is one. */
  readonly groups: number
  readonly hasNames: boolean
  at: number
  depth: number
}

/** Nested deeper than any expression is written, and far from the end of the stack. */
const maxDepth = 200

/** Reads an expression that the platform has accepted. Throws SyntaxError for one that is nested too deep. */
export function parseRegex(source: string, flags: string): Regex {
  const plain = source.replace(/\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]/g, '')
  const groups = plain.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0
  const hasNames = /\(\?<(?![=!])/.test(plain)
  return parseChoice({ source, flags, groups, hasNames, at: 0, depth: 0 })
}

function parseChoice(reader: Reader): Regex {
  if (++reader.depth > maxDepth) throw new SyntaxError('the pattern is nested too deep')
  const options = [parseSequence(reader)]
  while (reader.source[reader.at] === '|') {
    reader.at++
    options.push(parseSequence(reader))
  }
  reader.depth--
  const [only] = options
  return options.length === 1 && only ? only : { kind: 'choice', options }
}

function parseSequence(reader: Reader): Regex {
  const items: Regex[] = []
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source.charAt(reader.at))) {
    items.push(parseRepeated(reader))
  }
  return { kind: 'sequence', items }
}

function parseRepeated(reader: Reader): Regex {
  const item = parseAtom(reader)
  const quantifier = read(reader, /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y)
  if (quantifier === undefined) return item
  const [, min = '', comma, max = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? []
  if (min !== '') return { kind: 'repeat', item, min: Number(min), max: upper(min, comma, max) }
  const isOptional = quantifier.startsWith('?')
  return {
    kind: 'repeat',
    item,
    min: quantifier.startsWith('+') ? 1 : 0,
    max: isOptional ? 1 : Number.POSITIVE_INFINITY,
  }
}

function upper(min: string, comma: string | undefined, max: string): number {
  if (comma === '') return Number(min)
  return max === '' ? Number.POSITIVE_INFINITY : Number(max)
}

const groupOpenings: readonly (readonly [RegExp, 'plain' | LookKind | 'opaque'])[] = [
  [/\(\?:/y, 'plain'],
  [/\(\?=/y, { behind: false, negated: false }],
  [/\(\?!/y, { behind: false, negated: true }],
  [/\(\?<=/y, { behind: true, negated: false }],
  [/\(\?<!/y, { behind: true, negated: true }],
  [/\(\?<[^>]*>/y, 'plain'],
  [/\(\?[a-z-]*:/y, 'opaque'],
  [/\(/y, 'plain'],
]

interface LookKind {
  readonly behind: boolean
  readonly negated: boolean
}

function parseAtom(reader: Reader): Regex {
  const { source, flags } = reader
  const next = source.charAt(reader.at)
  if (next === '(') return parseGroup(reader)
  if (next === '^') return edge(reader, 1, flags.includes('m') ? 'line-start' : 'start')
  if (next === '$') return edge(reader, 1, flags.includes('m') ? 'line-end' : 'end')
  if (source.startsWith('\\b', reader.at)) return edge(reader, 2, 'word')
  if (source.startsWith('\\B', reader.at)) return edge(reader, 2, 'no-word')
  if (isBackReference(reader)) return { kind: 'opaque' }
  if (next === '[' && flags.includes('v')) return skipRest(reader)
  const token = read(reader, next === '\\' ? escaped : next === '[' ? charClass : plainChar(flags)) ?? next
  return { kind: 'char', test: charTest(/^[{}\]]$/.test(token) ? `\\${token}` : token, flags) }
}

const charClass = /\[(?:[^\]\\]|\\[\s\S])*\]/y
const escaped =
  /\\(?:u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[0-3]?[0-7]{1,2}|[\s\S])/uy

function plainChar(flags: string): RegExp {
  return flags.includes('u') ? /[\s\S]/uy : /[\s\S]/y
}

function parseGroup(reader: Reader): Regex {
  for (const [opening, kind] of groupOpenings) {
    if (read(reader, opening) === undefined) continue
    const item = parseChoice(reader)
    reader.at++
    if (kind === 'plain') return item
    return kind === 'opaque' ? { kind } : { kind: 'look', item, ...kind }
  }
  return skipRest(reader)
}

function isBackReference(reader: Reader): boolean {
  const number = /\\([1-9]\d*)/y
  number.lastIndex = reader.at
  const [found, digits] = number.exec(reader.source) ?? []
  const name = found ?? (reader.hasNames ? peek(reader, /\\k<[^>]*>/y) : undefined)
  if (name === undefined || (digits !== undefined && Number(digits) > reader.groups)) return false
  reader.at += name.length
  return true
}

function edge(reader: Reader, width: number, kind: Edge): Regex {
  reader.at += width
  return { kind: 'edge', edge: kind }
}

function skipRest(reader: Reader): Regex {
  reader.at = reader.source.length
  return { kind: 'opaque' }
}

function peek(reader: Reader, token: RegExp): string | undefined {
  token.lastIndex = reader.at
  return token.exec(reader.source)?.[0]
}

function read(reader: Reader, token: RegExp): string | undefined {
  const found = peek(reader, token)
  if (found !== undefined) reader.at += found.length
  return found
}
