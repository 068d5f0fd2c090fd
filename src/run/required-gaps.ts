import { resolve } from 'node:path'
import type { Evaluation } from '../model/evaluation.ts'
import type { Gap, RequiredGap } from '../model/gap.ts'
import type { CheckPlan } from './check-plan.ts'

/**
 * What the policy requires to be checked and the run does not: a change under review that takes an API or a ruleset out of
 * the config would weaken the gate. A ruleset also counts when a category ran it. An id means nothing on a dashboard that
 * the change itself chooses, nor does the name of a local ruleset that it brings along.
 */
export function requiredGaps(
  plan: CheckPlan,
  { rulesets }: Pick<Evaluation, 'rulesets'>,
  cwd: string,
): Gap[] {
  const { required, whole, policyFile: policy } = plan
  if (policy === undefined) return []
  const { selector } = whole
  const asked = 'ruleset_ids' in selector ? selector.ruleset_ids : rulesets.map(({ id }) => id)
  const files = whole.definitions.map(({ file }) => resolve(cwd, file))
  const definitions = required.definitions?.filter((file) => !files.includes(resolve(cwd, file))) ?? []
  const gaps = (subject: RequiredGap['subject'], names: readonly string[]): Gap[] =>
    names.map((name) => ({ kind: 'required', policy, subject, name }))
  return [
    ...dashboardGaps(plan, policy),
    ...gaps('API', without(required.api_ids, whole.api_ids)),
    ...gaps('definition', definitions),
    ...gaps('ruleset', without(required.ruleset_ids, asked)),
    ...gaps('category', without(required.categories, 'categories' in selector ? selector.categories : [])),
  ]
}

/** An id means nothing on a dashboard that the change itself chooses. */
function dashboardGaps(
  { required, dashboardName, dashboardOrigin, rulesetDigests }: CheckPlan,
  policy: string,
): Gap[] {
  const { dashboard } = required
  const isOther = dashboard !== undefined && trimmed(dashboard) !== trimmed(dashboardName)
  const byId = [required.api_ids, required.ruleset_ids, required.categories].some((ids) => ids !== undefined)
  const place = byId && dashboardOrigin?.source === 'file' ? dashboardOrigin.place : undefined
  const local_rulesets = rulesetDigests !== undefined
  return [
    ...(isOther
      ? [{ kind: 'other-dashboard', policy, dashboard: dashboardName, required: dashboard } as const]
      : []),
    ...(place !== undefined && (dashboard === undefined || local_rulesets)
      ? [{ kind: 'unpinned', policy, place, local_rulesets } as const]
      : []),
  ]
}

function without(required: readonly string[] = [], there: readonly string[]): string[] {
  return required.filter((name) => !there.includes(name))
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '')
}
