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
  /** Told about every unexpected throw, of which the caller sees a plain 500 only. */
  readonly onFault?: ((error: unknown) => void) | undefined
}
