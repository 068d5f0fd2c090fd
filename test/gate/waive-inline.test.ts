import { describe, expect, it } from 'vitest'
import { breakingRuleset } from '../../src/core/model/breaking.ts'
import { identifier } from '../../src/core/model/identity.ts'
import type { Issue } from '../../src/core/model/issue.ts'
import { type Excuses, excuseIssues } from '../../src/gate/excuse/excuse.ts'
import { ignoresFindings } from '../../src/gate/excuse/inline-ignores.ts'
import { toBaselineEntry } from '../../src/gate/excuse/known.ts'
import { renderGap } from '../../src/reporters/words/gap-text.ts'
import { reasonText } from '../../src/reporters/words/reason-text.ts'
import { evaluationOf, issueOf, rulesetOf } from './builders.ts'

const ids = identifier([])
const ignored = issueOf({ _id: '1', ignored_at: '/info' })
const plain = issueOf({ _id: '2', path: 'paths' })
const breaking = issueOf({ _id: '3', ignored_at: '', ruleset_id: breakingRuleset })
const issues = [ignored, plain, breaking]
const waiver = { rule_id: 'rule', path: 'info', reason: 'later', owner: 'team', expires: '2999-12-31' }
const honours = { inline_waivers: 'x-lint-ignore' } as const
const run = { kind: 'git', name: 'main', policy: 'new', definitions: [] } as const
const knownOf = (known: readonly Issue[], added: readonly Issue[]): Partial<Excuses> => ({
  known: {
    run,
    issues: new Set(known),
    counted: new Set(),
    newly_ignored: new Set(added),
    newly_ignoring: new Set(),
    gaps: [],
    requests: 0,
  },
})

function excused(part: Partial<Excuses>) {
  return excuseIssues(
    evaluationOf({ rulesets: [rulesetOf('r', { warn_count: 3 })], issues, evaluated_apis: 1 }),
    {
      waivers: [],
      baseline: undefined,
      strictBaseline: false,
      today: '2026-11-20',
      narrowed: false,
      asked: { api_ids: ['a'], definitions: [], selector: { ruleset_ids: ['r'] } },
      identifier: ids,
      policy: {},
      ...part,
    },
  )
}

const silent = '2 issues'
it.each<[string, Partial<Excuses>, (string | undefined)[], number, string[]]>([
  [
    'nothing by default',
    {},
    [undefined, undefined, undefined],
    0,
    [
      '1 issue counts despite x-lint-ignore (rule), which a dashboard may apply; to apply it here, set policy.inline_waivers: x-lint-ignore',
    ],
  ],
  [
    'nothing where the policy says none',
    { policy: { inline_waivers: 'none' } },
    [undefined, undefined, undefined],
    0,
    [
      '1 issue counts despite x-lint-ignore (rule), which a dashboard may apply; to apply it here, set policy.inline_waivers: x-lint-ignore',
    ],
  ],
  [
    'what it names, and no breaking change',
    { policy: honours },
    ['definition', undefined, undefined],
    1,
    ['1 issue waived by x-lint-ignore (rule)'],
  ],
  [
    'nothing that a waiver gives a reason for',
    { policy: honours, waivers: [waiver] },
    ['waiver', undefined, 'waiver'],
    2,
    [`${silent} waived`],
  ],
  [
    'before the baseline, whose entry is not stale',
    { policy: honours, baseline: [toBaselineEntry(ignored, ids)] },
    ['definition', undefined, undefined],
    1,
    ['1 issue waived by x-lint-ignore (rule)', '0 issues in the baseline'],
  ],
  [
    'a known issue, by a key that was there',
    { policy: honours, ...knownOf([ignored], []) },
    ['definition', undefined, undefined],
    1,
    ['1 issue waived by x-lint-ignore (rule)'],
  ],
  [
    'nothing by a key that the change adds',
    { policy: honours, ...knownOf([], [ignored]) },
    [undefined, undefined, undefined],
    0,
    ['1 issue counts despite x-lint-ignore (rule), which is not at the base'],
  ],
  [
    'what is known is known, with a key that the change adds',
    { policy: honours, ...knownOf([ignored], [ignored]) },
    ['base', undefined, undefined],
    0,
    [],
  ],
])('x-lint-ignore excuses %s', (_name, part, by, waived, told) => {
  const { evaluation, waived_count, reasons } = excused(part)
  expect(evaluation.issues.map((issue) => issue.excused?.by)).toEqual(by)
  expect(waived_count).toBe(waived)
  const own = reasons.filter(({ kind }) => kind !== 'base' && kind !== 'breaking')
  expect(own.map(reasonText)).toEqual(told)
})

describe('on a dashboard', () => {
  const ignores = { rules: ['a', 'b'], file: 'schemas.yaml', line: 3 }
  const definitions = [{ file: 'openapi.yaml', ignores }, { file: 'other.yaml' }]
  const may =
    'the dashboard may have dropped issues of openapi.yaml, which has x-lint-ignore for a, b (schemas.yaml:3): '

  it.each([
    [
      'by default',
      {},
      [],
      [`${may}remove it, set inline_waivers: x-lint-ignore, or check with the embedded sandbox`],
      [],
    ],
    ['that the policy accepts', honours, [], [], [`x (accepted: inline_waivers: x-lint-ignore)`]],
    [
      'that the change adds',
      honours,
      ['openapi.yaml'],
      [`${may}it is not at the base: remove it, or check with the embedded sandbox`],
      [],
    ],
    [
      'where the policy refuses it',
      { inline_waivers: 'refuse' as const },
      [],
      [`${may}remove it, set inline_waivers: x-lint-ignore, or check with the embedded sandbox`],
      [],
    ],
    ['of another definition', honours, ['other.yaml'], [], ['x (accepted: inline_waivers: x-lint-ignore)']],
  ])('a key %s', (_name, policy, added, gaps, reasons) => {
    const found = ignoresFindings(definitions, policy, new Set(added))
    expect(found.gaps.map(renderGap)).toEqual(gaps)
    expect(
      found.reasons.map(reasonText).map((text) => text.replace(/^the dashboard .*embedded sandbox/, 'x')),
    ).toEqual(reasons)
  })
})
