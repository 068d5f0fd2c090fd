import type { Pipeline } from '../../run/init/setup.ts'
import type { FailOn } from '../../settings/policy-schema.ts'

/** The flags of `gov init`, as they were typed. */
export interface InitFlags {
  readonly yes?: boolean
  readonly force?: boolean
  readonly url?: string
  readonly workspace?: string
  readonly definition?: readonly string[]
  readonly apiId?: readonly string[]
  readonly rulesetFile?: readonly string[]
  readonly rulesetId?: readonly string[]
  readonly category?: readonly string[]
  readonly failOn?: FailOn
  readonly pipeline?: Pipeline
  readonly hook?: boolean
  readonly insecureHttp?: boolean
}
