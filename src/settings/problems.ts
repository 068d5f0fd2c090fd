import { type FaultPlace, GovError } from '../core/model/errors.ts'
import type { Path } from '../core/model/location.ts'

export interface Problem {
  readonly code: string
  readonly path: Path
  readonly message: string
  readonly hint: string
}

/** The values of a source, and what is wrong with it. */
export interface ReadValues<Values> {
  readonly values: Values
  readonly problems: readonly Problem[]
}

/** `definitions[0].file`, and "the config" for the whole. */
export function dottedName(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return steps.join('').replace(/^\./, '') || 'the config'
}

const maxShown = 20

/** Several problems, each with what to do about it. */
export class ProblemsError extends GovError {
  readonly problems: readonly Pick<Problem, 'message' | 'hint'>[]
  /** How many more there are. */
  readonly more: number

  constructor(code: string, problems: readonly Problem[], place?: FaultPlace) {
    const shown = problems.slice(0, maxShown)
    const more = problems.length - shown.length
    const lines = [...shown.map(({ message }) => message), ...(more > 0 ? [`and ${more} more`] : [])]
    const hints = [...new Set(shown.map(({ hint }) => hint))]
    super('usage', code, lines.join('\n'), hints.join('\n'), undefined, place)
    this.problems = shown
    this.more = more
  }
}

/** All problems as one error, at the place of the first. The lines are the messages in the order given; a code that all share is kept. */
export function problemsError(
  problems: readonly Problem[],
  mixedCode: string,
  place?: FaultPlace,
): ProblemsError {
  const [code, ...otherCodes] = new Set(problems.map((problem) => problem.code))
  const only = code !== undefined && otherCodes.length === 0
  return new ProblemsError(only ? code : mixedCode, problems, place)
}
