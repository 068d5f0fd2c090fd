import type { Evaluation, RulesetSummary } from '../../src/core/model/evaluation.ts'
import type { Issue } from '../../src/core/model/issue.ts'
import type { Policy } from '../../src/core/model/policy.ts'
import { severities } from '../../src/core/model/severity.ts'
import type { SeverityCounts } from '../../src/core/model/severity-counts.ts'

/** A ruleset's summary without issues but for `counts`. */
export function rulesetOf(id: string, counts: Partial<SeverityCounts> = {}): RulesetSummary {
  const zero = { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }
  return {
    id,
    name: `Ruleset ${id}`,
    resource_type: 'oas-api',
    active: true,
    action: 'warn',
    ...zero,
    ...counts,
  }
}

/** An evaluation whose totals are those of its rulesets. */
export function evaluationOf(part: Partial<Evaluation>): Evaluation {
  const rulesets = part.rulesets ?? []
  const sum = (key: keyof SeverityCounts) => rulesets.reduce((total, ruleset) => total + ruleset[key], 0)
  return {
    rulesets,
    issues: [],
    total: severities.reduce((total, severity) => total + sum(`${severity}_count`), 0),
    truncated: false,
    error_count: sum('error_count'),
    warn_count: sum('warn_count'),
    info_count: sum('info_count'),
    hint_count: sum('hint_count'),
    evaluated_apis: 0,
    elapsed_ms: 1,
    ...part,
  }
}

export function issueOf(part: Partial<Issue> & Pick<Issue, '_id'>): Issue {
  return {
    api_id: 'a',
    ruleset_id: 'r',
    rule_id: 'rule',
    message: 'a message',
    severity: 'warn',
    path: 'info',
    ...part,
  }
}

/** What holds where nothing is configured. */
export const ordinaryPolicy: Policy = {
  fail_on: 'error',
  max: {},
  rulesets: {},
  advisory_actions: [],
  on_truncation: 'fail',
  on_unevaluated: 'fail',
}
