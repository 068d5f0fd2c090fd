import { expect, it } from 'vitest'
import type { Gap } from '../../src/core/model/gap.ts'
import type { Issue } from '../../src/core/model/issue.ts'
import type { PolicyInForce } from '../../src/core/model/policy.ts'
import type { Reason } from '../../src/core/model/reason.ts'
import type { EvaluatedReport } from '../../src/core/model/report.ts'
import { countFleet } from '../../src/features/fleet/read-fleet.ts'
import { impactOnApi } from '../../src/features/ruleset/impact/impact.ts'
import { chooseOutcome } from '../../src/gate/decide/decide.ts'
import { judgeTargets } from '../../src/gate/decide/judge-targets.ts'
import { weigh } from '../../src/gate/decide/weigh.ts'
import { mergeReports } from '../../src/gate/shards/merge-reports.ts'
import { junit } from '../../src/reporters/junit.ts'
import { issueOf, reportOf, rulesetOf } from '../reporters/report-of.ts'
import { ordinaryPolicy } from './builders.ts'

type Verdict = 'passes' | 'fails' | 'unknown'

interface Row {
  readonly name: string
  readonly policy?: Partial<PolicyInForce>
  readonly issues?: readonly Issue[]
  readonly gaps?: readonly Gap[]
  readonly reasons?: readonly Reason[]
  readonly matches?: EvaluatedReport['rule_matches']
  readonly ids?: readonly string[]
  readonly run: EvaluatedReport['outcome']['kind']
  /** Of each saved API, then of `x.yaml`. */
  readonly targets: readonly Verdict[]
  /** What is refused of the run and of no target. */
  readonly whole?: readonly Reason['kind'][]
}

const issue = (severity: Issue['severity'], parts: Partial<Issue> = {}) =>
  issueOf({ severity, api_id: 'a', ruleset_id: 'r', ...parts })
const inFile = { api_id: 'x', file: 'part.yaml', definition: 'x.yaml' }
const excused = { excused: { by: 'waiver', expires: '2999-12-31' } } as const
const clean: readonly Verdict[] = ['passes', 'passes', 'passes']
const target = { api_id: 'a' }
const entry = { api_id: 'a', ruleset_id: 'r', rule_id: 'rule', path: '', message: 'm', _id: '1' }
const waiver = { rule_id: 'rule', reason: 'r', owner: 'o', expires: '2999-12-31', matched: 0 }
const failure = { code: 'timeout', message: 'no answer', hint: '', exit_code: 4 } as const
const base = { name: 'main', policy: 'new', new_count: 0, known_count: 0, new_definitions: [] } as const

