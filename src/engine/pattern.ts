import { charTest } from './regex/char-test.ts'
import { parseRegex } from './regex/parse.ts'
import { type Step, toProgram } from './regex/program.ts'
import { SearchBudgetError, search } from './regex/search.ts'
import type { Regex } from './regex/tree.ts'
import { isAnchored, isOpaque, waysToTry } from './regex/ways.ts'

/**
 * Every regular expression that a ruleset or a document brings runs through here, and nowhere else. JavaScript's own
 * engine cannot be stopped once it has started, and can take longer than anyone waits; so it is asked only where a
 * bound of what it may try is small, and else an engine of our own, whose time grows with the text and no faster.
 */
export interface Pattern {
  /** As the ruleset wrote it. */
  readonly text: string
  /** Throws PatternError. */
  readonly test: (input: string) => boolean
  /** What `String.prototype.match` gives. Throws PatternError. */
  readonly exec: (input: string) => RegExpExecArray | null
  /** What `String.prototype.split` gives. Throws PatternError. */
  readonly split: (input: string) => string[]
}

/** Documents hold no functions: nothing in one can be taken for a pattern. */
export function isPattern(value: unknown): value is Pattern {
  return typeof value === 'object' && value !== null && 'exec' in value && typeof value.exec === 'function'
}

/** A pattern that cannot be matched against some text within reason: what was not checked has not passed. */
export class PatternError extends Error {
  /** As the ruleset wrote it. */
  readonly pattern: string

  constructor(pattern: string, length: number) {
    super(
      `the pattern ${pattern} cannot be matched in reasonable time against a text of ${length} characters`,
    )
    this.name = 'PatternError'
    this.pattern = pattern
  }
}

/** A pattern that no engine could be trusted with. */
export class EndlessPatternError extends SyntaxError {
  constructor(text: string) {
    super(`the pattern ${text} could take forever: a backreference stands beside nested repetitions`)
    this.name = 'EndlessPatternError'
  }
}

/** Ways that JavaScript's engine may be left to try: some milliseconds. */
const mostWays = 1_000_000
/** The length of a name or title: a pattern too hard for that is of no use. */
const usualLength = 64

/**
 * Compiles a bare expression. Flags may stand in front, as in `(?i)abc`: rulesets that were written for an engine
 * in Go have them there. Throws SyntaxError; EndlessPatternError for one that could not be matched even against a name.
 */
export function compilePattern(source: string, flags = '', text = source): Pattern {
  const inFront = /^\(\?([ims]+)\)/.exec(source)
  const bare = source.slice(inFront?.[0].length ?? 0)
  const expression = new RegExp(bare, joined(flags, inFront?.[1] ?? ''))
  const regex = parseRegex(bare, expression.flags)
  if (isOpaque(regex) && waysToTry(regex, usualLength) > mostWays) {
    throw new EndlessPatternError(text)
  }
  const isEasy = boundedBy(regex)
  const searchOwn = ownSearch(regex, expression.flags)
  const native = <Result>(input: string, run: () => Result): Result => {
    if (!isEasy(input.length)) throw new PatternError(text, input.length)
    return run()
  }
  const test = (input: string) => {
    if (isEasy(input.length)) return expression.test(input)
    const found = searchOwn(input)
    if (found === undefined) throw new PatternError(text, input.length)
    return found
  }
  return {
    text,
    test,
    exec: (input) => (test(input) ? native(input, () => expression.exec(input)) : null),
    split: (input) => native(input, () => input.split(expression)),
  }
}

/** Whether the platform's engine may be asked about a text of some length; the bound grows with it. */
function boundedBy(regex: Regex): (length: number) => boolean {
  let [easy, hard] = [-1, Number.POSITIVE_INFINITY]
  return (length) => {
    if (length <= easy) return true
    if (length >= hard) return false
    const isEasy = waysToTry(regex, length) <= mostWays
    if (isEasy) easy = length
    else hard = length
    return isEasy
  }
}

/** Our own engine, made when it is first needed. Undefined: it gave up. */
function ownSearch(regex: Regex, flags: string): (input: string) => boolean | undefined {
  let program: readonly Step[] | undefined
  const unicode = flags.includes('u')
  const options = { unicode, anchored: isAnchored(regex), isWord: charTest('\\w', flags) }
  return (input) => {
    if (isOpaque(regex)) return undefined
    program ??= toProgram(regex)
    if (!program) return undefined
    try {
      return search(program, input, options)
    } catch (error) {
      if (error instanceof SearchBudgetError) return undefined
      throw error
    }
  }
}

/** `g` and `y` make an expression remember where it stopped, and every search here starts anew. */
function joined(flags: string, inFront: string): string {
  const added = [...new Set(inFront)].filter((flag) => !flags.includes(flag))
  return flags.replace(/[gy]/g, '') + added.join('')
}

/** Compiles `/expression/flags`, or a bare expression. Throws SyntaxError. */
export function readPattern(text: string): Pattern {
  const delimited = /^\/(.+)\/([a-z]*)$/s.exec(text)
  return delimited ? compilePattern(delimited[1] ?? '', delimited[2], text) : compilePattern(text)
}
