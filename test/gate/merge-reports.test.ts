import { expect, it } from 'vitest'
import type { Gap } from '../../src/core/model/gap.ts'
import { chooseExitCode, listReasons } from '../../src/core/model/outcome.ts'
import type { Reason } from '../../src/core/model/reason.ts'
import type { EvaluatedReport, Report } from '../../src/core/model/report.ts'
import type { Run } from '../../src/core/model/run.ts'
import { chooseOutcome } from '../../src/gate/decide/decide.ts'
import { mergeReports as mergeAt } from '../../src/gate/shards/merge-reports.ts'
import type { MergingJob } from '../../src/gate/shards/parts.ts'
import { reasonText } from '../../src/reporters/words/reason-text.ts'
import { evaluationOf, issueOf, ordinaryPolicy, rulesetOf } from './builders.ts'
import { failures, messages } from './messages.ts'

const policy = ordinaryPolicy
const now = new Date('2026-11-20T00:30:00Z')
const mergeReports = (reports: readonly Report[], statedRun?: string, ownRun?: string) =>
  mergeAt(reports, { statedRun, ownRun, now })

function partOf(
  index: number,
  ran: readonly string[],
  gaps: readonly Gap[],
  part: Partial<Run> = {},
  reasons: readonly Reason[] = [],
): EvaluatedReport {
  return {
    version: 1,
    outcome: chooseOutcome({ gaps, reasons }),
    ...evaluationOf({ rulesets: ran.map((id) => rulesetOf(id)), evaluated_apis: 1 }),
    waived_count: 0,
    baselined_count: 0,
    run: {
      dashboard: 'embedded',
      api_ids: [`api-${index}`],
      definitions: [],
      ruleset_ids: ['r', 's', 't'],
      requests: 1,
      started: '2026-11-20T00:00:00.000Z',
      took_ms: 1,
      gov: '0.1.0',
      policy,
      shard: { index, total: 2, digest: 'd', run: '7' },
      ...part,
    },
  }
}

const unrun = (...ruleset_ids: string[]): Gap => ({
  kind: 'unrun-rulesets',
  target: { api_count: 1 },
  ruleset_ids,
  nothing_ran: false,
})
const failed = ({ run }: Report): Report => ({
  version: 1,
  outcome: {
    kind: 'undecided',
    failure: { code: 'timeout', message: 'no answer', hint: '', exit_code: 4 },
  },
  run,
})
const cut: Gap = { kind: 'cut', target: { api_id: 'api-1' }, listed: 1, total: 2, remedy: 'split' }
const stale: Reason = {
  kind: 'stale-baseline',
  strict: true,
  count: 2,
  first: { api_id: 'a', ruleset_id: 'r', rule_id: 'rule', path: '', message: 'm', _id: '1' },
}
const whole = ['r', 's', 't']

const inapplicable: Gap = {
  kind: 'unrun-rulesets',
  target: { api_id: 'api-2' },
  ruleset_ids: ['r'],
  nothing_ran: false,
  inapplicable: true,
}

it.each<[string, Report, Report, number, string[]]>([
  [
    'a ruleset that ran in the other part, and has no rule for an API of this one',
    partOf(1, whole, []),
    partOf(2, ['s', 't'], [inapplicable]),
    5,
    ['ruleset r did not run on API api-2: it has no rule for that OpenAPI version'],
  ],
  [
    'a ruleset that ran in the other part has run',
    partOf(1, ['r', 's'], [unrun('t')]),
    partOf(2, ['t'], [unrun('r', 's')]),
    0,
    [],
  ],
  [
    'one that ran in none has not',
    partOf(1, ['r'], [unrun('s', 't')]),
    partOf(2, ['s'], [unrun('r', 't')]),
    5,
    ['ruleset t did not run on 2 APIs'],
  ],
  [
    'a part without saved APIs says nothing of that',
    partOf(1, ['r'], [unrun('s', 't')]),
    partOf(2, [], [], { api_ids: [] }),
    5,
    ['ruleset s, t did not run on API api-1'],
  ],
  [
    'what one part did not complete is not complete',
    partOf(1, ['r', 's', 't'], [cut]),
    partOf(2, ['r', 's', 't'], []),
    5,
    [
      'the response for API api-1 was truncated: 1 of 2 issues returned; check fewer APIs or rulesets at once, or set on_truncation: split',
    ],
  ],
  [
    'a part that could not decide is reported',
    partOf(1, ['r', 's', 't'], []),
    failed(partOf(2, [], [])),
    4,
    ['shard 2/2 failed: no answer'],
  ],
  [
    'stale entries of a strict baseline stay',
    partOf(1, whole, [], {}, [stale]),
    partOf(2, ['r', 's', 't'], []),
    1,
    ['2 stale baseline entries (rule of r on a at the root and 1 more); remove with gov baseline update'],
  ],
])('%s', (_name, one, other, exitCode, expected) => {
  const { outcome } = mergeReports([other, one])
  expect(chooseExitCode(outcome)).toBe(exitCode)
  expect(failures(outcome)).toEqual(expected)
})

