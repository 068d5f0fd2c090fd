import type { Answer, Evaluation } from '../../core/model/evaluation.ts'
import type { AcceptableGap, Gap, UnfinishedGap } from '../../core/model/gap.ts'
import { type Decision, holds } from '../../core/model/outcome.ts'
import type { Policy, WeighedPolicy } from '../../core/model/policy.ts'
import type { Reason } from '../../core/model/reason.ts'
import { findGaps, type RequestedApis } from './gaps.ts'
import { weigh } from './weigh.ts'

/** The gaps and reasons that decide an outcome. */
export interface Findings {
  readonly gaps: readonly Gap[]
  readonly reasons: readonly Reason[]
}

/**
 * First whether everything requested was evaluated, then whether the policy accepts the result. Every rule that was
 * looked at is a reason, held or not, so that the outcome can be read without the config. `others` is what is required,
 * and what is to be said of waivers, the baseline and the policy. A run that stopped has that as its gap: what is missing
 * may only not have been requested yet, so it makes no other gap, and no entry of the baseline stale.
 */
export function decide(
  evaluation: Evaluation,
  answers: readonly Answer[],
  asked: RequestedApis,
  policy: WeighedPolicy,
  others: Findings = { gaps: [], reasons: [] },
  stopped?: UnfinishedGap,
): Decision {
  const { gaps, reasons } = stopped ? { gaps: [stopped], reasons: [] } : collectGaps(answers, asked, policy)
  const isKnown = ({ kind }: Reason) => stopped === undefined || kind !== 'stale-baseline'
  return chooseOutcome({
    gaps: [...gaps, ...others.gaps],
    reasons: [...reasons, ...weigh(evaluation, policy), ...others.reasons.filter(isKnown)],
  })
}

/** The only place where an outcome is chosen: a gap goes before a broken reason, and without either the run passed. */
export function chooseOutcome({ gaps, reasons }: Findings): Decision {
  const held = reasons.filter(holds)
  const broken = reasons.filter((reason) => !holds(reason))
  const [[gap, ...otherGaps], [first, ...others]] = [gaps, broken]
  if (gap) return { kind: 'incomplete', gaps: [gap, ...otherGaps], broken, held }
  return first ? { kind: 'failed', broken: [first, ...others], held } : { kind: 'passed', held }
}

/** Collects what was requested and not proven evaluated, by the policy. */
export function collectGaps(
  answers: readonly Answer[],
  asked: RequestedApis,
  { on_truncation, on_unevaluated }: Policy,
): Findings {
  return acceptGaps(findGaps(answers, asked, on_truncation), on_unevaluated)
}

/** A gap that the policy accepts is a reason that says so. */
export function acceptGaps(gaps: readonly Gap[], onUnevaluated: Policy['on_unevaluated']): Findings {
  if (onUnevaluated !== 'pass') return { gaps, reasons: [] }
  const accepted = gaps.filter(isAcceptable)
  return {
    gaps: gaps.filter((gap) => !isAcceptable(gap)),
    reasons: accepted.map((gap) => ({ kind: 'accepted', gap })),
  }
}

function isAcceptable(gap: Gap): gap is AcceptableGap {
  return gap.kind === 'unrun-rulesets' || gap.kind === 'unrun-category' || gap.kind === 'unevaluated'
}
