import { join } from 'node:path'
import { createSources } from '../../../check/sources/sources.ts'
import { silenceWarnings, type World } from '../../../check/world.ts'
import { survivable } from '../../../core/model/errors.ts'
import { computeImpact } from '../impact/compute-impact.ts'
import type { Impact } from '../impact/impact-model.ts'
import type { ImpactRequest } from '../impact/plan-impact.ts'
import { facts } from './content.ts'
import type { PushPlan, PushStep } from './plan-push.ts'

/** How one step changes the verdicts of the config's APIs, or why that was not computed. */
export type StepImpact = { readonly id: string } & (
  | (Pick<Impact, 'newly_failing' | 'newly_passing' | 'unknown'> & {
      readonly apis: number
      /** Ids and files. */
      readonly failing: readonly string[]
      /** Changes that the impact leaves out, such as that of the action. */
      readonly without: readonly string[]
    })
  | { readonly not_computed: string }
)

/** Limits for a plan that a person waits for; `gov ruleset impact` has none. */
const mostSteps = 5
const mostMs = 60_000
const ofLocalRules =
  "the config checks with ruleset_files, not with the dashboard's rulesets; pass --config with one that does not"

/** Each updated ruleset alone in the place of the dashboard's copy, over the APIs of the config. Never throws a GovError. */
export async function pushImpact(
  { steps }: PushPlan,
  folder: string,
  request: Omit<ImpactRequest, 'old' | 'new'>,
  world: World,
): Promise<readonly StepImpact[]> {
  const found: StepImpact[] = []
  const endsAt = performance.now() + mostMs
  for (const step of steps) {
    const { id } = step
    const left = Math.ceil(endsAt - performance.now())
    const reason = explainOmission(step, found.filter((stepImpact) => 'apis' in stepImpact).length, left)
    if (reason !== undefined) found.push({ id, not_computed: reason })
    else if (step.kind === 'update' && changesRules(step))
      found.push(await computeStepImpact(step, folder, request, left, world))
  }
  return found
}

function explainOmission(step: PushStep, computed: number, left: number): string | undefined {
  if (step.kind === 'create') return 'the dashboard has no earlier copy'
  if (step.kind === 'delete') return 'it is deleted'
  if (!changesRules(step)) return undefined
  if (computed >= mostSteps) return `only ${mostSteps} rulesets are looked at`
  return left <= 0 ? `the ${mostMs / 1000} s for it are over` : undefined
}

function changesRules({ changes }: Extract<PushStep, { kind: 'update' }>): boolean {
  return changes.some(({ what }) => !['categories', ...facts].includes(what))
}

const weighty = ['active', 'action', 'resource_type', 'categories']

async function computeStepImpact(
  { id, local, changes }: Extract<PushStep, { kind: 'update' }>,
  folder: string,
  request: Omit<ImpactRequest, 'old' | 'new'>,
  left: number,
  world: World,
): Promise<StepImpact> {
  const own = {
    ...request.own,
    'dashboard.deadline': { value: left, origin: { source: 'flag', place: 'the plan' } },
  } as const
  const file = join(folder, local.folder, local.rulesFile)
  const observe = { ...silenceWarnings(world).observe, progress: undefined }
  try {
    const { impact } = await computeImpact(
      { ...request, own, old: id, new: file, as: id },
      { ...world, sources: createSources(world.cwd), observe },
    )
    const { newly_failing, newly_passing, unknown, apis } = impact
    const failing = apis.filter(({ effect }) => effect === 'newly-fails').map((api) => api.id)
    const without = changes.map(({ what }) => what).filter((what) => weighty.includes(what))
    return { id, newly_failing, newly_passing, unknown, apis: apis.length, failing, without }
  } catch (error) {
    const { code, message } = survivable(error)
    return { id, not_computed: code === 'ruleset-file-conflict' ? ofLocalRules : message }
  }
}
