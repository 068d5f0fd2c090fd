import { renderJson } from '../numbers.ts'
import { isRefused } from './check-values.ts'
import type { Compared, Use } from './compare.ts'
import { listedValues, type SchemaView } from './schema-view.ts'

/** Without `$`, what follows may be anything. */
const anyText = /^\^?(?:\(?(?:\.|\[\\[sS]\\[sS]\])\*\??\)?\$?)?$/

/**
 * Whether a pattern that only one side has matters: a text proves it, or it is not known. `shows`: whether a text shows a
 * valid number or boolean, of a schema of these.
 */
export function checkPatterns(
  { within, allowed, use, judgedAs, report }: Compared,
  shows?: (text: string) => boolean,
): void {
  const listed = listedValues(within)?.filter((value) => typeof value === 'string')
  const isMet = (pattern: string) => listed?.every((value) => matches(pattern, value)) === true
  const others = [...allowed.patterns]
    .filter((each) => !within.patterns.has(each) && !anyText.test(each) && !isMet(each))
    .map((pattern) => ({ pattern, text: findOtherText(within, pattern, listed, use, shows) }))
  const { pattern, text } = others.find((other) => other.text !== undefined) ?? others[0] ?? {}
  if (pattern === undefined) return
  const isFree = [...within.patterns].every((each) => anyText.test(each))
  const what = `${judgedAs === 'request' ? 'now has' : 'no longer has'} the pattern \`${pattern}\``
  if (isFree) {
    report(
      judgedAs === 'request' ? 'breaking-request-pattern-added' : 'breaking-response-pattern-removed',
      what,
    )
    return
  }
  if (text === undefined) report(`breaking-${judgedAs}-pattern-changed`, what)
  else if (judgedAs === 'request')
    report('breaking-request-pattern-narrowed', `${what}, which \`${renderJson(text)}\` does not match`)
  else report('breaking-response-pattern-widened', `${what}, which ruled out \`${renderJson(text)}\``)
}

/** The shortest of some texts that are valid by a schema and that a pattern does not match, if one is found. */
function findOtherText(
  view: SchemaView,
  pattern: string,
  listed: readonly string[] | undefined,
  { isFilled = false }: Use,
  shows: ((text: string) => boolean) | undefined,
): string | undefined {
  // These keywords refuse values that are not known here.
  const unknown = ['not', 'if', ...(shows ? [] : ['format'])]
  if (unknown.some((keyword) => view.first(keyword) !== undefined)) return undefined
  const sizes = [...(pattern.match(/\d+/g) ?? []), ...view.limits.values()].map(Number)
  const texts = listed ?? [...view.patterns].flatMap((each) => listTexts(each, readLetters(pattern), sizes))
  return texts
    .toSorted((some, other) => some.length - other.length)
    .find(
      (text) =>
        !(isFilled && text === '') &&
        !isRefused(text, view) &&
        [...view.patterns].every((each) => matches(each, text)) &&
        matches(pattern, text) === false &&
        shows?.(text) !== false,
    )
}

const [mostLetters, mostTexts, mostSteps] = [200, 300, 200_000]

/** Whether a pattern from outside matches; undefined unless it cannot be kept busy by the text. */
export function matches(pattern: string, text: string): boolean | undefined {
  if (text.length > mostLetters || countSteps(pattern, text.length) > mostSteps) return undefined
  return compile(pattern)?.test(text)
}

/** How often a matcher that tries one choice after another steps back at most. */
function countSteps(pattern: string, length: number): number {
  const repeated = pattern.match(/\)(?:[*+]|\{\d+)/g) ?? []
  const choices = pattern.match(/[*+?|]|\{\d*,/g) ?? []
  if (repeated.length > 0 && choices.length > 0) {
    const turns = repeated.reduce((product, each) => product * (Number(each.slice(2)) || 1), 1)
    return (turns * (choices.length / 2 + 1) ** 2) ** length
  }
  const ways = choices.map((each) => (/[?|]/.test(each) ? 2 : length + 1))
  return ways.reduce((product, each) => product * each, pattern.startsWith('^') ? 1 : length + 1)
}

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(escapePlainly(pattern), 'u')
  } catch {
    return undefined
  }
}

