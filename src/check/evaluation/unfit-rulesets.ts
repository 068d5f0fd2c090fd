import type { Answer, RulesetSummary } from '../../core/model/evaluation.ts'
import { addUpCounts } from '../../core/model/severity.ts'
import { createLimiter } from '../sources/limiter.ts'
import type { Records } from '../types.ts'
import { isRefusal } from './evaluator.ts'

/**
 * Answers without the rulesets that fit none of the saved APIs they are about: such a ruleset did not run, whatever a
 * dashboard lists. One with issues ran. An API whose kind is not known, or cannot be read, is an OpenAPI one. It is looked
 * up only where a ruleset for another kind found nothing.
 */
export async function dropUnfitRulesets(
  answers: readonly Answer[],
  records: () => Promise<Pick<Records, 'getApi'>>,
  concurrency: number,
): Promise<readonly Answer[]> {
  const ids = new Set(
    answers.filter(({ evaluation }) => evaluation.rulesets.some(isDoubtful)).flatMap(listApis),
  )
  if (ids.size === 0) return answers
  const known = await records()
  const kinds = new Map(
    await createLimiter(concurrency)([...ids], async (id) => [id, await readKind(id, known)] as const),
  )
  return answers.map((answer) => {
    const isUnfit = (ruleset: RulesetSummary) =>
      isDoubtful(ruleset) && !listApis(answer).some((id) => kinds.get(id) === ruleset.resource_type)
    const rulesets = answer.evaluation.rulesets.filter((ruleset) => !isUnfit(ruleset))
    return answer.request.kind === 'apis'
      ? { ...answer, evaluation: { ...answer.evaluation, rulesets } }
      : answer
  })
}

function isDoubtful(ruleset: RulesetSummary): boolean {
  return ruleset.resource_type !== 'oas-api' && addUpCounts(ruleset) === 0
}

function listApis({ request }: Answer): readonly string[] {
  return request.kind === 'apis' ? request.api_ids : []
}

async function readKind(id: string, records: Pick<Records, 'getApi'>): Promise<string | undefined> {
  try {
    return (await records.getApi(id)).api_definition.resource_type
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}
