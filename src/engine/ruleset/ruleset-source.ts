import { limitLines } from '../../core/text/wording.ts'

/** A ruleset as text. `name` is what `extends` is relative to, and what problems are reported under. */
export interface RulesetSource {
  readonly name: string
  readonly text: string
  /** Ignored for JavaScript, which is known by its name. */
  readonly format: 'json' | 'yaml'
  /** It comes with the engine: nobody can get it wrong. */
  readonly isBuiltin?: boolean
}

/**
 * Reads what a ruleset named `from` extends; `npm:NAME` is what a package in `node_modules` gives. The `name` in the answer is the same however the file was reached: it
 * is how a cycle is recognised. Rejects with an error whose message says why it cannot be read.
 */
export type RulesetReader = (
  reference: string,
  from: string,
) => Promise<{ readonly name: string; readonly text: string }>

/**
 * Reads a ruleset from a URL that a ruleset extends. Rejects with an error whose message says why it cannot be had,
 * or may not.
 */
export type RulesetFetcher = (url: string) => Promise<string>

/** One thing that is wrong with a ruleset. `line` and `column` count from 1. */
export interface RulesetProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The id of the rule; absent where the ruleset itself is wrong. */
  readonly rule?: string | undefined
  /** Dot-joined keys from the rule (else from the ruleset) to the value; empty for the whole of it. */
  readonly key: string
  readonly reason: string
}

/** A ruleset that cannot be used. It holds everything that is wrong, so that one reading is enough to fix it. */
export class RulesetError extends Error {
  readonly problems: readonly RulesetProblem[]

  constructor(problems: readonly RulesetProblem[]) {
    super(describeProblems(problems))
    this.name = 'RulesetError'
    this.problems = problems
  }
}

/** More than these are not read by anyone. */
const mostListed = 20

function describeProblems(problems: readonly RulesetProblem[]): string {
  const lines = problems.map(
    (problem) => `${problem.file}:${problem.line}:${problem.column}: ${describeProblemPlace(problem)}`,
  )
  return limitLines(lines, mostListed, (more) => `and ${more} more`).join('\n')
}

/** Describes what is wrong, and with which rule and key. */
export function describeProblemPlace({ rule, key, reason = '' }: Partial<RulesetProblem>): string {
  const where = [rule !== undefined && `rule "${rule}"`, key && `"${key}"`].filter(Boolean).join(', ')
  return where === '' ? reason : `${where}: ${reason}`
}