/** ECMA-262 knows no backslash before `_`, `@` or, outside of brackets, `-`, if a pattern is of Unicode letters. */
function escapePlainly(pattern: string): string {
  return pattern.replace(/\\([^a-z\d])/giu, (written, letter: string) =>
    /[\^$\\.*+?()[\]{}|/]/.test(letter) ? written : `\\u{${letter.codePointAt(0)?.toString(16)}}`,
  )
}

/** The letters that a pattern names, and their neighbors. */
function readLetters(pattern: string): readonly string[] {
  const named = [...pattern.matchAll(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))|\\?(.)/giu)]
  const codes = named.map(([, ...[long, half, short, letter]]) =>
    letter === undefined ? Number.parseInt(long ?? half ?? short ?? '', 16) : (letter.codePointAt(0) ?? 0),
  )
  const known = [...codes, ...codes.flatMap((code) => [code - 1, code + 1])]
  return known
    .filter((code) => code >= 0 && code <= 0xffff && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
}

const commonLetters = [...'a0A_-. /z9Z:@é\n']

/**
 * Lists texts that a pattern probably matches: one of each part, and for each part in turn, all letters and sizes at which
 * it may differ from another pattern.
 */
function listTexts(written: string, letters: readonly string[], sizes: readonly number[]): readonly string[] {
  const pattern = escapePlainly(written)
  if (pattern.length > 1000) return []
  let at = 0
  const texts = readChoice()
  return [...new Set([...texts, ...['8', ' '].flatMap((each) => [each + texts[0], texts[0] + each])])]

  function read(part: RegExp): string | undefined {
    part.lastIndex = at
    const [found] = part.exec(pattern) ?? []
    at += found?.length ?? 0
    return found
  }

  function readChoice(): readonly string[] {
    const all = [...readSequence()]
    while (read(/\|/y)) all.push(...readSequence())
    return all.slice(0, mostTexts)
  }

  function readSequence(): readonly string[] {
    let all: readonly string[] = ['']
    while (at < pattern.length && !/[|)]/.test(pattern.charAt(at))) {
      const part = repeat(readPart())
      const [first = ''] = all
      const others = all.slice(1).map((each) => each + (part[0] ?? ''))
      all = [...part.map((each) => first + each), ...others].filter(isShort).slice(0, mostTexts)
    }
    return all
  }

  function readPart(): readonly string[] {
    if (read(/\^|\$|\\[bB]|\\\d|\\k<[^>]*>/y)) return ['']
    const group = read(/\((?:\?(?:<?[=!]|:|<[^>]*>))?/y)
    if (group) {
      const inner = readChoice()
      read(/\)/y)
      return /[=!]$/.test(group) ? [''] : inner
    }
    const part = read(/\[(?:\\.|[^\]\\])*\]|\\p\{[^}]*\}|\\(?:u\{[^}]*\}|u.{4}|x..|.)|./suy) ?? ''
    const single = compile(`^${part}$`)
    const own = readLetters(part)
    const isListed = !/^(?:\[\^|\\[dswp]|\.)/i.test(part)
    return [...new Set([...(isListed ? own : []), ...commonLetters, ...own, ...letters])].filter((each) =>
      single?.test(each),
    )
  }

  function repeat(part: readonly string[]): readonly string[] {
    const times = read(/[*+?]\??|\{\d+(?:,\d*)?\}\??/y)
    if (times === undefined) return part
    const [least, most] = readTimes(times)
    const counts = [least + 1, least, most, ...sizes.flatMap((size) => [size - 1, size, size + 1])]
    const [first = ''] = part
    const repeated = counts
      .filter((count) => count >= least && count <= most && count * first.length <= mostLetters)
      .map((count) => first.repeat(count))
    return [
      ...repeated,
      ...part.map((each) => each.repeat(Math.min(Math.max(least, 1), mostLetters))),
    ].filter(isShort)
  }
}

function isShort(text: string): boolean {
  return text.length <= mostLetters
}

function readTimes(written: string): readonly [least: number, most: number] {
  const [, least = written.startsWith('+') ? '1' : '0', most] = /^\{(\d+)(?:,(\d*))?/.exec(written) ?? []
  if (written.startsWith('{'))
    return [Number(least), most === undefined ? Number(least) : Number(most || Infinity)]
  return [Number(least), written.startsWith('?') ? 1 : Infinity]
}
