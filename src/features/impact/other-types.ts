import { askInstead, type CheckPlan } from '../../check/check-plan.ts'
import type { Records } from '../../check/evaluators/evaluator.ts'
import { usualType } from '../../check/match-apis.ts'
import { survivable, usageError } from '../../core/model/errors.ts'
import type { ApiFacts } from './impact.ts'
import type { Impact } from './impact-model.ts'
import type { PlannedImpact } from './plan-impact.ts'

interface OtherTypes {
  readonly applicable: CheckPlan
  readonly not_applicable: Impact['not_applicable']
}

/**
 * The plan without the APIs that the ruleset is not for: no change of it reaches them. Throws GovError, usage, where none is
 * left.
 */
export async function leaveOutOtherTypes(
  { plan, place, isHere }: PlannedImpact,
  facts: ReadonlyMap<string, ApiFacts>,
  records: Pick<Records, 'getRuleset'>,
): Promise<OtherTypes> {
  const { asked, selection } = plan.targets
  const known = (selection?.left_out ?? []).map(({ api_id: id, ...api }) => ({ id, ...api }))
  const getType = (id: string) => facts.get(id)?.resource_type ?? usualType
  const isMixed = asked.api_ids.some((id) => getType(id) !== usualType)
  const type = isMixed ? await findType(place, isHere, records) : undefined
  const isOther = (id: string) => type !== undefined && getType(id) !== type
  const api_ids = asked.api_ids.filter((id) => !isOther(id))
  if (api_ids.length + asked.definitions.length === 0)
    throw usageError(
      'impact-without-apis',
      `none of the APIs is of the type that ${place} is for (${type})`,
      'Name other APIs, or pass --all-apis.',
    )
  const others = asked.api_ids.filter(isOther).map((id) => ({
    id,
    name: facts.get(id)?.name,
    resource_type: getType(id),
  }))
  return { applicable: askInstead(plan, { ...asked, api_ids }), not_applicable: [...known, ...others] }
}

/** Undefined where the ruleset cannot be read, so that nothing is left out. */
async function findType(
  place: string,
  isHere: boolean,
  { getRuleset }: Pick<Records, 'getRuleset'>,
): Promise<string | undefined> {
  if (isHere) return usualType
  try {
    return (await getRuleset(place)).resource_type ?? usualType
  } catch (error) {
    survivable(error)
    return undefined
  }
}