it('counts what x-lint-ignore names over all parts, and keeps what a dashboard may have dropped', () => {
  const honours = { ...policy, inline_waivers: 'x-lint-ignore' } as const
  const waived = { _id: '1', ruleset_id: 'r', ignored_at: '', excused: { by: 'definition' } } as const
  const parts = [1, 2].map((index): EvaluatedReport => {
    const part = partOf(index, whole, index === 1 ? [] : [dropped], { policy: honours })
    return {
      ...part,
      ...evaluationOf({
        rulesets: whole.map((id) => rulesetOf(id, id === 'r' ? { warn_count: 1 } : {})),
        evaluated_apis: 1,
      }),
      issues: [issueOf({ ...waived, api_id: `api-${index}` })],
      waived_count: 1,
    }
  })
  const { outcome, ...merged } = mergeReports(parts)
  expect('waived_count' in merged && merged.waived_count).toBe(2)
  expect(messages(outcome)).toContain('2 issues waived by x-lint-ignore (rule)')
  expect(failures(outcome)).toEqual([
    expect.stringContaining('the dashboard may have dropped issues of a.yaml'),
  ])
})

const dropped: Gap = {
  kind: 'inline-ignores',
  target: { file: 'a.yaml' },
  rules: ['r'],
  place: 'a.yaml:1',
  is_new: true,
}

it('a waiver matches nothing only when it does in every part', () => {
  const waiver = { rule_id: 'rule', reason: 'later', owner: 'team', expires: '2999-12-31' }
  const said = (first: number, second: number) =>
    messages(
      mergeReports([
        partOf(1, ['r', 's', 't'], [], { waivers: [{ ...waiver, matched: first }] }),
        partOf(2, ['r', 's', 't'], [], { waivers: [{ ...waiver, matched: second }] }),
      ]).outcome,
    )
  expect(said(0, 2)).not.toContain('the waiver of rule (team) matches no issues')
  expect(said(0, 0)).toContain('the waiver of rule (team) matches no issues')
})

it('refuses a part that was asked something else, whichever part it is', () => {
  const partOfAnother = (index: number) =>
    partOf(index, ['r'], [], { shard: { index, total: 2, digest: 'e', run: '7' } })
  const merge = (...parts: Report[]) => mergeReports(parts)
  const message = 'are from different runs'
  expect(() => merge(partOfAnother(1), partOf(2, ['r'], []))).toThrow(message)
  expect(() => merge(partOf(1, ['r'], []), partOfAnother(2))).toThrow(message)
})

it('takes parts whose policies come from files by other names', () => {
  const from = (origin: string): Partial<Run> => ({ policy: { ...policy, origin } })
  const parts = [partOf(1, ['r', 's', 't'], [], from('a.yml')), partOf(2, ['r', 's', 't'], [], from('b.yml'))]
  expect(mergeReports(parts).outcome.kind).toBe('passed')
})

it.each<[string, Report[], string]>([
  ['missing', [partOf(1, ['r'], [])], 'shard 2 of 2 is missing'],
  [
    'there twice',
    [partOf(1, ['r'], []), partOf(1, ['r'], []), partOf(2, ['r'], [])],
    'shard 1/2 appears twice',
  ],
])('refuses a part that is %s', (_name, parts, message) => {
  expect(() => mergeReports(parts)).toThrow(message)
})

