import type { SandboxLimits } from './app-options.ts'
import type { ServiceAnswer } from './exchange.ts'
import type { CarriedRequest } from './offload.ts'
import type { WorkspaceSnapshot } from './workspace.ts'

/** What a thread is given at its start. */
export interface ThreadInput {
  readonly workspace: WorkspaceSnapshot
  readonly limits: SandboxLimits
  /** For one evaluation; Infinity is no limit. */
  readonly timeLimitMs: number
  /** One 32-bit integer, shared: not zero once nobody waits for the answer any more. */
  readonly unwanted: SharedArrayBuffer
}

export type ToThread = CarriedRequest
export type FromThread = { readonly answer: ServiceAnswer } | { readonly fault: string }

/** How messages say that the time is over. */
export function tookTooLong(timeLimitMs: number): string {
  return `the evaluation took longer than ${timeLimitMs / 1000} s and was ended`
}
