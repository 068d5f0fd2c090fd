import type { Evaluation, RulesetSummary } from '../core/model/evaluation.ts'
import { holds } from '../core/model/holds.ts'
import type { Reason } from '../core/model/reason.ts'
import type { EvaluatedReport } from '../core/model/report.ts'
import type { Run } from '../core/model/run.ts'
import { decide, decideStopped } from '../gate/decide/decide.ts'
import { type Excuses, excuse } from '../gate/excuse/excuse.ts'
import { ignoresFindings } from '../gate/inline/waive-inline.ts'
import { reasonText } from '../reporters/reason-text.ts'
import type { CheckPlan } from './check-plan.ts'
import type { PlanAnswers } from './evaluate.ts'
import { requiredGaps } from './required-gaps.ts'
import { emptyShard } from './shard.ts'

export interface Judged {
  readonly report: EvaluatedReport
  /** What a person should do something about, whatever the outcome. */
  readonly warnings: readonly string[]
}

interface ToJudge {
  readonly found: PlanAnswers
  /** Its answers as one evaluation. */
  readonly merged: Evaluation
  readonly plan: CheckPlan
  readonly excuses: Excuses
  readonly run: Run
  readonly cwd: string
}

/** The report of a run: what was found, less what is excused, under the policy. */
export function judge({ found, merged, plan, excuses, run, cwd }: ToJudge): Judged {
  const { answers, requests, definitions, warnings, ignoring = [], failure } = found
  const { policy, policyReasons } = plan.judgement
  const narrowed = excuses.narrowed || failure !== undefined
  const { evaluation, reasons, uses, ...counts } = excuse(withOverrides(merged, answers, narrowed), {
    ...excuses,
    narrowed,
  })
  const { known } = excuses
  const ignores = ignoresFindings(definitions, policy, known?.newly_ignoring)
  const others = {
    gaps: [
      ...ignores.gaps,
      ...ignoring,
      ...requiredGaps(plan, evaluation, cwd),
      ...(known?.gaps ?? []),
      ...(known?.breaking?.gaps ?? []),
    ],
    reasons: [...ignores.reasons, ...reasons, ...policyReasons, ...emptyShard(plan.targets)],
  }
  const outcome =
    failure === undefined
      ? decide(evaluation, answers, policy, others)
      : decideStopped(evaluation, { kind: 'unfinished', answered: requests, failure }, policy, others)
  const waivers = uses.length > 0 ? { waivers: uses } : {}
  return {
    report: {
      version: 1,
      outcome,
      ...evaluation,
      ...counts,
      run: {
        ...run,
        ...waivers,
        ...(known && { base: known.run }),
        definitions,
        requests: requests + (known?.requests ?? 0),
      },
    },
    warnings: [
      ...warnings,
      ...evaluation.rulesets.filter(({ active }) => !active).map(inactiveWarning),
      ...reasons.filter(needsAttention).map(reasonText),
    ],
  }
}

/** The service evaluates an inactive ruleset only for its id. */
function inactiveWarning({ id }: RulesetSummary): string {
  return `ruleset ${id} is inactive; it was checked because it was requested by id`
}

/** An override may be for a definition that was left out, or of which there is no answer: nothing is said of it then. */
function withOverrides(merged: Evaluation, answers: PlanAnswers['answers'], narrowed: boolean): Evaluation {
  const isWhole =
    !narrowed &&
    merged.error === undefined &&
    answers.every(({ evaluation }) => !evaluation.inapplicable?.length)
  if (isWhole || merged.rule_matches === undefined) return merged
  return { ...merged, rule_matches: merged.rule_matches.map(({ overrides, ...matches }) => matches) }
}

function needsAttention(reason: Reason): boolean {
  return reason.kind === 'waiver' || (reason.kind === 'stale-baseline' && holds(reason))
}