it('is undecided when no shard was evaluated, with the failure that takes precedence', () => {
  const timeout = failed(partOf(1, [], []))
  const refused: Report = {
    version: 1,
    run: partOf(2, [], []).run,
    outcome: { kind: 'undecided', failure: { code: 'unauthorized', message: 'no', hint: 'h', exit_code: 3 } },
  }
  expect(mergeReports([timeout, refused]).outcome).toEqual({
    kind: 'undecided',
    failure: { code: 'unauthorized', message: 'shard 2/2 failed: no', hint: 'h', exit_code: 3 },
  })
})

it('a rule that matched in one shard has matched', () => {
  const matches = (matched: string[], unmatched: string[]) => ({
    rule_matches: [{ ruleset_id: 'r', matched, unmatched }],
  })
  const shards = [
    { ...partOf(1, whole, []), ...matches(['a'], ['b', 'c']) },
    { ...partOf(2, whole, []), ...matches(['b'], ['a', 'c']) },
  ]
  const merged = mergeReports(shards)
  expect(merged).toMatchObject(matches(['a', 'b'], ['c']))
  expect(messages(merged.outcome)).toContain('1 rule matched nothing')
})

it('a rule that ignored all it matched in one shard, and not in another, has matched', () => {
  const matches = (matched: string[], unmatched: string[], unchecked: string[]) => ({
    rule_matches: [{ ruleset_id: 'r', matched, unmatched, unchecked }],
  })
  const shards = [
    { ...partOf(1, whole, []), ...matches([], ['a', 'b', 'c'], ['a', 'b']) },
    { ...partOf(2, whole, []), ...matches(['a'], ['b', 'c'], []) },
  ]
  const merged = mergeReports(shards)
  expect(merged).toMatchObject(matches(['a'], ['b', 'c'], ['b']))
  expect(messages(merged.outcome)).toContain(
    '1 rule matched nothing; 1 rule has a `then` that ignores everything it gets (b)',
  )
})

it('a part without a base is not of a run with one, unless it did not come so far', () => {
  const base = { kind: 'git', name: 'main', commit: '1', policy: 'new', definitions: [] } as const
  const unfinished: Gap = {
    kind: 'unfinished',
    answered: 1,
    failure: { code: 'timeout', message: 'no answer', hint: '', exit_code: 4 },
  }
  const mergedWith = (other: Report) => () =>
    chooseExitCode(mergeReports([partOf(1, whole, [], { base }), other]).outcome)
  expect(mergedWith(partOf(2, whole, []))).toThrow('are from different runs')
  expect(mergedWith(partOf(2, whole, [cut]))).toThrow('are from different runs')
  expect(mergedWith(failed(partOf(2, whole, [])))()).toBe(4)
  expect(mergedWith(partOf(2, whole, [unfinished]))()).not.toBe(0)
})

type ShardFacts = { readonly run?: string | undefined; readonly started?: string }

function shardsOf(...all: readonly ShardFacts[]): EvaluatedReport[] {
  return all.map(({ run, started = '2026-11-20T00:00:00.000Z' }, at) =>
    partOf(at + 1, whole, [], {
      started,
      shard: { index: at + 1, total: all.length, digest: 'd', ...(run !== undefined && { run }) },
    }),
  )
}

const late = { run: '7', started: '2026-12-15T00:00:00.000Z' }

