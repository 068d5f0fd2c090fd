import type { Answer } from '../gate/answer.ts'
import { unrunOf } from '../gate/decide/selected.ts'
import { usageError } from '../model/errors.ts'
import type { Records } from './evaluators/evaluator.ts'

/** What a dashboard keeps a record under; the ids of rulesets are chosen by people, and seldom look so. */
const internalId = /^[0-9a-f]{24}$/i

/**
 * Throws GovError, usage, for a ruleset that was requested by its internal id: a dashboard runs it under its other id, so
 * that it would count as not run. Where the ruleset cannot be looked up, nothing is said.
 */
export async function refuseInternalIds(
  answers: readonly Answer[],
  records: () => Promise<Pick<Records, 'getRuleset'>>,
): Promise<void> {
  const ran = new Set(answers.flatMap(({ evaluation }) => evaluation.rulesets.map(({ id }) => id)))
  for (const id of unrunOf(answers).ruleset_ids.filter((each) => internalId.test(each))) {
    const found = await (await records()).getRuleset(id).catch(() => undefined)
    if (found === undefined || !ran.has(found.ruleset_id)) continue
    throw usageError(
      'ruleset-internal-id',
      `${id} is the internal id of the ruleset ${found.ruleset_id}, which results do not carry`,
      `Select the ruleset by its id: ${found.ruleset_id}.`,
    )
  }
}
