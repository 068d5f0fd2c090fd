import { describe, expect, it } from 'vitest'
import type { DeprecationDays } from '../../../src/check/breaking/lifecycle.ts'
import { changesBetween, today } from './changes-between.ts'

const days = { stable: 180, beta: 31 }
const soon = '2026-12-01'
const late = '2027-06-01'

function api(operation: string): string {
  return `openapi: 3.1.0\npaths: { /pets: { head: {}${operation && `, get: { ${operation} }`} } }\n`
}

function inParameter(operation: string, parameter: string): string {
  const list = parameter && `{ name: kind, in: query, schema: {}, ${parameter} }`
  return api(`${operation}parameters: [${list}]`)
}

const beta = 'x-stability-level: beta'

function findRules(before: string, after: string, notice: DeprecationDays = days) {
  return changesBetween(before, after, notice).map(({ rule }) => rule)
}

/** Today is 2026-11-23: 180 days later is 2027-05-22, and 31 days 2026-12-24. */
describe('deprecation_days', () => {
  it.each([
    ['a deprecation without a date', 'summary: a', 'deprecated: true', ['breaking-sunset-missing']],
    ['one day less', '', `deprecated: true, x-sunset: 2027-05-21`, ['breaking-sunset-too-soon']],
    ['exactly as many days', '', `deprecated: true, x-sunset: 2027-05-22`, []],
    [
      'another day for beta',
      beta,
      `${beta}, deprecated: true, x-sunset: 2026-12-23`,
      ['breaking-sunset-too-soon'],
    ],
    ['enough for beta', beta, `${beta}, deprecated: true, x-sunset: 2026-12-24`, []],
    [
      'none for a level without days',
      'x-stability-level: alpha',
      `x-stability-level: alpha, deprecated: true`,
      [],
    ],
    [
      'a level that is not known is stable',
      'x-stability-level: ga',
      `x-stability-level: ga, deprecated: true`,
      ['breaking-sunset-missing'],
    ],
    [
      'the level that clients knew',
      'summary: a',
      `${beta}, deprecated: true, x-sunset: 2026-12-24`,
      ['breaking-sunset-too-soon', 'breaking-stability-lowered'],
    ],
    [
      'a date for what was deprecated without one',
      'deprecated: true',
      `deprecated: true, x-sunset: ${soon}`,
      ['breaking-sunset-too-soon'],
    ],
    ['what was deprecated before the policy', 'deprecated: true', 'deprecated: true, summary: b', []],
    [
      'a later date, however near',
      `deprecated: true, x-sunset: ${soon}`,
      `deprecated: true, x-sunset: 2026-12-02`,
      [],
    ],
    [
      'an earlier date is what it was',
      `deprecated: true, x-sunset: ${late}`,
      `deprecated: true, x-sunset: ${soon}`,
      ['breaking-sunset-earlier'],
    ],
    [
      'a day that no month has',
      'summary: a',
      'deprecated: true, x-sunset: 2027-06-31',
      ['breaking-sunset-unreadable'],
    ],
    [
      'what goes on behind a day',
      'summary: a',
      'deprecated: true, x-sunset: 2027-06-01Tx',
      ['breaking-sunset-unreadable'],
    ],
    ['what is no date', 'summary: a', 'deprecated: true, x-sunset: soon', ['breaking-sunset-unreadable']],
    [
      'a date that was there before it was deprecated',
      `x-sunset: ${soon}`,
      `x-sunset: ${soon}, deprecated: true`,
      ['breaking-sunset-too-soon'],
    ],
    ['a removal without a date', 'deprecated: true', undefined, ['breaking-operation-removed-before-sunset']],
    [
      'a removal before the date',
      `deprecated: true, x-sunset: ${soon}`,
      undefined,
      ['breaking-operation-removed-before-sunset'],
    ],
    ['a removal on the day', `deprecated: true, x-sunset: ${today}`, undefined, []],
    ['a removal that nobody announced', 'summary: a', undefined, ['breaking-operation-removed']],
  ])('%s', (_name, before, after, rules) => {
    expect(findRules(api(before || 'summary: a'), api(after ?? ''))).toEqual(rules)
  })

  it.each([
    ['deprecated without a date', '', '', 'deprecated: true', ['breaking-sunset-missing']],
    ['removed at once', '', 'required: true', '', ['breaking-parameter-removed-before-sunset']],
    ['of a beta operation', `${beta}, `, '', `deprecated: true, x-sunset: 2026-12-24`, []],
    [
      'removed without a date',
      '',
      'deprecated: true',
      undefined,
      ['breaking-parameter-removed-before-sunset'],
    ],
    ['removed on its day', '', `deprecated: true, x-sunset: ${today}`, undefined, []],
  ])('a parameter %s', (_name, operation, before, after, rules) => {
    const old = inParameter(operation, before || 'description: a')
    expect(findRules(old, inParameter(operation, after ?? ''))).toEqual(rules)
  })

  it('asks for nothing unless the policy has it', () => {
    expect(findRules(api('summary: a'), api('deprecated: true'), {})).toEqual([])
    expect(findRules(api('deprecated: true'), api(''), {})).toEqual(['breaking-deprecated-operation-removed'])
  })

  it('says what it asks for', () => {
    const [change] = changesBetween(api('summary: a'), api(`deprecated: true, x-sunset: ${soon}`), days)
    expect(change?.message).toBe(
      '`GET /pets` is deprecated with the x-sunset 2026-12-01, and the policy asks for 180 days, which is 2027-05-22',
    )
  })
})

it.each([
  ['that has passed', 'deprecated: true, x-sunset: 2026-11-22', ['breaking-sunset-too-soon']],
  ['of today', `deprecated: true, x-sunset: ${today}`, []],
])('a new date %s, without a policy', (_name, after, rules) => {
  expect(findRules(api('summary: a'), api(after), {})).toEqual(rules)
})

describe('a property', () => {
  const response = (properties: string) =>
    api(
      `responses: { "200": { content: { application/json: { schema: { type: object, required: [name], properties: { ${properties} } } } } } }`,
    )
  const removed = 'breaking-response-property-removed'

  it.each([
    ['may not go on a day of its own', `deprecated: true, x-sunset: ${today}`, undefined, [removed]],
    ['may not go before', `deprecated: true, x-sunset: ${soon}`, undefined, [removed]],
    ['may not go without a date', 'deprecated: true', undefined, [removed]],
    ['may not go where it is not deprecated', `x-sunset: ${today}`, undefined, [removed]],
    [
      'keeps its date',
      `deprecated: true, x-sunset: ${late}`,
      `deprecated: true, x-sunset: ${soon}`,
      ['breaking-sunset-earlier'],
    ],
    [
      'does not lose its date',
      `deprecated: true, x-sunset: ${late}`,
      'deprecated: true',
      ['breaking-sunset-removed'],
    ],
  ])('%s', (_name, before, after, rules) => {
    const old = response(`id: {}, name: { ${before} }`)
    expect(findRules(old, response(after === undefined ? 'id: {}' : `id: {}, name: { ${after} }`))).toEqual(
      rules,
    )
  })
})
