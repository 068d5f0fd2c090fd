import { describe, expect, it } from 'vitest'
import type { Gap } from '../../../src/core/model/gap.ts'
import { addUpCounts } from '../../../src/core/model/severity.ts'
import { type Fleet, fleetCsv } from '../../../src/features/fleet/fleet.ts'
import { fleetHtml } from '../../../src/features/fleet/fleet-html.ts'
import { countFleet } from '../../../src/features/fleet/read-fleet.ts'
import { chooseOutcome } from '../../../src/gate/decide/decide.ts'
import { weigh } from '../../../src/gate/decide/weigh.ts'
import { ordinaryPolicy } from '../../gate/builders.ts'
import { issueOf, reportOf, rulesetOf } from '../../reporters/report-of.ts'

const issues = [
  issueOf({ severity: 'warn', api_id: 'orders' }),
  issueOf({ severity: 'warn', api_id: 'orders', rule_id: 'tags' }),
  issueOf({ severity: 'error' }),
  issueOf({ severity: 'error', excused: { by: 'waiver' } }),
  issueOf({ severity: 'hint', api_id: '', file: 'a.yaml', ruleset_id: 'rs-style' }),
  issueOf({ severity: 'info', api_id: '', file: 'part.yaml', definition: 'a.yaml', ruleset_id: 'rs-style' }),
]
const rulesets = [rulesetOf('rs-style', 'Style', issues), rulesetOf('rs-security', 'Security', issues)]
const run = {
  ...reportOf([]).run,
  api_ids: ['carts', 'orders', 'payments'],
  definitions: [{ file: 'a.yaml', api_id: 'a' }],
}
const report = reportOf(issues, { rulesets, run })
const known = new Map([
  ['payments', { name: 'Payments', owners: ['anna', 'team-pay'] }],
  ['orders', { owners: ['anna'] }],
])

it('has the worst first, and counts what nothing excuses', () => {
  const fleet = countFleet(report, known)
  expect(fleet.apis.map(({ id, cells }) => [id, ...cells.map(addUpCounts)])).toEqual([
    ['payments', 1, 0],
    ['orders', 2, 0],
    ['a.yaml', 0, 2],
    ['carts', 0, 0],
  ])
  expect(fleet.rulesets.map(({ name, apis }) => [name, apis])).toEqual([
    ['Security', 2],
    ['Style', 1],
  ])
  expect(fleet.rules[0]).toMatchObject({ name: 'operation-operationId', ruleset: 'Security', apis: 2 })
  expect(fleet).toMatchObject({ complete: true, excused: 1, error_count: 1, warn_count: 2 })
  expect(fleet.apis.flatMap(({ cells }) => cells).every(({ checked }) => checked)).toBe(true)
})

it('counts an API for each of its owners, and those without one last', () => {
  const { owners } = countFleet(report, known)
  expect(owners.map(({ name, apis, failing }) => [name, apis, failing])).toEqual([
    ['anna', 2, 1],
    ['team-pay', 1, 1],
    ['', 2, 0],
  ])
  expect(countFleet(report, new Map()).owners).toEqual([])
})

const all = ['carts', 'orders', 'payments', 'a.yaml']
const rows: readonly (readonly [name: string, gap: Gap, ids: readonly string[], ruleset?: string])[] = [
  ['a failure of one API', { kind: 'failed', target: { api_id: 'carts' }, error: 'x' }, ['carts']],
  [
    'a failure of one ruleset',
    { kind: 'failed', target: { api_id: 'carts' }, ruleset_id: 'rs-style', error: 'x' },
    ['carts'],
    'rs-style',
  ],
  [
    'a cut answer of a definition',
    { kind: 'cut', target: { file: 'a.yaml' }, listed: 1, total: 2, remedy: 'fix' },
    ['a.yaml'],
  ],
  [
    'a ruleset that did not run for several APIs',
    {
      kind: 'unrun-rulesets',
      target: { api_count: 2 },
      ruleset_ids: ['rs-style'],
      nothing_ran: false,
    },
    ['carts', 'orders', 'payments'],
    'rs-style',
  ],
  [
    'a category without rulesets',
    { kind: 'unrun-category', target: { api_id: 'orders' }, category: 'x' },
    ['orders'],
  ],
  [
    'missing APIs',
    { kind: 'unevaluated', target: { api_count: 3 }, evaluated: 2, requested: 3, missing: ['orders'] },
    ['orders'],
  ],
  [
    'APIs of which it is not known which',
    { kind: 'unevaluated', target: { api_count: 3 }, evaluated: 2, requested: 3, missing: [] },
    ['carts', 'orders', 'payments'],
  ],
  [
    'a change that could not be compared, as far as rulesets go',
    { kind: 'breaking', name: 'main', target: { file: 'a.yaml' }, error: 'x' },
    [],
  ],
  [
    'a run that stopped',
    {
      kind: 'unfinished',
      answered: 1,
      failure: { code: 'x', message: 'x', hint: 'x', exit_code: 4 },
    },
    all,
  ],
]

