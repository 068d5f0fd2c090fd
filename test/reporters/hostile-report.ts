import type { EvaluatedReport, UndecidedReport } from '../../src/core/model/report.ts'
import { chooseOutcome } from '../../src/gate/decide/decide.ts'
import { issueOf, reportOf } from './report-of.ts'

/** `text` in every place that text from elsewhere can reach; a long one in those where long texts are met. */
export function reportWith(whole: string): EvaluatedReport {
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
  const first_place = { file: `others/${text}.yaml`, line: 1, column: 2 }
  const issues = [
    issueOf({ severity: 'error', ...everywhere }),
    issueOf({ severity: 'warn', ...everywhere, file: `specs/${text}.yaml`, line: 3, column: 4, first_place }),
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
    outcome: chooseOutcome({
      gaps: [
        { kind: 'failed', target: { api_id: text }, ruleset_id: text, error: text },
        { kind: 'unrun-category', target: { file: text }, category: text },
        { kind: 'required', policy: text, subject: 'ruleset', name: text },
      ],
      reasons: [
        { kind: 'budget', ruleset_id: text, severity: 'error', limit: 0, count: 1 },
        { kind: 'advisory', ruleset_id: text, action: text, count: 1 },
        { kind: 'weaker-policy', origin: text, values: [text] },
        { kind: 'trusted-policy', file: text, ignored: [] },
      ],
    }),
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
export function failureWith(text: string): UndecidedReport {
  const { run } = reportWith(text)
  const place = { file: run.definitions[0]?.file ?? '', line: 3, column: 4 }
  const failure = {
    code: 'definition-syntax',
    message: `m ${text}`,
    hint: `h ${text}`,
    exit_code: 2,
    place,
  } as const
  return { version: 1, outcome: { kind: 'undecided', failure }, run }
}