it.each<[string, ShardFacts[], string | undefined, string]>([
  ['another run', [{ run: '7' }, { run: '8' }], undefined, 'are from different runs: 7 and 8'],
  ['another run first', [{ run: '8' }, { run: '7' }], undefined, 'are from different runs: 8 and 7'],
  ['another run in the middle', [{ run: '7' }, { run: '9' }, { run: '7' }], undefined, 'runs: 7 and 9'],
  ['no run', [{}, {}], undefined, 'the run of shard 1/2 is not known'],
  ['no run in the first', [{}, { run: '7' }], undefined, 'the run of shard 1/2 is not known'],
  ['no run in the last', [{ run: '7' }, {}], undefined, 'the run of shard 2/2 is not known'],
  ['no run, and one is stated', [{}, {}], '7', 'the run of shard 1/2 is not known'],
  ['a run that begins like it', [{ run: '7' }, { run: '70' }], undefined, 'runs: 7 and 70'],
  ['25 days later', [{ run: '7' }, late], undefined, 'shards 1/2 and 2/2 (2026-12-15T'],
  ['25 days earlier', [late, { run: '7' }], undefined, 'shards 2/2 and 1/2 (2026-12-15T'],
  [
    'a day and a second later',
    [{ run: '7' }, { run: '7', started: '2026-11-21T00:00:01Z' }],
    undefined,
    '24 hours',
  ],
  ['an invalid time', [{ run: '7' }, { run: '7', started: 'yesterday' }], undefined, '24 hours'],
  ['25 days and another run than stated', [{ run: '7' }, late], '8', 'shard 1/2 is from run 7, not 8'],
  ['a run that is not the stated one', [{ run: '7' }, { run: '7' }], '8', 'shard 1/2 is from run 7, not 8'],
  ['a second run than the stated one', [{ run: '7' }, { run: '8' }], '7', 'runs: 7 and 8'],
  ['a stated run without a name', [{ run: '7' }, { run: '7' }], '', 'shard 1/2 is from run 7, not'],
])('refuses %s', (_name, facts, stated, message) => {
  expect(() => mergeReports(shardsOf(...facts), stated)).toThrow(message)
})

it.each<[string, ShardFacts[], string | undefined]>([
  ['one run', [{ run: '7' }, { run: '7' }], undefined],
  [
    'a job that was repeated 24 hours later',
    [{ run: '7' }, { run: '7', started: '2026-11-21T00:00:00Z' }],
    undefined,
  ],
  ['the run that is stated', [{ run: '7' }, { run: '7' }], ' 7 '],
  ['any age of the run that is stated', [{ run: '7' }, late], '7'],
  ['a single shard', [late], undefined],
])('takes %s', (_name, facts, stated) => {
  expect(mergeReports(shardsOf(...facts), stated).outcome.kind).toBe('passed')
})

it.each<[string, ShardFacts[], Omit<MergingJob, 'now'>, string]>([
  [
    'all of an earlier run',
    [{ run: '7' }, { run: '7' }],
    { ownRun: '8' },
    'shard 1/2 is from run 7, but this job belongs to run 8',
  ],
  ['one of an earlier run', [{ run: '8' }, { run: '7' }], { ownRun: '8' }, 'different runs: 8 and 7'],
  ['the first of an earlier run', [{ run: '7' }, { run: '8' }], { ownRun: '8' }, 'from run 7, but this job'],
  ['one without a run', [{ run: '8' }, {}], { ownRun: '8' }, 'the run of shard 2/2 is not known'],
  ['a single one of an earlier run', [{ run: '7' }], { ownRun: '8' }, 'from run 7, but this job'],
  [
    'of its run, where another is stated',
    [{ run: '8' }, { run: '8' }],
    { ownRun: '8', statedRun: '7' },
    'shard 1/2 is from run 8, not 7',
  ],
  ['of its run, 25 days apart', [{ run: '7' }, late], { ownRun: '7' }, '24 hours'],
])('a job does not merge shards: %s', (_name, facts, job, message) => {
  expect(() => mergeAt(shardsOf(...facts), { ...job, now })).toThrow(message)
})

const ago = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000).toISOString()

it.each<[string, ShardFacts[], Omit<MergingJob, 'now'>, string | undefined]>([
  ['its own', [{ run: '8' }, { run: '8' }], { ownRun: '8' }, undefined],
  ['its own, of last week', [{ run: '8', started: ago(170) }], { ownRun: '8' }, undefined],
  ['those that are stated', [{ run: '7' }, { run: '7' }], { ownRun: '8', statedRun: '7' }, undefined],
  ['fresh ones, outside CI', [{ run: '7' }, { run: '7' }], {}, undefined],
  [
    'older ones, outside CI',
    [{ run: '7' }, { run: '7', started: ago(1) }],
    {},
    'the oldest shard was checked 1 hour ago',
  ],
  ['those of yesterday, outside CI', [{ run: '7', started: ago(47.9) }], {}, 'checked 47 hours ago'],
  ['those of last week, outside CI', [{ run: '7', started: ago(170) }], {}, 'checked 7 days ago'],
  ['those of last week that are stated', [{ run: '7', started: ago(170) }], { statedRun: '7' }, undefined],
  ['those of tomorrow, outside CI', [{ run: '7', started: ago(-20) }], {}, undefined],
])('a job merges shards: %s', (_name, facts, job, age) => {
  const { outcome } = mergeAt(shardsOf(...facts), { ...job, now })
  expect(outcome.kind).toBe('passed')
  const said = listReasons(outcome)
    .map(reasonText)
    .filter((text) => text.includes('oldest shard'))
  expect(said).toEqual(age === undefined ? [] : [expect.stringContaining(age)])
})

