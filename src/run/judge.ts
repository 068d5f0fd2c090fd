import { decide } from '../gate/decide.ts'
import { type Excuses, excuse } from '../gate/excuse.ts'
import { merge } from '../gate/merge.ts'
import type { Report } from '../model/report.ts'
import type { Run } from '../model/run.ts'
import type { CheckPlan } from './check-plan.ts'
import type { PlanAnswers } from './evaluate.ts'
import { requiredReasons } from './required-reasons.ts'
import { emptyPart } from './shard.ts'

export interface Judged {
  readonly report: Report
  /** What a person should do something about, whatever the verdict. */
  readonly warnings: readonly string[]
}

/** The report of a run: its answers as one evaluation, less what is excused, under the policy. */
export function judge(
  { answers, requests, definitions, warnings: ofAnswers }: PlanAnswers,
  plan: CheckPlan,
  excuses: Excuses,
  run: Run,
  cwd: string,
): Judged {
  const { evaluation, reasons, warnings, uses, ...counts } = excuse(merge(answers), excuses)
  const verdict = decide(evaluation, answers, plan.policy, [
    ...requiredReasons(plan, evaluation, cwd),
    ...reasons,
    ...plan.policyReasons,
    ...emptyPart(plan),
  ])
  const waivers = uses.length > 0 ? { waivers: uses } : {}
  return {
    report: {
      version: 1,
      verdict,
      ...evaluation,
      ...counts,
      run: { ...run, ...waivers, definitions, requests },
    },
    warnings: [...ofAnswers, ...warnings],
  }
}
