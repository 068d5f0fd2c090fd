import type { Report } from '../../src/model/report.ts'
import { issueOf, reportOf } from './report-of.ts'

/** `text` in every place that text from elsewhere can reach; a long one in those where long texts are met. */
export function reportWith(whole: string): Report {
  const text = whole.length > 100_000 ? 'short' : whole
  const everywhere = {
    api_id: text,
    ruleset_id: text,
    ruleset_name: text,
    rule_id: text,
    rule_summary: text,
    how_to_fix: text,
    message: whole,
    path: text,
  }
  const excused = { by: 'waiver', reason: text, owner: text, expires: text } as const
  const issues = [
    issueOf({ severity: 'error', ...everywhere }),
    issueOf({ severity: 'warn', ...everywhere, file: `specs/${text}.yaml`, line: 3, column: 4 }),
    issueOf({ severity: 'hint', ...everywhere, excused }),
  ]
  const plain = reportOf(issues)
  const counts = { error_count: 1, warn_count: 1, info_count: 0, hint_count: 1 }
  return {
    ...plain,
    waived_count: 1,
    comparison: {
      against: text,
      new_issues: issues.map((issue) => ({ issue, causes: ['unknown'], why: text })),
      fixed_issues: issues,
      unchanged_count: 0,
    },
    truncated: true,
    error: text,
    rulesets: [{ id: text, name: text, resource_type: text, active: true, action: text, ...counts }],
    verdict: {
      passed: false,
      exit_code: 5,
      reasons: [
        { passed: false, exit_code: 5, message: `cut: ${text}` },
        { passed: false, exit_code: 1, message: `policy: ${text}` },
        { passed: true, exit_code: 0, message: `held: ${text}` },
      ],
    },
    run: {
      ...plain.run,
      dashboard: text,
      api_ids: [text],
      definitions: [{ file: `specs/${text}.yaml`, api_id: text, api_name: text }],
      ruleset_ids: [text],
      started: text,
      gov: text,
    },
  }
}

/** The same of a run that could not be decided. */
export function failureWith(text: string): Report {
  const report = reportWith(text)
  return {
    ...report,
    issues: [],
    rulesets: [],
    failure: { code: 'c', message: `m ${text}`, hint: `h ${text}` },
  }
}
