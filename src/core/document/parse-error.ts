import { findPosition } from '../text/places.ts'
import { tightComment } from './loose.ts'
import { isBlank } from './simple/cursor.ts'

/** Deeper collections of YAML are refused: the parser beneath needs stack for each level. */
export const maxDepth = 300
export const tooDeep = `it is nested more than ${maxDepth} deep`

/** Text that is not a document. `line` and `column` count from 1. */
export class ParseError extends Error {
  readonly reason: string
  readonly line: number
  readonly column: number

  constructor(reason: string, line: number, column: number) {
    super(`${reason} (line ${line}, column ${column})`)
    this.name = 'ParseError'
    this.reason = reason
    this.line = line
    this.column = column
  }
}

/** Explains merge-conflict markers, tabs and byte order marks, where the parser only reports a follow-up error. */
export function findPlainFault(text: string, line: number): ParseError | undefined {
  return findConflict(text) ?? findTab(text, line) ?? findByteOrderMark(text)
}

/** Finds what git leaves in a file that it could not merge, at the first place. */
export function findConflict(text: string): ParseError | undefined {
  const found = /^<{7}(?= |\r?$)/m.exec(text)
  if (found === null || !/^>{7}(?= |\r?$)/m.test(text.slice(found.index))) return undefined
  return createParseError(text, found.index, 'a merge conflict is not resolved (<<<<<<<)')
}

function findTab(text: string, line: number): ParseError | undefined {
  const indentation = /^[ \t]*/.exec(text.split(/\r\n|\r|\n/)[line - 1] ?? '')?.[0] ?? ''
  const tab = indentation.indexOf('\t')
  return tab < 0
    ? undefined
    : new ParseError('a tab in the indentation; YAML indents with spaces', line, tab + 1)
}

/** Finds one where a file was put behind another, or behind a line that begins a document. */
function findByteOrderMark(text: string): ParseError | undefined {
  const found = /^(?:--- *)?(?=\ufeff)/m.exec(text)
  if (found === null) return undefined
  const offset = found.index + found[0].length
  return createParseError(text, offset, describeCharacter(text, offset).reason)
}

export function createParseError(text: string, offset: number, reason: string): ParseError {
  const { line, column } = findPosition(text, offset)
  return new ParseError(reason, line, column)
}

/** js-yaml's reason, and its offset in the text. */
export interface YamlFault {
  readonly reason: string
  readonly offset: number
}

/** Whether a text is a mapping or a list, or nothing at all. */
type IsReadable = (text: string) => boolean

type Describe = (text: string, offset: number, found: readonly string[], isReadable: IsReadable) => YamlFault

