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

/**
 * Checks flags by the rules of the config file. Throws GovError `flag-invalid`, which names every bad flag. From `now`, its
 * hint counts days that someone writes instead of a date.
 */
export function readWaiver(flags: WaiverFlags, now?: Date): Waiver {
  const { ruleId: rule_id, rulesetId: ruleset_id, apiId: api_id, path, reason, owner, expires } = flags
  const raw = { rule_id, ruleset_id, api_id, path, reason, owner, expires }
  const hint = 'See the example in gov waiver add --help.'
  const checked = checkValue({ schema: waiverSchema, hint }, raw, [], wording)
  if (checked.problems === undefined) return checked.value
  throw problemsError(
    checked.problems.map((problem) => ({
      ...problem,
      hint: (now && problem.path[0] === 'expires' ? dayHint(expires, now) : undefined) ?? hint,
    })),
    wording.code,
  )
}

function dayHint(expires: string, now: Date): string | undefined {
  const days = Number(/^(?:in )?\+?(\d{1,5}) ?d(?:ays?)?$/i.exec(expires)?.[1] ?? Number.NaN)
  if (Number.isNaN(days)) return undefined
  const day = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  return `Counted from today, that is ${day}.`
}
