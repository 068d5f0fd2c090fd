import type { Asked } from '../../core/model/asked.ts'
import { usageError } from '../../core/model/errors.ts'
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

/** The plan for other APIs, definitions or rulesets, asked of the same evaluator. */
export function askInstead(plan: CheckPlan, asked: Asked): CheckPlan {
  return { ...plan, targets: { ...plan.targets, asked } }
}

/** For what takes every ruleset for one of every target. Throws GovError, usage. */
export function requireOneCheck({ targets: { asked } }: CheckPlan, what: string): void {
  const [first, ...others] = asked.checks ?? []
  if (first === undefined || others.length === 0) return
  const message = `${what} takes one check at a time, and the config has ${others.length + 1}`
  throw usageError('several-checks', message, `Pass --check, such as --check ${first.name}.`)
}
