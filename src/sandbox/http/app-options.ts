import type { EvaluatorOptions } from '../evaluation/evaluator.ts'
import type { Workspace } from '../store/workspace.ts'
import { readBytes } from './body.ts'
import { requireEvaluator } from './credentials.ts'
import type { ServiceAnswer } from './exchange.ts'
import type { ServiceRoute } from './route.ts'

export interface AppOptions extends EvaluatorOptions {
  /** Does the work of evaluations elsewhere; absent: here. */
  readonly offload?: Offload | undefined
  /**
   * Gets the cause of every 500. `unexpected` is an internal error, of which the caller sees nothing; `answered` is one
   * that the contract names, such as a file of the workspace that cannot be read.
   */
  readonly onFault?: ((error: unknown, kind: 'unexpected' | 'answered') => void) | undefined
}

/** A request as it can go to another thread. */
export interface CarriedRequest {
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Uint8Array<ArrayBuffer>
}

/** Has a request answered elsewhere. Rejects with a Refusal; ends the work when `signal` says so. */
export type Offload = (request: CarriedRequest, signal: AbortSignal) => Promise<ServiceAnswer>

/**
 * The route with its work done elsewhere. Only those who may ask get there, with a body within the limit; everything
 * else of the request is looked at where the work is done.
 */
export function offloaded(
  route: ServiceRoute,
  workspace: Workspace,
  limit: number,
  offload: Offload,
): ServiceRoute {
  return {
    ...route,
    handle: async (request) => {
      requireEvaluator(request, workspace)
      const { url, headers, signal = new AbortController().signal } = request
      const body = await readBytes(request, limit)
      return offload({ url, headers: [...headers], body }, signal)
    },
  }
}
