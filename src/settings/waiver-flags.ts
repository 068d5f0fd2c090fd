import type { Waiver } from '../model/waiver.ts'
import { checkValue } from './check-value.ts'
import { waiverSchema } from './entry-schemas.ts'
import { problemsError } from './problems.ts'

export interface WaiverFlags {
  readonly ruleId: string
  readonly rulesetId?: string
  readonly apiId?: string
  readonly path?: string
  readonly reason: string
  readonly owner: string
  readonly expires: string
}

const wording = {
  code: 'flag-invalid',
  nameOf: ([key]: readonly (string | number)[]) => `--${String(key).replace('_', '-')}`,
  groups: new Map(),
}

/** Checks flags by the rules of the config file. Throws GovError `flag-invalid`, which names every bad flag. */
export function readWaiver(flags: WaiverFlags): Waiver {
  const { ruleId: rule_id, rulesetId: ruleset_id, apiId: api_id, path, reason, owner, expires } = flags
  const raw = { rule_id, ruleset_id, api_id, path, reason, owner, expires }
  const hint = 'See the example in gov waiver add --help.'
  const checked = checkValue({ schema: waiverSchema, hint }, raw, [], wording)
  if (checked.problems === undefined) return checked.value
  throw problemsError(
    checked.problems.map((problem) => ({ ...problem, hint })),
    wording.code,
  )
}
