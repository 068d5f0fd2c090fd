import { tryMake } from '../core/model/try-make.ts'

/**
 * Compiles a regular expression that a ruleset or a document brings. Rulesets written for an engine in Go put flags
 * in front: `(?i)abc`. Nothing here bounds how long it runs: see `sandbox/evaluation/limits.ts`. Throws SyntaxError.
 */
export function compilePattern(source: string, flags = ''): RegExp {
  const [prefix = '', inFront = ''] = /^\(\?([ims]+)\)/.exec(source) ?? []
  const added = [...new Set(inFront)].filter((flag) => !flags.includes(flag))
  return new RegExp(source.slice(prefix.length), flags + added.join(''))
}

export function isPattern(source: string, compile: (source: string) => RegExp = compilePattern): boolean {
  return tryMake(() => compile(source)) !== undefined
}

/** Compiles `/expression/flags`, or a bare expression, as Spectral's `pattern` does. Throws SyntaxError. */
export function readPattern(text: string): RegExp {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/.exec(text) ?? []
  return source === undefined ? compilePattern(text) : compilePattern(source, flags)
}

/** The pattern as if it had not been used: with `g` or `y` it remembers where it stopped. */
export function resetPattern(pattern: RegExp): RegExp {
  pattern.lastIndex = 0
  return pattern
}
