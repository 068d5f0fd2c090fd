/**
 * Every regular expression that a ruleset or a document brings runs through here, and nowhere else: JavaScript
 * cannot stop one that has started, so the length of what it reads is bounded. A matcher that cannot backtrack
 * would take this file's place.
 */
export interface Pattern {
  /** As the ruleset wrote it. */
  readonly text: string
  /** Throws PatternInputError. */
  readonly test: (input: string) => boolean
}

/** UTF-16 code units. */
export const longestPatternInput = 32_768

/** An input too long to be matched. The caller reports it: what was not checked has not passed. */
export class PatternInputError extends Error {
  constructor(length: number) {
    super(`is too long to match against a pattern (${length} characters; at most ${longestPatternInput})`)
    this.name = 'PatternInputError'
  }
}

/**
 * Compiles a bare expression. Flags may stand in front, as in `(?i)abc`: rulesets that were written for an engine
 * in Go have them there. Throws SyntaxError.
 */
export function compilePattern(source: string, flags = '', text = source): Pattern {
  const inFront = /^\(\?([ims]+)\)/.exec(source)
  const expression = new RegExp(source.slice(inFront?.[0].length ?? 0), joined(flags, inFront?.[1] ?? ''))
  const test = (input: string): boolean => {
    if (input.length > longestPatternInput) throw new PatternInputError(input.length)
    expression.lastIndex = 0
    return expression.test(input)
  }
  return { text, test }
}

/** `g` changes nothing but where the next search starts, and every search here starts anew. */
function joined(flags: string, inFront: string): string {
  const added = [...new Set(inFront)].filter((flag) => !flags.includes(flag))
  return flags.replace('g', '') + added.join('')
}

/** Compiles `/expression/flags`, or a bare expression. Throws SyntaxError. */
export function readPattern(text: string): Pattern {
  const delimited = /^\/(.+)\/([a-z]*)$/s.exec(text)
  return delimited ? compilePattern(delimited[1] ?? '', delimited[2], text) : compilePattern(text)
}
