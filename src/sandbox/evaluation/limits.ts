import { Script } from 'node:vm'
import { findErrorCode } from '../../core/model/file-fault.ts'

export interface TimeLimit {
  /** Milliseconds left; Infinity is no limit. Throws when there are none, or when nobody wants the result any more. */
  readonly left: () => number
  /** The error of an evaluation that was stopped: which rule was running, and of which ruleset. */
  readonly exceeded: (rule: string, ruleset: string) => Error
  /** Present where Ctrl-C stops an evaluation: the error of that. */
  readonly interrupted?: (() => Error) | undefined
}

export const unlimited: TimeLimit = {
  left: () => Number.POSITIVE_INFINITY,
  exceeded: (rule) => new Error(rule),
}

export function tookTooLong(timeLimitMs: number): string {
  return `the evaluation took longer than ${timeLimitMs / 1000} s and was ended`
}

/** The longest time that a timer of the platform takes. */
const maxTimeout = 2 ** 31 - 1
const workSlot = 'gov.work'
const scriptGlobal = new Script('globalThis')
const callWork = new Script(`globalThis[Symbol.for('${workSlot}')]()`)

/**
 * Runs synchronous work, and stops it when its time is up: in a loop or in the middle of a regular expression. V8 does
 * so only around a script, which finds `work` in its global. No `catch` or `finally` of the work runs any more, so that
 * nothing in it can take being stopped for having found nothing. Throws what `exceeded` gives.
 */
export function withTimeLimit<Value>(
  { left, interrupted }: TimeLimit,
  work: () => Value,
  exceeded: () => Error,
): Value {
  const timeout = left()
  if (timeout === Number.POSITIVE_INFINITY && !interrupted) return work()
  let done: { readonly value: Value } | undefined
  // Scripts do not see the globals of a test runner.
  const global = Object(scriptGlobal.runInThisContext())
  Reflect.set(global, Symbol.for(workSlot), () => {
    done = { value: work() }
  })
  try {
    callWork.runInThisContext({
      breakOnSigint: interrupted !== undefined,
      ...(Number.isFinite(timeout) && { timeout: Math.min(Math.max(1, Math.ceil(timeout)), maxTimeout) }),
    })
  } catch (error) {
    throw timeLimitError(error, exceeded, interrupted)
  } finally {
    Reflect.deleteProperty(global, Symbol.for(workSlot))
  }
  if (!done) throw new Error('an evaluation ended without a result')
  return done.value
}

function timeLimitError(
  error: unknown,
  exceeded: () => Error,
  interrupted: TimeLimit['interrupted'],
): unknown {
  const code = findErrorCode(error)
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return exceeded()
  return code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED' && interrupted ? interrupted() : error
}

const maxLoadingMs = 30_000

/** Code of a ruleset that is loaded can keep the sandbox in one endless operation, of which it counts no steps. */
export function withLoadingLimit<Value>(work: () => Value): Value {
  const loadingError = () => new Error(`its code did not load within ${maxLoadingMs / 1000} s`)
  return withTimeLimit({ left: () => maxLoadingMs, exceeded: loadingError }, work, loadingError)
}