/** Rewords js-yaml's reasons in terms of the text that a person wrote; other reasons are kept. */
export function describeYamlFault(text: string, fault: YamlFault, isReadable: IsReadable): YamlFault {
  if (/["'[\]{},:]#/.test(text.slice(fault.offset - 1, fault.offset + 1)))
    return { offset: fault.offset, reason: `${tightComment}: put a blank before the #` }
  for (const [reason, describe] of descriptions) {
    const found = reason.exec(fault.reason)
    if (found) return describe(text, fault.offset, found, isReadable)
  }
  return fault
}

const descriptions: readonly (readonly [RegExp, Describe])[] = [
  [/^deficient indentation/, describeLooseLine],
  [/^unknown escape sequence/, describeEscape],
  [/^expected hexadecimal character/, describeEscape],
  [
    /^bad indentation of a sequence entry/,
    describeAs('this line begins in another column than the dashes above'),
  ],
  [/^(?:bad indentation|a whitespace character is expected)/, describeMisplaced],
  [/multiline key|^expected ':' after a mapping key/, findKeyless],
  [/^end of the stream or a document separator/, describeOutside],
  [/^missed comma/, describeAs('a comma is missing, or quotes around a text that contains ": "')],
  [/^expected the node content, but found ','/, describeAs('an entry is missing before the comma')],
  [/^a line break is expected/, describeAs('only a comment, behind a blank, may follow | or >')],
  [
    /^unidentified alias "(.*)"/,
    describeName((name) => `the alias *${name} has no anchor &${name} above it`),
  ],
  [/^name of an (?:alias|anchor) node/, (text, offset) => describeBeginning(text, offset - 1)],
  [/^unknown \w+ tag !<(?:tag:yaml\.org,2002:)?(.*)>/, describeName(describeTag)],
  [/complex keys/, describeComplexKey],
  [/^directives end mark is expected/, findPercent],
  [/^(?:null byte|the stream contains non-printable|expected valid JSON)/, describeCharacter],
]

function describeAs(reason: string): Describe {
  return (_text, offset) => ({ offset, reason })
}

function describeName(describe: (name: string) => string): Describe {
  return (_text, offset, [, name = '']) => ({ offset, reason: describe(name) })
}

function describeTag(name: string): string {
  const tag = name.startsWith('!') ? name : `!!${name}`
  return `the tag ${tag} is unknown: remove it, or quote a text that begins with !`
}

/** js-yaml takes a tab between two tokens for indentation. */
function describeLooseLine(text: string, offset: number): YamlFault {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  const tab = before.lastIndexOf('\t')
  return tab === -1
    ? { offset, reason: 'this line must be indented more than its key' }
    : { offset: offset - before.length + tab, reason: 'a tab in brackets; put spaces between entries' }
}

/** In regular expressions, mostly. */
function describeEscape(text: string, offset: number): YamlFault {
  const backslash = text.lastIndexOf('\\', offset)
  const written = `\\${text.charAt(backslash + 1)}`
  return { offset: backslash, reason: `${written} is no escape of double quotes: use single quotes` }
}

function describeBeginning(text: string, offset: number): YamlFault {
  const first = text.charAt(offset)
  const isMark = first === '?' || first === '-'
  return { offset, reason: `a text cannot begin with ${isMark ? `"${first} "` : first}: put it in quotes` }
}

/** Behind a value, or in front of a line. */
function describeMisplaced(text: string, offset: number): YamlFault {
  const say = (reason: string) => ({ offset, reason })
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trimEnd()
  const isDash = text.charAt(offset) === '-' && isBlank(text.charCodeAt(offset + 1))
  if (before === '')
    return say(
      isDash ? 'a "-" among the keys of a mapping' : 'this line begins in another column than the keys above',
    )
  const keyless = text.charAt(offset) === ':' ? findWordAbove(text, offset) : undefined
  if (keyless !== undefined) return { offset: keyless, reason: noColon }
  if (text.charAt(offset) === ':')
    return say('": " in a text without quotes: quote it, or begin the key in the column of those above')
  if (before.endsWith(':') && isDash) return say('a list begins on the line below its key')
  if (/[:\-?]$/.test(before)) return describeBeginning(text, offset)
  return /["'\]}]$/.test(before)
    ? say(`the ${before.at(-1)} ends before this text`)
    : say('this text belongs to no key')
}

const noColon = 'this line has no colon behind a key'

/** A single word on the line above, further left than the key in front of `offset`. */
function findWordAbove(text: string, offset: number): number | undefined {
  const found = /(?:^|\n)( *)([^\s:#'"[\]{}&*!|>%@`,?-][^\s:#]*)[ \t]*\r?\n\1 +\S[^\n]*$/.exec(
    text.slice(0, offset),
  )
  return found ? found.index + found[0].search(/\S/) : undefined
}

/** The line that js-yaml takes for the beginning of a key: what is above it can be read, and that with it cannot. */
function findKeyless(
  text: string,
  offset: number,
  _found: readonly string[],
  isReadable: IsReadable,
): YamlFault {
  const reason = noColon
  let end = text.slice(0, offset).trimEnd().length
  if (text.slice(offset).trim() !== '') end = offset
  for (let tried = 0; tried < mostLines && end > 0; tried++) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    if (isReadable(text.slice(0, start))) return { offset: start + text.slice(start).search(/\S/), reason }
    end = text.slice(0, start).trimEnd().length
  }
  return { offset, reason }
}

/** Each line tried costs as much as parsing the text once. */
const mostLines = 4

function describeOutside(
  text: string,
  offset: number,
  found: readonly string[],
  isReadable: IsReadable,
): YamlFault {
  const first = text.charAt(offset)
  if (first === ':') return findKeyless(text, offset, found, isReadable)
  if (first === '}' || first === ']') return { offset, reason: `the ${first} closes nothing` }
  if (/[@`%,]/.test(first)) return describeBeginning(text, offset)
  const place = 'begin it in the column of its keys or dashes'
  return { offset, reason: `this line is no part of the mapping or list above: ${place}` }
}

/** Templates are written so. */
function describeComplexKey(text: string, offset: number): YamlFault {
  if (text.startsWith('{{', offset))
    return { offset, reason: 'a text cannot begin with {{: put it in quotes' }
  return { offset, reason: 'a key must be a text, not a list or mapping' }
}

function findPercent(text: string, offset: number): YamlFault {
  return describeBeginning(text, text.lastIndexOf('\n%', offset) + 1)
}

export function describeCharacter(text: string, offset: number): YamlFault {
  return { offset, reason: `${nameCharacter(text, offset)} is not allowed here` }
}

export function nameCharacter(text: string, offset: number): string {
  const code = text.codePointAt(offset) ?? 0
  return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
