import { resolve } from 'node:path'
import type { Evaluation } from '../core/model/evaluation.ts'
import type { Gap, RequiredGap, UnpinnedGap } from '../core/model/gap.ts'
import type { Origin } from '../settings/setting.ts'
import type { CheckPlan } from './check-plan.ts'

/**
 * What the policy requires to be checked and the run does not: a change under review that takes an API or a ruleset out of
 * the config would weaken the gate. A ruleset also counts when a category ran it. An id means nothing on a dashboard that
 * the change itself chooses, nor does the name of a local ruleset that it brings along. An inactive ruleset
 * meets no requirement: somebody has switched it off.
 */
export function requiredGaps(
  plan: CheckPlan,
  { rulesets }: Pick<Evaluation, 'rulesets'>,
  cwd: string,
): Gap[] {
  const { required, policyFile: policy, unmet } = plan.judgement
  if (policy === undefined) return []
  const { whole } = plan.targets
  const { selector } = whole
  const asked = 'ruleset_ids' in selector ? selector.ruleset_ids : rulesets.map(({ id }) => id)
  const inactive = rulesets.filter(({ active }) => !active).map(({ id }) => id)
  const files = whole.definitions.map(({ file }) => resolve(cwd, file))
  const definitions = required.definitions?.filter((file) => !files.includes(resolve(cwd, file))) ?? []
  const gaps = (subject: RequiredGap['subject'], names: readonly string[]): RequiredGap[] =>
    names.map((name) => ({ kind: 'required', policy, subject, name }))
  return [
    ...otherDashboard(plan, policy),
    ...unpinned(plan, policy),
    ...unmet.map((each): Gap => ({ kind: 'required', policy, ...each })),
    ...gaps('API', without(required.api_ids, whole.api_ids)),
    ...gaps('definition', definitions),
    ...gaps('ruleset', without(required.ruleset_ids, asked)),
    ...gaps(
      'ruleset',
      asked.filter((id) => inactive.includes(id) && required.ruleset_ids?.includes(id)),
    ).map((gap): Gap => ({ ...gap, found: 'it inactive' })),
    ...gaps('category', without(required.categories, 'categories' in selector ? selector.categories : [])),
  ]
}

function otherDashboard({ judgement, connection: { name } }: CheckPlan, policy: string): Gap[] {
  const { dashboard } = judgement.required
  if (dashboard === undefined || trimmed(dashboard) === trimmed(name)) return []
  return [{ kind: 'other-dashboard', policy, dashboard: name, required: dashboard }]
}

/** An id means nothing on a dashboard that the change itself chooses, `embedded` nothing without its content, a ruleset nothing without its engine. */
function unpinned(plan: CheckPlan, policy: string): Gap[] {
  const { required } = plan.judgement
  const { origin: dashboardOrigin, workspaceOrigin, engine: chosen } = plan.connection
  const byId = [required.api_ids, required.ruleset_ids, required.categories].some((ids) => ids !== undefined)
  const onDashboard = byId || required.dashboard !== undefined
  const gap = (chosen: UnpinnedGap['chosen'], origin: Origin | undefined, isOpen: boolean): Gap[] =>
    isOpen && origin?.source === 'file' ? [{ kind: 'unpinned', policy, place: origin.place, chosen }] : []
  const isRequired = onDashboard || (required.ruleset_files ?? required.workspace) !== undefined
  const engine = gap('engine', chosen?.origin, isRequired)
  if (plan.targets.rulesetDigests !== undefined)
    return [
      ...gap('rulesets', dashboardOrigin, byId || (onDashboard && required.ruleset_files === undefined)),
      ...engine,
    ]
  return [
    ...engine,
    ...gap('dashboard', dashboardOrigin, byId && required.dashboard === undefined),
    ...gap('workspace', workspaceOrigin, onDashboard && required.workspace === undefined),
  ]
}

function without(required: readonly string[] = [], there: readonly string[]): string[] {
  return required.filter((name) => !there.includes(name))
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '')
}
