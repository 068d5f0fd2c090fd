import type { ReferenceReader } from '../../engine/referenced-files.ts'
import type { EngineName } from '../../model/engine-name.ts'
import type { TimeLimit } from '../evaluation/time-limit.ts'
import type { Offload } from './offload.ts'

/** What one evaluation may ask for and answer; Infinity is no limit. */
export interface SandboxLimits {
  readonly apis: number
  readonly rulesets: number
  readonly categories: number
  readonly issues: number
  readonly bodyBytes: number
}

export interface AppOptions {
  readonly limits: SandboxLimits
  readonly now: () => Date
  /** The day of the run that is served, YYYY-MM-DD (UTC); absent: that of each evaluation. */
  readonly day?: string | undefined
  /**
   * Set where the caller is this process itself: definitions of every version of OpenAPI are taken, a definition
   * uses the file in its `Content-Location`, and its references lead to files beside that one. A service that
   * others can reach must neither read files for them nor take what the real one refuses.
   */
  readonly local?: LocalFiles | undefined
  /** Answers list the rules whose `given` matched something, and those whose `given` did not. */
  readonly showsMatches?: boolean | undefined
  /** `refuse`: a ruleset with JavaScript in it cannot be used. */
  readonly functions?: 'allow' | 'refuse' | undefined
  /** Absent: what the workspace says. */
  readonly engine?: EngineName | undefined
  /** How long an evaluation may take; absent: as long as it takes. */
  readonly timeLimit?: TimeLimit | undefined
  /** Does the work of evaluations elsewhere; absent: here. */
  readonly offload?: Offload | undefined
  /**
   * Gets the cause of every 500. `unexpected` is an internal error, of which the caller sees nothing; `answered` is one
   * that the contract names, such as a file of the workspace that cannot be read.
   */
  readonly onFault?: ((error: unknown, kind: 'unexpected' | 'answered') => void) | undefined
}

export interface LocalFiles {
  readonly readerFor: (definition: string) => ReferenceReader
}
