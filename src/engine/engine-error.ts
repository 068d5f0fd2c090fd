import { GovError } from '../errors.ts'
import type { Path } from '../model.ts'

/** A rule that could not be evaluated: which one, where, and why. The whole evaluation fails with it. */
export class EngineError extends Error {
  constructor(rules: readonly string[], path: Path | undefined, reason: string, cause?: unknown) {
    const named = `rule ${[...new Set(rules)].join(', ')}`
    super(`${named}${path === undefined ? '' : ` at ${path.join('.') || 'the root'}`}: ${reason}`, { cause })
    this.name = 'EngineError'
  }
}

/**
 * Runs a part of an evaluation; whatever it throws becomes an EngineError that names the rules and the place. A
 * GovError ends more than the evaluation, and stays what it is.
 */
export function namingRules<Result>(
  rules: (error: unknown) => readonly string[],
  path: () => Path | undefined,
  run: () => Result,
): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof EngineError || error instanceof GovError) throw error
    throw new EngineError(rules(error), path(), reasonOf(error), error)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return `the document is nested too deep for it (${error.message})`
  return error instanceof Error ? error.message : String(error)
}