/** Rows for every kind of reason. */
const byReason: Readonly<Record<Reason['kind'], readonly Row[]>> = {
  threshold: [
    { name: 'an error', issues: [issue('error')], run: 'failed', targets: ['fails', 'passes', 'passes'] },
    {
      name: 'an error in another file of a definition',
      issues: [issue('error', inFile)],
      run: 'failed',
      targets: ['passes', 'passes', 'fails'],
    },
    {
      name: 'an error that is excused',
      issues: [issue('error', excused)],
      run: 'passed',
      targets: clean,
    },
    {
      name: 'an entry of policy.rulesets',
      policy: { rulesets: { r: { fail_on: 'warn' } } },
      issues: [issue('warn'), issue('warn', { api_id: 'b', ruleset_id: 's' })],
      run: 'failed',
      targets: ['fails', 'passes', 'passes'],
    },
    {
      name: 'an entry of policy.rulesets that accepts errors',
      policy: { rulesets: { r: { fail_on: 'never' } } },
      issues: [issue('error')],
      run: 'passed',
      targets: clean,
    },
    {
      name: 'fail_on: never',
      policy: { fail_on: 'never' },
      issues: [issue('error')],
      run: 'passed',
      targets: clean,
    },
    {
      name: 'a limit of the caller over every ruleset',
      policy: { floor: ['fail_on'], rulesets: { r: { fail_on: 'never' } } },
      issues: [issue('error')],
      run: 'failed',
      targets: ['fails', 'passes', 'passes'],
    },
    {
      name: 'an API that was requested by another id than its issues carry',
      issues: [issue('error', { api_id: 'named-otherwise' })],
      ids: ['a'],
      run: 'failed',
      targets: ['unknown', 'passes'],
      whole: ['threshold'],
    },
    {
      name: 'a definition that the run no longer has',
      issues: [issue('error', { file: 'removed.yaml' })],
      run: 'failed',
      targets: clean,
      whole: ['threshold'],
    },
  ],
  budget: [
    {
      name: 'a budget that one API exceeds',
      policy: { max: { warn: 1 } },
      issues: [issue('warn'), issue('warn')],
      run: 'failed',
      targets: ['fails', 'passes', 'passes'],
    },
    {
      name: 'a budget that is exceeded together',
      policy: { max: { warn: 1 } },
      issues: [issue('warn'), issue('warn', { api_id: 'b' })],
      run: 'failed',
      targets: clean,
      whole: ['budget'],
    },
    {
      name: 'errors within their budget',
      policy: { max: { error: 1 } },
      issues: [issue('error')],
      run: 'passed',
      targets: clean,
    },
  ],
  advisory: [
    {
      name: 'errors of an advisory ruleset',
      policy: { advisory_actions: ['warn'] },
      issues: [issue('error')],
      run: 'passed',
      targets: clean,
    },
  ],
  idle: [{ name: 'idle', policy: { rulesets: { t: {} } }, run: 'passed', targets: clean }],
  unmatched: [false, true].map((strict) => ({
    name: `rules that matched nothing${strict ? ', refused' : ''}`,
    policy: { on_unmatched: strict ? ('fail' as const) : ('warn' as const) },
    matches: [{ ruleset_id: 'r', matched: [], unmatched: ['rule'] }],
    run: strict ? 'failed' : 'passed',
    targets: clean,
    whole: strict ? ['unmatched'] : [],
  })),
  'turned-off': [
    {
      name: 'issues that overrides turned off',
      matches: [
        {
          ruleset_id: 'r',
          matched: ['rule'],
          unmatched: [],
          turned_off: [{ place: 'r.yaml:3 **#/info', api_id: 'a', count: 2 }],
        },
      ],
      run: 'passed',
      targets: clean,
    },
  ],
  'stale-baseline': [false, true].map((strict) => ({
    name: `stale entries of the baseline${strict ? ', refused' : ''}`,
    reasons: [{ kind: 'stale-baseline', strict, count: 1, first: entry }],
    run: strict ? 'failed' : 'passed',
    targets: clean,
    whole: strict ? ['stale-baseline'] : [],
  })),
  accepted: [
    {
      name: 'a gap that the policy accepts',
      policy: { on_unevaluated: 'pass' },
      reasons: [{ kind: 'accepted', gap: { kind: 'unrun-category', target, category: 'c' } }],
      run: 'passed',
      targets: clean,
    },
  ],
  waived: [held({ kind: 'waived', count: 0 })],
  baselined: [held({ kind: 'baselined', count: 0 })],
  'inline-ignores': [held({ kind: 'inline-ignores', effect: 'none', count: 1, rules: ['rule'] })],
  waiver: [held({ kind: 'waiver', waiver, problem: 'unused' })],
  base: [held({ kind: 'base', ...base })],
  breaking: [held({ kind: 'breaking', count: 0, allowed_count: 0, versions: [], off: [] })],
  'weaker-policy': [held({ kind: 'weaker-policy', origin: 'o', values: [] })],
  'trusted-policy': [held({ kind: 'trusted-policy', file: 'f', ignored: [] })],
  'api-selection': [
    held({ kind: 'api-selection', patterns: [], categories: [], listed: 2, matched: 2, left_out: [] }),
  ],
  'shard-age': [held({ kind: 'shard-age', hours: 26 })],
  'empty-shard': [held({ kind: 'empty-shard', index: 1, total: 1 })],
}

function held(reason: Reason): Row {
  return { name: reason.kind, reasons: [reason], run: 'passed', targets: clean }
}

const first: readonly Verdict[] = ['unknown', 'passes', 'passes']
const none: readonly Verdict[] = ['unknown', 'unknown', 'unknown']
const byGap: Readonly<Record<Gap['kind'], readonly (readonly [Gap, readonly Verdict[]])[]>> = {
  failed: [[{ kind: 'failed', target, error: 'x' }, first]],
  cut: [[{ kind: 'cut', target, listed: 1, total: 2, remedy: 'fix' }, first]],
  'unrun-rulesets': [
    [{ kind: 'unrun-rulesets', target, ruleset_ids: ['s'], nothing_ran: false, inapplicable: true }, first],
    [
      { kind: 'unrun-rulesets', target: { file: 'x.yaml' }, ruleset_ids: ['s'], nothing_ran: false },
      ['passes', 'passes', 'unknown'],
    ],
  ],
  'unrun-category': [
    [{ kind: 'unrun-category', target: { api_count: 2 }, category: 'c' }, ['unknown', 'unknown', 'passes']],
  ],
  unevaluated: [
    [{ kind: 'unevaluated', target, evaluated: 0, requested: 1, missing: [] }, first],
    [{ kind: 'unevaluated', target, evaluated: 0, requested: 1, missing: [], ruleset_ids: ['s'] }, first],
  ],
  'inline-ignores': [[{ kind: 'inline-ignores', target, rules: [], place: 'p' }, first]],
  required: [[{ kind: 'required', policy: 'p', subject: 'API', name: 'c' }, clean]],
  'other-dashboard': [[{ kind: 'other-dashboard', policy: 'p', dashboard: 'd', required: 'e' }, clean]],
  unpinned: [[{ kind: 'unpinned', policy: 'p', place: 'q', chosen: 'engine' }, clean]],
  shard: [[{ kind: 'shard', index: 1, total: 2, failure }, none]],
  unfinished: [[{ kind: 'unfinished', answered: 1, failure }, none]],
  breaking: [[{ kind: 'breaking', name: 'main', target, error: 'x' }, first]],
  base: [[{ kind: 'base', name: 'main', gap: { kind: 'failed', target, error: 'x' } }, none]],
}

