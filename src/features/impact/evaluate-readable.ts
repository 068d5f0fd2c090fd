import { askInstead, type CheckPlan } from '../../check/check-plan.ts'
import { untilDeadline } from '../../check/deadline.ts'
import { createSurveyor } from '../../check/definitions/survey.ts'
import { evaluatePlan, type PlanAnswers } from '../../check/evaluate.ts'
import type { World } from '../../check/world.ts'
import { GovError } from '../../core/model/errors.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { ImpactApi } from './impact-model.ts'

/** The answers about all definitions that can be read, and the others. */
export interface ReadableAnswers {
  readonly plan: CheckPlan
  readonly first: PlanAnswers
  readonly unreadable: readonly ImpactApi[]
}

/** One definition that cannot be read hides nothing of the others. Throws GovError where none can be read. */
export async function evaluateReadable(
  plan: CheckPlan,
  world: World,
  options: { readonly matters: (issue: Issue) => boolean },
): Promise<ReadableAnswers> {
  try {
    return { plan, first: await evaluatePlan(plan, world, options), unreadable: [] }
  } catch (error) {
    if (!isUsage(error)) throw error
    const faults = await listFaults(plan, world)
    const { asked } = plan.targets
    const definitions = asked.definitions.filter(({ file }) => !faults.has(file))
    if (faults.size === 0 || definitions.length + asked.api_ids.length === 0) throw error
    const rest = askInstead(plan, { ...asked, definitions })
    const first = await evaluatePlan(rest, world, options)
    return { plan: rest, first, unreadable: [...faults].map(([file, fault]) => unknownApi(file, fault)) }
  }
}

/** What is wrong with each definition that cannot be read. */
async function listFaults(
  { targets, connection }: CheckPlan,
  world: World,
): Promise<ReadonlyMap<string, GovError>> {
  const limit = untilDeadline('the check', connection.deadlineMs, world)
  const faults = new Map<string, GovError>()
  const { definitions } = targets.asked
  const { look } = createSurveyor(definitions, connection, { sources: world.sources })
  for (const definition of definitions)
    try {
      await look(definition)
      limit.left()
    } catch (error) {
      if (!isUsage(error)) throw error
      faults.set(definition.file, error)
    }
  return faults
}

function isUsage(error: unknown): error is GovError {
  return error instanceof GovError && error.kind === 'usage'
}

function unknownApi(id: string, { message }: GovError): ImpactApi {
  const nothing = { owners: [], categories: [], turned_by: [], added: [], removed: [] }
  const verdicts = { before: 'unknown', after: 'unknown', effect: 'unknown' } as const
  return { id, saved: false, ...verdicts, reasons: [message], ...nothing }
}
