import { expect, it } from 'vitest'
import type { Issue } from '../../src/core/model/issue.ts'
import type { ComparedReport } from '../../src/core/model/report.ts'
import type { Run } from '../../src/core/model/run.ts'
import { compareRuns } from '../../src/gate/compare.ts'
import { issueOf, rulesetOf } from './builders.ts'

interface RunOptions {
  readonly run?: Partial<Run>
  readonly rulesets?: readonly string[]
}

function runOf(issues: readonly Issue[], { run = {}, rulesets = ['r'] }: RunOptions = {}): ComparedReport {
  return {
    issues,
    rulesets: rulesets.map((id) => rulesetOf(id)),
    run: {
      dashboard: 'embedded',
      api_ids: ['a'],
      definitions: [],
      ruleset_ids: ['r'],
      requests: 1,
      started: '2026-11-19T00:00:00.000Z',
      took_ms: 1,
      gov: '0.1.0',
      ...run,
    },
  }
}

const local = issueOf({ _id: '1', api_id: 'hash', file: 'x.yaml' })
const defined = (digest: string | undefined, rules?: string): RunOptions => ({
  run: {
    definitions: [{ file: 'x.yaml', digest }],
    ...(rules !== undefined && { ruleset_digests: { r: rules } }),
  },
})
const chosen = (...categories: string[]): RunOptions => ({ run: { ruleset_ids: undefined, categories } })

it.each<[string, ComparedReport, ComparedReport, string[], string]>([
  [
    'another API',
    runOf([], { run: { api_ids: ['b'] } }),
    runOf([issueOf({ _id: '1' })]),
    ['api-added'],
    'did not check this API',
  ],
  [
    'a ruleset that was not asked for',
    runOf([], { run: { ruleset_ids: ['s'] }, rulesets: ['s'] }),
    runOf([issueOf({ _id: '1' })]),
    ['ruleset-added'],
    'did not request this ruleset',
  ],
  [
    'a category that was not asked for',
    runOf([], { ...chosen('one'), rulesets: [] }),
    runOf([issueOf({ _id: '1' })], chosen('one', 'two')),
    ['ruleset-added'],
    'did not request category two',
  ],
  [
    'a ruleset that came into a category',
    runOf([], { ...chosen('one'), rulesets: ['s'] }),
    runOf([issueOf({ _id: '1' })], chosen('one')),
    ['category-changed'],
    'not active in the categories then',
  ],
  ['a saved API', runOf([]), runOf([issueOf({ _id: '1' })]), ['unknown'], 'the dashboard does not say which'],
  [
    'a severity',
    runOf([issueOf({ _id: '1' })]),
    runOf([issueOf({ _id: '1', severity: 'error' })]),
    ['severity-changed'],
    'was warn and is error',
  ],
  [
    'a definition, its ruleset unknown',
    runOf([], defined('1')),
    runOf([local], defined('2')),
    ['definition-changed'],
    'may have changed too',
  ],
  [
    'another engine',
    runOf([], defined('1', 'x')),
    runOf([local], { run: { ...defined('1', 'x').run, engine: 'vacuum' } }),
    ['unknown'],
    'the engine was the default and is vacuum',
  ],
  [
    'a definition alone',
    runOf([], defined('1', 'x')),
    runOf([local], defined('2', 'x')),
    ['definition-changed'],
    'the definition changed',
  ],
  [
    'a definition and its ruleset',
    runOf([], defined('1', 'x')),
    runOf([local], defined('2', 'y')),
    ['definition-changed', 'ruleset-changed'],
    'and the ruleset changed',
  ],
  [
    'only a ruleset',
    runOf([], defined('1', 'x')),
    runOf([local], defined('1', 'y')),
    ['ruleset-changed'],
    'the ruleset changed',
  ],
  [
    'a ruleset of a dashboard',
    runOf([], defined('1')),
    runOf([local], defined('1')),
    ['ruleset-changed'],
    'the definition is the same',
  ],
  [
    'reports without digests',
    runOf([], defined(undefined)),
    runOf([local], defined('1')),
    ['unknown'],
    'one of the reports does not record',
  ],
])('new through %s', (_name, before, after, causes, why) => {
  const { new_issues } = compareRuns(before, after)
  expect(new_issues.map((each) => each.causes)).toEqual([causes])
  expect(new_issues[0]?.why).toContain(why)
})

it('counts equal issues one by one, and a changed severity neither as fixed nor as unchanged', () => {
  const twin = (path: string, part: Partial<Issue> = {}) => issueOf({ _id: '1', path, ...part })
  const before = runOf([twin('p'), twin('p'), twin('gone'), twin('q')])
  const after = runOf([twin('p'), twin('p'), twin('p'), twin('q', { severity: 'hint' })])
  const { new_issues, fixed_issues, unchanged_count } = compareRuns(before, after)
  expect(new_issues.map(({ issue }) => issue.path)).toEqual(['p', 'q'])
  expect(fixed_issues.map(({ path }) => path)).toEqual(['gone'])
  expect(unchanged_count).toBe(2)
})

it('finds nothing between a run and itself, whatever the lines', () => {
  const before = runOf([issueOf({ _id: '1', line: 3 }), local], defined('1'))
  const after = runOf([issueOf({ _id: '2', line: 9 }), { ...local, api_id: 'other-hash' }], defined('2'))
  expect(compareRuns(before, after)).toMatchObject({ new_issues: [], fixed_issues: [], unchanged_count: 2 })
})

const at = (part: Partial<Issue>) => issueOf({ _id: '1', path: 'a.b.c', ...part })
const here = { start_line: 3, start_char: 5, end_line: 3, end_char: 9 }
const below = { ...here, start_line: 4 }

it.each<[string, Partial<Issue>, Partial<Issue>, number]>([
  ['the same node', { pointer: '/a/b.c' }, { pointer: '/a/b.c' }, 0],
  ['another node with the same dotted path', { pointer: '/a/b.c' }, { pointer: '/a/b/c' }, 1],
  ['two nodes fit, at the same position', { location: here }, { ambiguous: true, location: here }, 0],
  ['two nodes fit, at another position', { location: here }, { ambiguous: true, location: below }, 1],
  [
    'two nodes of a definition, at another line',
    { file: 'x.yaml', ambiguous: true, line: 3 },
    { file: 'x.yaml', ambiguous: true, line: 4 },
    1,
  ],
  ['a saved API that was not read then', {}, { pointer: '/a/b.c' }, 0],
  ['a definition, at another node', { file: 'x.yaml' }, { file: 'x.yaml', pointer: '/a/b.c' }, 1],
])('an issue with the same dotted path, %s', (_name, before, after, fresh) => {
  const { new_issues, fixed_issues } = compareRuns(runOf([at(before)]), runOf([at(after)]))
  expect([new_issues.length, fixed_issues.length]).toEqual([fresh, fresh])
})
