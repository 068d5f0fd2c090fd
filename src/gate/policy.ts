import type { Severity } from '../model.ts'

/** What the team accepts. */
export interface Policy {
  /** The lowest severity of which one issue fails the run. */
  readonly fail_on: Severity | 'never'
  /** How many issues of a severity are accepted, whatever `fail_on` says of those below it. */
  readonly max: Readonly<Partial<Record<Severity, number>>>
  /** `pass`: a run counts as complete although no ruleset ran or an API was not evaluated. */
  readonly on_unevaluated: 'fail' | 'pass'
}
