import { expect, it } from 'vitest'
import { contradictionOf } from '../../src/gate/decide/contradiction.ts'
import { outcomeOf } from '../../src/gate/decide/decide.ts'
import type { Gap, IgnoresGap } from '../../src/model/gap.ts'
import type { Issue } from '../../src/model/issue.ts'
import type { Policy } from '../../src/model/policy.ts'
import type { Reason } from '../../src/model/reason.ts'
import type { EvaluatedReport } from '../../src/model/report.ts'
import { evaluationOf, issueOf, ordinaryPolicy, rulesetOf } from './builders.ts'

const policy = ordinaryPolicy
const held: Reason = { kind: 'threshold', level: 'error', counts: { error: 0 } }
const broken: Reason = { kind: 'threshold', level: 'error', counts: { error: 1 } }
const gap: Gap = { kind: 'cut', target: { api_count: 2 }, listed: 1, total: 2, remedy: 'split' }

function reportOf(
  gaps: readonly Gap[],
  reasons: readonly Reason[],
  change: Partial<EvaluatedReport> = {},
): EvaluatedReport {
  const run = { dashboard: 'd', definitions: [], requests: 1, started: '', took_ms: 1, gov: '1', policy }
  return {
    version: 1,
    outcome: outcomeOf({ gaps, reasons }),
    ...evaluationOf({ evaluated_apis: 2, rulesets: [rulesetOf('r')] }),
    waived_count: 0,
    baselined_count: 0,
    run: { ...run, api_ids: ['a', 'b'] },
    ...change,
  }
}

const error = issueOf({ _id: '1', severity: 'error' })
const one = {
  ...evaluationOf({ evaluated_apis: 2, rulesets: [rulesetOf('r', { error_count: 1 })] }),
  issues: [error],
}
const strict = { ...policy, max: { warn: 0 } }
const lenient = reportOf([], [held], { evaluated_apis: 1 })

const honoured = { ...policy, inline_waivers: 'x-lint-ignore' } as const
const told: Reason = { kind: 'inline-ignores', effect: 'waives', count: 1, rules: ['rule'] }

function waivedInline(of: Policy, reasons: readonly Reason[], change: Partial<Issue> = {}): EvaluatedReport {
  const issue: Issue = { ...error, ignored_at: '/info', ...change, excused: { by: 'definition' } }
  const report = reportOf([], [held, ...reasons], {
    ...one,
    rulesets: [rulesetOf(issue.ruleset_id, { error_count: 1 })],
    issues: [issue],
    waived_count: 1,
  })
  return { ...report, run: { ...report.run, policy: of } }
}

const dropped: IgnoresGap = {
  kind: 'inline-ignores',
  target: { file: 'a.yaml' },
  rules: ['r'],
  place: 'a.yaml:1',
}

function ignoring(reasons: readonly Reason[], of: Policy): EvaluatedReport {
  const report = reportOf([], [held, ...reasons])
  const definitions = [{ file: 'a.yaml', ignores: { rules: ['r'], file: 'a.yaml', line: 1 } }]
  return { ...report, run: { ...report.run, api_ids: ['a'], definitions, policy: of } }
}

it.each<[string, EvaluatedReport, string | undefined]>([
  ['a pass', reportOf([], [held]), undefined],
  ['a failure of the policy', reportOf([], [broken], one), undefined],
  ['a truncated answer', reportOf([gap], [broken], { truncated: true, error_count: 1, total: 1 }), undefined],
  [
    'APIs that the policy lets go',
    { ...lenient, run: { ...lenient.run, policy: { ...policy, on_unevaluated: 'pass' } } },
    undefined,
  ],
  ['a report emptied of its issues', reportOf([], [held], { ...one, issues: [] }), 'ruleset r counts other'],
  [
    'one whose rulesets are emptied too',
    reportOf([], [held], { ...one, issues: [], rulesets: [rulesetOf('r')] }),
    'it counts other issues',
  ],
  ['one that is judged more mildly', reportOf([], [held], one), 'its policy judges its issues otherwise'],
  ['one that leaves a rule out', reportOf([], []), 'its policy judges its issues otherwise'],
  [
    'one whose policy is stricter',
    { ...reportOf([], [held]), run: { ...reportOf([], []).run, policy: strict } },
    'its policy judges its issues otherwise',
  ],
  [
    'one without its policy',
    { ...reportOf([], [held]), run: { ...reportOf([], []).run, policy: undefined } },
    'does not record its policy',
  ],
  [
    'a number of waived issues that is not theirs',
    reportOf([], [held], { waived_count: 1 }),
    'waived_count is not',
  ],
  [
    'a baseline that excuses what may be at another node',
    reportOf([], [held, { kind: 'baselined', count: 1 }], {
      ...one,
      issues: [{ ...error, path: 'a.b', excused: { by: 'baseline' } }],
      baselined_count: 1,
    }),
    'whose node is not known',
  ],
  [
    'one without the breaking changes that its policy asks for',
    { ...reportOf([], [held]), run: { ...reportOf([], []).run, policy: { ...policy, breaking: 'error' } } },
    'breaking changes were not looked for',
  ],
  [
    'a new major version that is not there',
    reportOf([], [held], {
      ...one,
      issues: [{ ...error, ruleset_id: 'gov:breaking', excused: { by: 'major', reason: '1 to 2' } }],
      rulesets: [rulesetOf('gov:breaking', { error_count: 1 })],
    }),
    'it does not say that one allows them',
  ],
  ['issues that the definition waives, as the policy accepts', waivedInline(honoured, [told]), undefined],
  [
    'issues that it waives by no key',
    waivedInline(honoured, [told], { ignored_at: undefined }),
    'definitions excuse',
  ],
  [
    'issues that it waives under no policy',
    waivedInline(policy, [told]),
    'definitions excuse issues of their own',
  ],
  [
    'breaking changes that the definition waives',
    waivedInline(honoured, [told], { ruleset_id: 'gov:breaking' }),
    'definitions excuse',
  ],
  ['issues that it waives in silence', waivedInline(honoured, []), 'it says otherwise'],
  [
    'a dashboard that may have dropped issues',
    ignoring([], policy),
    'a definition may have made the dashboard drop issues',
  ],
  ['one that the policy accepts', ignoring([{ kind: 'accepted', gap: dropped }], honoured), undefined],
  ['a pass that was truncated', reportOf([], [held], { truncated: true }), 'is truncated'],
  ['a broken policy that hides a cut', reportOf([], [broken], { truncated: true }), 'is truncated'],
  ['a pass with an error', reportOf([], [held], { error: 'boom' }), 'holds an error'],
  ['a pass with an API left out', lenient, '1 of 2 APIs were evaluated'],
])('%s', (_name, report, contradiction) => {
  const found = contradictionOf(report)
  if (contradiction === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(contradiction)
})
