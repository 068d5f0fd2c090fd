import type { CheckPlan } from '../types.ts'

/** An asterisk in an entry of `api_ids` stands for any characters, also none. */
export function isApiPattern(entry: string): boolean {
  return entry.includes('*')
}

/** Whether what is checked is chosen from the dashboard's list. */
export function selectsApis({ targets, connection }: CheckPlan): boolean {
  const { api_categories: categories } = connection.settings
  return targets.asked.api_ids.some(isApiPattern) || (categories?.value.length ?? 0) > 0
}

/** Whether that list is asked for: also for what the policy requires. */
export function needsList(plan: CheckPlan): boolean {
  const isLocal = plan.targets.rulesetDigests !== undefined
  return !isLocal && (selectsApis(plan) || plan.judgement.required.api_ids?.some(isApiPattern) === true)
}
