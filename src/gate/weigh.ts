import { exitCodes } from '../model/errors.ts'
import type { Evaluation } from '../model/evaluation.ts'
import type { Reason } from '../model/outcome.ts'
import type { RulesetPolicy } from '../model/policy.ts'
import type { Severity, SeverityCounts } from '../model/severity.ts'
import { severities } from '../model/severity.ts'
import { noCounts, totalOf } from './counts.ts'
import type { Weighing } from './policy.ts'
import { tally } from './tally.ts'

/**
 * The evaluation under the policy: one reason for each rule, held or not. A ruleset is judged once: by its own entry
 * when it has one, else as advisory when its action says so, else together with the others. An entry for a ruleset
 * that did not run is told, since nothing was held to it.
 */
export function weigh(evaluation: Evaluation, policy: Weighing): Reason[] {
  const { rulesets } = evaluation
  const owned = rulesets.filter(({ id }) => Object.hasOwn(policy.rulesets, id))
  const advisory = rulesets.filter(
    (ruleset) => policy.advisory_actions.includes(ruleset.action) && !owned.includes(ruleset),
  )
  const { apart, rest } = tally(evaluation, new Set([...owned, ...advisory].map(({ id }) => id)))
  const countsOf = (id: string) => apart.get(id) ?? noCounts
  const idle = Object.keys(policy.rulesets).filter((id) => !apart.has(id))
  return [
    ...judge(rest, policy, ''),
    ...owned.flatMap(({ id }) =>
      judge(countsOf(id), { fail_on: policy.fail_on, ...policy.rulesets[id] }, `rulesets.${id}.`),
    ),
    ...advisory.map(({ id, action }) => adviceOf(id, action, totalOf(countsOf(id)))),
    ...idle.map((id) =>
      held({ rule: `rulesets.${id}`, message: `rulesets.${id} held nothing: it did not run` }),
    ),
  ]
}

function judge(counts: SeverityCounts, { fail_on, max }: RulesetPolicy, prefix: string): Reason[] {
  return [...failOn(counts, fail_on ?? 'error', max ?? {}, prefix), ...budgets(counts, max ?? {}, prefix)]
}

/** With a budget of its own a severity is not also held to `fail_on`. */
function failOn(
  counts: SeverityCounts,
  level: Severity | 'never',
  max: NonNullable<RulesetPolicy['max']>,
  prefix: string,
): Reason[] {
  const rule = `${prefix}fail_on`
  if (level === 'never') return [{ passed: true, exit_code: 0, message: `${rule} is never`, rule }]
  const gating = severities
    .slice(0, severities.indexOf(level) + 1)
    .filter((severity) => max[severity] === undefined)
  if (gating.length === 0) return []
  const found = gating.filter((severity) => counts[`${severity}_count`] > 0)
  const count = found.reduce((sum, severity) => sum + counts[`${severity}_count`], 0)
  const words = found.map((severity) => countOf(counts[`${severity}_count`], severity)).join(' and ')
  const where = prefix === '' ? '' : ` (${rule})`
  return [
    count === 0
      ? held({ rule, limit: 0, count, message: `${noneOf(gating, level)}${where}` })
      : broken({ rule, limit: 0, count, message: `${words} (${rule}: ${level})` }),
  ]
}

/** What was looked at, when budgets of their own leave some severities out. */
function noneOf(gating: readonly Severity[], level: Severity): string {
  const all = gating.length === severities.indexOf(level) + 1
  return all
    ? `no issue at or above ${level}`
    : `no ${gating.map((severity) => nouns[severity][0]).join(' and no ')}`
}

function budgets(counts: SeverityCounts, max: NonNullable<RulesetPolicy['max']>, prefix: string): Reason[] {
  return severities.flatMap((severity) => {
    const limit = max[severity]
    if (limit === undefined) return []
    const count = counts[`${severity}_count`]
    const rule = `${prefix}max.${severity}`
    const message = `${countOf(count, severity)}, at most ${limit} accepted (${rule})`
    return (count <= limit ? held : broken)({ rule, limit, count, message })
  })
}

function adviceOf(id: string, action: string, count: number): Reason {
  const issues = count === 1 ? '1 issue' : `${count} issues`
  const message = `${issues} of ${id} are advisory: its action is ${action}`
  return held({ rule: 'advisory_actions', count, message })
}

type Judged = Omit<Reason, 'passed' | 'exit_code'>

function held(judged: Judged): Reason {
  return { passed: true, exit_code: exitCodes.pass, ...judged }
}

function broken(judged: Judged): Reason {
  return { passed: false, exit_code: exitCodes.policy, ...judged }
}

const nouns: Record<Severity, readonly [string, string]> = {
  error: ['error', 'errors'],
  warn: ['warning', 'warnings'],
  info: ['info', 'info'],
  hint: ['hint', 'hints'],
}

function countOf(count: number, severity: Severity): string {
  return `${count} ${nouns[severity][count === 1 ? 0 : 1]}`
}
