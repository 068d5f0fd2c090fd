import { carriageReturn, colon, dash, hash, isFlowMark, question, space, tab } from '../char.ts'
import {
  type Cursor,
  foldBreaks,
  foldText,
  isBlank,
  isBreak,
  placeScalar,
  skipBreak,
  skipSpaces,
  throwGivenUp,
} from './cursor.ts'

/** Characters that begin something else than a scalar without quotes. */
const indicators = new Uint8Array(128)
for (const each of '#&*!|>\'"%@`,[]{}') indicators[each.charCodeAt(0)] = 1

export function isIndicator(code: number): boolean {
  return indicators[code] === 1
}

export function assertPlain({ text, at }: Cursor, inFlow: boolean): void {
  const code = text.charCodeAt(at)
  if (isIndicator(code)) throwGivenUp()
  if (code !== dash && code !== question && code !== colon) return
  const next = text.charCodeAt(at + 1)
  if (isBlank(next) || (inFlow && isFlowMark(next))) throwGivenUp()
}

/** Where the characters of a plain scalar stop on their line: at the colon of a key, at a comment or the break. */
export function findPlainStop(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at)
    if (code > colon) continue
    if (code === colon) {
      if (isBlank(text.charCodeAt(at + 1))) return at
    } else if (code === hash) {
      if (text.charCodeAt(at - 1) === space) return at
    } else if (code <= carriageReturn) {
      if (code === tab) throwGivenUp()
      return at
    }
  }
}

/** The end of plain text within brackets, where these and commas stop it too. */
export function findFlowStop(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at)
    if (code === colon) {
      const next = text.charCodeAt(at + 1)
      if (isBlank(next) || isFlowMark(next)) return at
    } else if (code === hash) {
      if (text.charCodeAt(at - 1) === space) return at
    } else if (isBreak(code) || isFlowMark(code)) return at
    else if (code === tab) throwGivenUp()
  }
}

/** Reads a plain scalar in block context; lines that are indented by `least` or more continue it. */
export function readPlain(cursor: Cursor, least: number, node: number): unknown {
  const { text, at: start } = cursor
  let end = endOfLine(cursor)
  const first = text.slice(start, end)
  if (!continues(cursor, least)) {
    placeScalar(cursor, node, start, end)
    return resolveScalar(first)
  }
  const parts = [first]
  do {
    parts.push(foldText(foldBreaks(cursor, least)))
    const { at } = cursor
    end = endOfLine(cursor)
    parts.push(text.slice(at, end))
  } while (continues(cursor, least))
  placeScalar(cursor, node, start, end)
  return parts.join('')
}

/** Passes the scalar's characters on a line; gives where they end. A colon would make a key of them. */
function endOfLine(cursor: Cursor): number {
  const { text, at } = cursor
  cursor.at = findPlainStop(text, at)
  if (text.charCodeAt(cursor.at) === colon) throwGivenUp()
  return trimEnd(text, cursor.at)
}

/** Whether the text goes on after a line break. A key or a comment on the next lines is seen by what comes next. */
function continues({ text, at }: Cursor, least: number): boolean {
  let lineStart = at
  let next = at
  if (!isBreak(text.charCodeAt(at))) return false
  while (isBreak(text.charCodeAt(next))) {
    lineStart = skipBreak(text, next)
    next = skipSpaces(text, lineStart)
  }
  return next < text.length && next - lineStart >= least && text.charCodeAt(next) !== hash
}

/** The offset after the last character before `stop` that is not a space. */
export function trimEnd(text: string, stop: number): number {
  let end = stop
  while (text.charCodeAt(end - 1) === space) end--
  return end
}

const words = new Map<string, unknown>([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, -Infinity] as const),
])

const longestWord = 5
const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/
const octal = /^0o[0-7]+$/
const hexadecimal = /^0x[0-9a-fA-F]+$/

/**
 * Resolves a scalar without quotes by YAML's core schema: null, a boolean, a number, or a text. A
 * number beyond the range of a double is a text.
 */
export function resolveScalar(source: string): unknown {
  const first = source.charCodeAt(0)
  if (first > 0x39) return source.length <= longestWord ? readWord(source) : source
  // Numbers begin with one of + - . and the digits.
  if (first < 0x2b) return source
  const number = toNumber(source)
  return number !== undefined && Number.isFinite(number) ? number : readWord(source)
}

function readWord(source: string): unknown {
  const word = words.get(source)
  return word === undefined ? source : word
}

function toNumber(source: string): number | undefined {
  if (decimal.test(source)) return Number(source)
  if (octal.test(source)) return Number.parseInt(source.slice(2), 8)
  if (hexadecimal.test(source)) return Number.parseInt(source.slice(2), 16)
  return undefined
}