it.each([
  ['active in both shards', [true, true], 'passed'],
  ['inactive in the first', [false, true], 'incomplete'],
  ['inactive in the last', [true, false], 'incomplete'],
  ['inactive in both', [false, false], 'incomplete'],
] as const)('a required ruleset is %s', (_name, states, kind) => {
  const gap: Gap = { kind: 'required', policy: 'p.yml', subject: 'ruleset', name: 'r' }
  const shards = states.map((active, at) => {
    const shard = partOf(at + 1, whole, [gap])
    return { ...shard, rulesets: shard.rulesets.map((ruleset) => ({ ...ruleset, active })) }
  })
  const { outcome } = mergeReports(shards)
  expect(outcome.kind).toBe(kind)
})

const lastDay = { rule_id: 'rule', reason: 'later', owner: 'team', expires: '2026-11-20', matched: 1 }
const waived = { by: 'waiver', reason: 'later', owner: 'team', expires: '2026-11-20' } as const

it.each<[string, string, boolean, number, string]>([
  ['on its last day, whenever they are merged', '2026-11-20T23:59:00Z', true, 0, 'expires today'],
  ['until midnight, and one shard came after', '2026-11-21T00:01:00Z', true, 1, 'expired on 2026-11-20'],
  ['of which none came in time', '2026-11-21T00:01:00Z', false, 1, 'expired on 2026-11-20'],
])('a waiver excuses what it is said to excuse: %s', (_name, started, isExcused, exitCode, said) => {
  const shards = [1, 2].map((index): EvaluatedReport => {
    const found =
      index === 1 ? [issueOf({ _id: '1', severity: 'error', ...(isExcused && { excused: waived }) })] : []
    const use = { ...lastDay, matched: found.length }
    const shard = partOf(index, whole, [], {
      waivers: [use],
      started: index === 2 ? started : '2026-11-20T12:00:00Z',
    })
    const rulesets = whole.map((id) => rulesetOf(id, id === 'r' ? { error_count: found.length } : {}))
    return {
      ...shard,
      ...evaluationOf({ rulesets, issues: found, evaluated_apis: 1 }),
      waived_count: isExcused ? found.length : 0,
    }
  })
  const merged = mergeReports(shards)
  expect(chooseExitCode(merged.outcome)).toBe(exitCode)
  expect(messages(merged.outcome).join()).toContain(said)
  expect('waived_count' in merged && merged.waived_count).toBe(exitCode === 0 ? 1 : 0)
})

it('another waiver that still lasts excuses the issue', () => {
  const other = { ...lastDay, owner: 'others', expires: '2999-12-31' }
  const shards = [1, 2].map((index): EvaluatedReport => {
    const started = index === 1 ? '2026-11-20T23:59:00Z' : '2026-11-21T00:01:00Z'
    const found = index === 1 ? [issueOf({ _id: '1', severity: 'error', excused: waived })] : []
    const rulesets = whole.map((id) => rulesetOf(id, id === 'r' ? { error_count: found.length } : {}))
    const shard = partOf(index, whole, [], { waivers: [lastDay, other], started })
    return { ...shard, ...evaluationOf({ rulesets, issues: found, evaluated_apis: 1 }) }
  })
  const merged = mergeReports(shards)
  expect(merged.outcome.kind).toBe('passed')
  expect('issues' in merged && merged.issues[0]?.excused?.owner).toBe('others')
})