describe('proves nothing of', () => {
  it.each(rows.map(([name, ...row]) => ({ name, row })))('$name', ({ row: [gap, ids, ruleset] }) => {
    const outcome = { kind: 'incomplete', gaps: [gap], broken: [], held: [] } as const
    const fleet = countFleet({ ...report, outcome }, known)
    const unchecked = fleet.apis.flatMap(({ id, cells }) =>
      cells.flatMap(({ checked }, index) => (checked ? [] : [`${id} ${fleet.rulesets[index]?.name}`])),
    )
    const names = ruleset === 'rs-style' ? ['Style'] : ['Security', 'Style']
    expect(unchecked.sort()).toEqual(ids.flatMap((id) => names.map((name) => `${id} ${name}`)).sort())
    expect(fleet.complete).toBe(false)
  })

  const both = { name: 'all', api_ids: ['carts', 'orders'], definitions: [] }
  it.each([
    ['beside others', report.rulesets, { ruleset_ids: ['rs-old', 'rs-style'] }, 3],
    ['alone', [], { ruleset_ids: ['rs-old'] }, 1],
    ['in a check', report.rulesets, { checks: [{ ...both, ruleset_ids: ['rs-old'] }] }, 3],
  ])('a requested ruleset that ran on nothing, %s', (_where, ran, asked, count) => {
    const { ruleset_ids: _ids, ...unasked } = { ruleset_ids: [], ...run }
    const gap = {
      kind: 'unrun-rulesets',
      target: { api_id: 'carts' },
      ruleset_ids: ['rs-old'],
      nothing_ran: false,
    } as const
    const outcome = { kind: 'passed', held: [{ kind: 'accepted', gap }] } as const
    const fleet = countFleet({ ...report, rulesets: ran, run: { ...unasked, ...asked }, outcome }, known)
    const carts = fleetCsv(fleet)
      .split('\r\n')
      .filter((row) => row.startsWith('carts'))
    expect(carts).toHaveLength(count)
    expect(carts).toContain('carts,,,rs-old,no,0,0,0,0,0')
    expect(fleetHtml(fleet)).toContain('<td class="unchecked">?')
  })

  it('a gap that the policy accepts', () => {
    const gap = { kind: 'unrun-category', target: { api_id: 'carts' }, category: 'x' } as const
    const outcome = { kind: 'passed', held: [{ kind: 'accepted', gap }] } as const
    const fleet = countFleet({ ...report, outcome }, known)
    expect(fleet.apis.filter(({ cells }) => !cells[0]?.checked).map(({ id }) => id)).toEqual(['carts'])
    expect(fleet.complete).toBe(false)
  })
})

describe('groups local definitions by the first folder in which they differ', () => {
  it.each<[string, readonly string[], readonly (readonly [string, number])[]]>([
    [
      'below a common folder',
      ['teams/pay/a/o.yaml', 'teams/pay/b/o.yaml', 'teams/ship/c.yaml'],
      [
        ['teams/pay/', 2],
        ['teams/ship/', 1],
      ],
    ],
    [
      'beside files in no folder',
      ['a.yaml', 'pay/b.yaml', 'pay/c.yaml'],
      [
        ['pay/', 2],
        ['', 1],
      ],
    ],
    [
      'beside files in the common folder',
      ['x/b/1.yaml', 'x/a.yaml', 'x/b/2.yaml'],
      [
        ['x/b/', 2],
        ['x/', 1],
      ],
    ],
    ['not where each has one of its own', ['pay/o.yaml', 'ship/o.yaml'], []],
    ['not where all are in one', ['pay/a.yaml', 'pay/b.yaml'], []],
    ['not where there is none', ['a.yaml', 'b.yaml'], []],
  ])('%s', (_name, files, expected) => {
    const definitions = files.map((file) => ({ file, api_id: '' }))
    const { folders } = countFleet(reportOf([], { run: { ...run, definitions } }), known)
    expect(folders.map(({ name, apis }) => [name, apis])).toEqual(expected)
  })
})

