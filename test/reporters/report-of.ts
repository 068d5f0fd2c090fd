import type { RulesetSummary } from '../../src/core/model/evaluation.ts'
import type { Issue } from '../../src/core/model/issue.ts'
import type { EvaluatedReport } from '../../src/core/model/report.ts'
import type { Severity } from '../../src/core/model/severity.ts'
import { severities } from '../../src/core/model/severity.ts'
import { chooseOutcome } from '../../src/gate/decide/decide.ts'
import { weigh } from '../../src/gate/decide/weigh.ts'
import { ordinaryPolicy } from '../gate/builders.ts'

type IssueParts = Partial<Issue> & Pick<Issue, 'severity'>

/** An issue as a dashboard would send it, with what a test cares about. */
export function issueOf(parts: IssueParts): Issue {
  return {
    _id: '0011223344556677',
    api_id: 'payments',
    ruleset_id: 'rs-security',
    ruleset_name: 'Security baseline',
    rule_id: 'operation-operationId',
    message: 'Operation must have "operationId".',
    severity_order: severities.indexOf(parts.severity) + 1,
    path: 'paths./payments.get',
    ...parts,
  }
}

/** A ruleset with the counts of its issues. */
export function rulesetOf(id: string, name: string, issues: readonly Issue[] = []): RulesetSummary {
  const own = issues.filter((issue) => issue.ruleset_id === id)
  return { id, name, resource_type: 'oas-api', active: true, action: 'warn', ...countsOf(own) }
}

function countsOf(issues: readonly Issue[]) {
  const countOf = (severity: Severity) => issues.filter((issue) => issue.severity === severity).length
  return {
    error_count: countOf('error'),
    warn_count: countOf('warn'),
    info_count: countOf('info'),
    hint_count: countOf('hint'),
  }
}

/** A consistent report over `issues`: it fails on errors, as the default policy does. */
export function reportOf(issues: readonly Issue[], parts: Partial<EvaluatedReport> = {}): EvaluatedReport {
  const run = { ...runOf(issues), ...parts.run }
  const counts = countsOf(issues)
  const evaluation = {
    rulesets: [rulesetOf('rs-security', 'Security baseline', issues)],
    issues,
    total: issues.length,
    truncated: false,
    ...counts,
    evaluated_apis: run.api_ids.length + run.definitions.length,
    elapsed_ms: 38,
  }
  const reasons = weigh({ ...evaluation, ...parts }, ordinaryPolicy)
  return {
    version: 1,
    outcome: chooseOutcome({ gaps: [], reasons }),
    ...evaluation,
    waived_count: 0,
    baselined_count: 0,
    ...parts,
    run,
  }
}

function runOf(issues: readonly Issue[]): EvaluatedReport['run'] {
  const saved = issues.filter((issue) => issue.file === undefined).map((issue) => issue.api_id)
  return {
    dashboard: 'https://dashboard.example.com',
    api_ids: [...new Set(saved)],
    definitions: [],
    ruleset_ids: ['rs-security'],
    requests: 1,
    started: '2026-03-02T09:30:00Z',
    took_ms: 412,
    gov: '0.1.0',
  }
}
