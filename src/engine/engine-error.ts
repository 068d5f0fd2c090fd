import { GovError } from '../core/model/errors.ts'
import { readMessage } from '../core/model/file-fault.ts'
import type { Path } from '../core/model/location.ts'
import { joinSome } from './print.ts'

/** A rule that could not be evaluated: which one, where, and why. The whole evaluation fails with it. */
export class EngineError extends Error {
  constructor(rules: readonly string[], path: Path | undefined, reason: string, cause?: unknown) {
    super(`${nameRules(rules, path)}: ${reason}`, { cause })
    this.name = 'EngineError'
  }
}

/** A function of a ruleset that could not be loaded, or failed. It fails the rules that name it, and no others. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError'
}

/** `rule a, b at info.title`. */
export function nameRules(rules: readonly string[], path: Path | undefined): string {
  const named = `rule ${joinSome([...new Set(rules)], mostNames)}`
  return path === undefined ? named : `${named} at ${path.join('.') || 'the root'}`
}

/** A message with more names than these is for nobody to read. */
const mostNames = 5

/** Runs a part of an evaluation; whatever it throws becomes an EngineError that names the rules. */
export function nameFailingRules<Result>(rules: () => readonly string[], run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw toEngineError(rules(), error)
  }
}

/**
 * An error of rules, and the place that they were looking at. One that names its rules already stays as it is, and so
 * does a GovError, which ends more than the evaluation.
 */
export function toEngineError(rules: readonly string[], error: unknown, path?: Path): EngineError | GovError {
  if (error instanceof EngineError || error instanceof GovError) return error
  return new EngineError(rules, path, describeCause(error), error)
}

function describeCause(error: unknown): string {
  if (error instanceof RangeError) return `the document is nested too deeply for it (${error.message})`
  return readMessage(error)
}