describe('compares with an earlier run', () => {
  const later = reportOf([...issues, issueOf({ severity: 'error', api_id: 'carts' })], { rulesets, run })

  it('of the same scope', () => {
    const fleet = countFleet(later, known, report)
    expect(fleet.apis.map(({ id, change }) => [id, change])).toEqual([
      ['carts', 1],
      ['payments', 0],
      ['orders', 0],
      ['a.yaml', 0],
    ])
    expect(fleet.earlier).toEqual({ started: run.started, note: '', apart: '' })
  })

  it('lists a rule that is fixed completely, after the others, with its fall', () => {
    const fleet = countFleet(reportOf(issues.slice(2), { rulesets, run }), known, later)
    expect(fleet.rules.slice(-1)).toMatchObject([{ name: 'tags', apis: 0, warn_count: 0, change: -1 }])
    const fallen = (counts: Fleet['apis'] | Fleet['rules']) =>
      counts.reduce((sum, { change = 0 }) => sum + change, 0)
    expect([fallen(fleet.rules), fallen(fleet.apis)]).toEqual([-3, -3])
    expect(fleetHtml(fleet)).toMatch(/<h2>Rules without issues now<\/h2>.*\n.*<bdi>tags<.*-1</)
    expect(fleetHtml(countFleet(later, known, later))).not.toContain('without issues now')
  })

  it('in the APIs of both runs', () => {
    const moved = issueOf({ severity: 'warn', api_id: 'gone' })
    const others = issues.filter(({ api_id }) => api_id !== 'orders')
    const ids = ['payments', 'carts', 'gone']
    const before = reportOf([...others, moved], { rulesets, run: { ...run, api_ids: ids } })
    const fleet = countFleet(later, known, before)
    expect(fleet.earlier?.apart).toBe('1 API added (orders), 1 API removed (gone)')
    expect(fleet.apis.map(({ id, change }) => [id, change])).toEqual([
      ['carts', 1],
      ['payments', 0],
      ['orders', undefined],
      ['a.yaml', 0],
    ])
    expect(fleet.rules.map(({ name, ruleset, change }) => [name, ruleset, change])).toEqual([
      ['operation-operationId', 'Security', 1],
      ['tags', 'Security', undefined],
      ['operation-operationId', 'Style', 0],
    ])
    expect(fleet.owners.map(({ name, change }) => [name, change])).toEqual([
      ['anna', 0],
      ['team-pay', 0],
      ['', 1],
    ])
  })

  it('not of other APIs or rulesets', () => {
    const apart = reportOf([], { rulesets, run: { ...run, api_ids: ['x'], definitions: [] } })
    expect(countFleet(later, known, apart).earlier?.note).toBe('the two runs have no API in common')
    const fleet = countFleet(later, known, reportOf(issues, { rulesets: [], run }))
    expect(fleet.earlier?.note).toBe('2 rulesets added (rs-security, rs-style)')
    expect(fleet.apis.some(({ change }) => change !== undefined)).toBe(false)
  })
})

describe('passes', () => {
  const ofLevel = (fail_on: 'error' | 'warn' | 'hint' | 'never') => {
    const reasons = weigh(report, { ...ordinaryPolicy, fail_on })
    const fleet = countFleet({ ...report, outcome: chooseOutcome({ gaps: [], reasons }) }, known)
    return fleet.apis.filter(({ passes }) => passes).map(({ id }) => id)
  }

  it.each([
    ['error', ['orders', 'a.yaml', 'carts']],
    ['never', ['payments', 'orders', 'a.yaml', 'carts']],
    ['warn', ['a.yaml', 'carts']],
    ['hint', ['carts']],
  ] as const)('what has nothing at or above %s', (level, ids) => expect(ofLevel(level)).toEqual(ids))

  it('nothing that was not checked', () => {
    const gap = { kind: 'failed', target: { api_id: 'carts' }, error: 'x' } as const
    const outcome = { kind: 'incomplete', gaps: [gap], broken: [], held: [] } as const
    const { apis } = countFleet({ ...report, outcome }, known)
    expect(apis.find(({ id }) => id === 'carts')?.passes).toBe(false)
  })
})