const gapRows = Object.values(byGap).flatMap((all) =>
  all.map(([gap, targets]): Row => ({ name: `gap: ${gap.kind}`, gaps: [gap], run: 'incomplete', targets })),
)

function createReport({ policy, issues = [], gaps = [], reasons = [], matches, ids }: Row): EvaluatedReport {
  const whole = { ...ordinaryPolicy, ...policy }
  const rulesets = ['r', 's'].map((id) => rulesetOf(id, id, issues))
  const report = reportOf(issues, { rulesets, ...(matches && { rule_matches: matches }) })
  return {
    ...report,
    outcome: chooseOutcome({ gaps, reasons: [...weigh(report, whole), ...reasons] }),
    run: {
      ...report.run,
      api_ids: ids ?? ['a', 'b'],
      definitions: [{ file: 'x.yaml', api_id: 'x' }],
      ruleset_ids: ['r', 's'],
      policy: whole,
    },
  }
}

/** The words of each reader for the verdict on the run, and on each target in its order. */
const readers: Readonly<Record<string, (report: EvaluatedReport) => readonly [string, readonly Verdict[]]>> =
  {
    check: (report) => [report.outcome.kind, judgeTargets(report).verdicts.map(({ verdict }) => verdict)],
    fleet: (report) => {
      const fleet = countFleet(report, new Map())
      const verdicts = new Map(fleet.apis.map(({ id, verdict }) => [id, verdict]))
      return [fleet.outcome, listIds(report).map((id) => verdicts.get(id) ?? 'unknown')]
    },
    impact: (report) => [
      report.outcome.kind,
      judgeTargets(report).verdicts.map((verdict) => impactOnApi(verdict, verdict).after),
    ],
    merge: (report) => {
      const shard = { index: 1, total: 1, digest: 'd', run: '7' }
      const merged = mergeReports([{ ...report, run: { ...report.run, shard } }], {
        statedRun: '7',
        now: new Date(0),
      })
      if (merged.outcome.kind === 'undecided' || !('issues' in merged)) return ['undecided', []]
      return [merged.outcome.kind, judgeTargets(merged).verdicts.map(({ verdict }) => verdict)]
    },
  }

function listIds({ run }: EvaluatedReport): string[] {
  return [...run.api_ids, ...run.definitions.map(({ file }) => file)]
}

it.each([...Object.values(byReason).flat(), ...gapRows])('one verdict: $name', (row) => {
  const report = createReport(row)
  for (const [name, read] of Object.entries(readers))
    expect([name, ...read(report)]).toEqual([name, row.run, row.targets])
  expect(judgeTargets(report).whole.map(({ kind }) => kind)).toEqual(row.whole ?? [])
  expect(countFleet(report, new Map()).reasons).toHaveLength(row.whole?.length ?? 0)
})

it.each([...Object.values(byReason).flat(), ...gapRows])('JUnit has no other verdict: $name', (row) => {
  const report = createReport(row)
  const suites = [
    ...junit(report, { color: false, width: 80 }).matchAll(
      /<testsuite name="([^"]*)"[^>]* failures="(\d+)" errors="(\d+)"/g,
    ),
  ]
  const [[, , failures, errors] = [], ...others] = suites
  expect(errors === '0' ? (failures === '0' ? 'passed' : 'failed') : 'incomplete').toBe(row.run)
  const red = new Map(others.map(([, name, count]) => [name, count !== '0']))
  const isTogether = row.whole?.includes('budget')
  for (const [at, id] of listIds(report).entries())
    expect([id, red.get(id)]).toEqual([
      id,
      row.targets[at] === 'fails' || (isTogether && id !== 'x.yaml') || false,
    ])
})

it('JUnit claims nothing about a pair that was not checked', () => {
  const gap: Gap = {
    kind: 'unrun-rulesets',
    target,
    ruleset_ids: ['s'],
    nothing_ran: false,
    inapplicable: true,
  }
  const report = createReport({ name: '', gaps: [gap], run: 'incomplete', targets: first })
  const [, suite = ''] = junit(report, { color: false, width: 80 }).split('<testsuite name="a"')
  expect(
    [...(suite.split('</testsuite>')[0] ?? '').matchAll(/<testcase name="(\w)/g)].map(([, id]) => id),
  ).toEqual(['r'])
})
