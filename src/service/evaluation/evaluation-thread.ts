import type { SandboxLimits } from '../http/app-options.ts'
import type { ServiceAnswer } from '../http/exchange.ts'
import type { CarriedRequest } from '../http/offload.ts'
import type { WorkspaceSnapshot } from '../store/workspace.ts'

/** What a thread is given at its start. */
export interface ThreadInput {
  readonly workspace: WorkspaceSnapshot
  readonly limits: SandboxLimits
  /** For one evaluation; Infinity is no limit. */
  readonly timeLimitMs: number
}

export type ToThread = CarriedRequest
export type FromThread = { readonly answer: ServiceAnswer } | { readonly fault: string }

/** How messages say that the time is over. */
export function tookTooLong(timeLimitMs: number): string {
  return `the evaluation took longer than ${timeLimitMs / 1000} s and was ended`
}
