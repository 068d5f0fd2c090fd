import { expect, it } from 'vitest'
import type { Policy } from '../../src/core/model/policy.ts'
import { weakerThanDefaults } from '../../src/gate/decide/weaker.ts'
import { ordinaryPolicy } from './builders.ts'

it.each<[Partial<Policy>, string[]]>([
  [{}, []],
  [{ fail_on: 'hint', on_truncation: 'split', max: { warn: 3 } }, []],
  [{ fail_on: 'never' }, ['fail_on: never']],
  [{ fail_on: 'never', max: { error: 0 } }, []],
  [{ max: { error: 1 } }, ['max.error: 1']],
  [{ fail_on: 'never', max: { error: 1 } }, ['max.error: 1']],
  [
    { rulesets: { a: { fail_on: 'never' }, b: { max: { error: 2 } }, c: { fail_on: 'warn' } } },
    ['rulesets.a.fail_on: never', 'rulesets.b.max.error: 2'],
  ],
  [{ fail_on: 'never', rulesets: { a: { max: { error: 0 } }, b: { fail_on: 'error' } } }, ['fail_on: never']],
  [{ advisory_actions: ['none', 'warn'] }, ['advisory_actions: none, warn']],
  [{ on_unevaluated: 'pass' }, ['on_unevaluated: pass']],
  [{ inline_waivers: 'none' }, []],
  [{ inline_waivers: 'refuse' }, []],
  [{ inline_waivers: 'x-lint-ignore' }, ['inline_waivers: x-lint-ignore']],
])('%j accepts more than the defaults by %j', (changed, weaker) => {
  expect(weakerThanDefaults({ ...ordinaryPolicy, ...changed })).toEqual(weaker)
})
