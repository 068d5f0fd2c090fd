import type { Waiver } from '../model/waiver.ts'
import { problemsError, problemsOf } from './problems.ts'
import { waiverSchema } from './waiver-schema.ts'

export interface WaiverFlags {
  readonly ruleId: string
  readonly rulesetId?: string
  readonly apiId?: string
  readonly path?: string
  readonly reason: string
  readonly owner: string
  readonly expires: string
}

/** Checks flags by the rules of the config file. Throws GovError `flag-invalid`, which names every bad flag. */
export function readWaiver(flags: WaiverFlags): Waiver {
  const { ruleId: rule_id, rulesetId: ruleset_id, apiId: api_id, path, reason, owner, expires } = flags
  const raw = { rule_id, ruleset_id, api_id, path, reason, owner, expires }
  const checked = waiverSchema().safeParse(raw)
  if (checked.success) return checked.data
  const problems = problemsOf(
    checked.error.issues,
    raw,
    'flag-invalid',
    ([key]) => `--${String(key).replace('_', '-')}`,
  )
  throw problemsError(
    problems.map((problem) => ({ ...problem, hint: 'gov waiver add --help shows an example.' })),
    'flag-invalid',
  )
}
