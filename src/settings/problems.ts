import { type GovError, usageError } from '../model/errors.ts'
import type { Path } from '../model/location.ts'

export interface Problem {
  readonly code: string
  readonly path: Path
  readonly message: string
  readonly hint: string
}

/** `definitions[0].file`, and "the config" for the whole. */
export function dottedName(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return steps.join('').replace(/^\./, '') || 'the config'
}

const maxShown = 20

/** All problems as one error. The lines are the messages in the order given; a code that all share is kept. */
export function problemsError(problems: readonly Problem[], mixedCode: string): GovError {
  const lines = problems.slice(0, maxShown).map((problem) => problem.message)
  if (problems.length > maxShown) lines.push(`and ${problems.length - maxShown} more`)
  const [code, ...otherCodes] = new Set(problems.map((problem) => problem.code))
  const hints = new Set(problems.slice(0, maxShown).map((problem) => problem.hint))
  const only = code !== undefined && otherCodes.length === 0
  return usageError(only ? code : mixedCode, lines.join('\n'), [...hints].join('\n'))
}
