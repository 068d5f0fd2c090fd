import type { Asked } from '../../core/model/asked.ts'
import { usageError } from '../../core/model/errors.ts'
import type { CheckPlan } from '../types.ts'

/** The plan for other APIs, definitions or rulesets, asked of the same evaluator. */
export function askInstead(plan: CheckPlan, asked: Asked): CheckPlan {
  return { ...plan, targets: { ...plan.targets, asked } }
}

/** For what takes every ruleset for one of every target. Throws GovError, usage. */
export function requireOneCheck({ targets: { asked } }: CheckPlan, what: string): void {
  const [first, ...others] = asked.checks ?? []
  if (first === undefined || others.length === 0) return
  throw usageError(
    'several-checks',
    `${what} takes one check at a time, and the config has ${others.length + 1}`,
    `Pass --check, such as --check ${first.name}.`,
  )
}
