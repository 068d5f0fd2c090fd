import { describe, expect, it } from 'vitest'
import { findSeverityOnDay } from '../../../src/core/model/severity-change.ts'
import { load, problemsOf } from './load.ts'

const rule = (severity: string) =>
  `rules:\n  r: { given: $.info, severity: ${severity}, then: { field: title, function: truthy } }\n`
const base = { 'base.yaml': rule('{ now: info, until: 2027-01-31, then: error }') }

describe('a severity with a date', () => {
  it.each<[string, string, string, string]>([
    ['on the last day', '{ now: hint, until: 2027-01-31, then: error }', '2027-01-31', 'hint'],
    ['on the day after', '{ now: hint, until: 2027-01-31, then: error }', '2027-02-01', 'error'],
    ['long before', '{ now: hint, until: 2027-01-31, then: error }', '1999-12-31', 'hint'],
    ['without now: that of any rule', '{ until: 2027-01-31, then: error }', '2027-01-01', 'warn'],
    ['in quotes, in another order', `{ then: warn, until: '2028-02-29', now: error }`, '2028-03-01', 'warn'],
    ['plain', 'info', '2027-02-01', 'info'],
  ])('%s', async (_name, severity, day, expected) => {
    const [found] = await load(rule(severity))
    expect(found && findSeverityOnDay(found, day)).toBe(expected)
  })

  it.each<[string, string, string, string]>([
    ['stays', 'r: true', 'info', 'error'],
    ['is another one', 'r: { severity: { until: 2027-01-31, then: warn } }', 'info', 'warn'],
    ['is replaced by a plain one', 'r: hint', 'hint', 'hint'],
    ['is replaced by a plain one in a mapping', 'r: { severity: hint }', 'hint', 'hint'],
  ])('of an extended rule %s', async (_name, own, before, after) => {
    const [found] = await load(`extends: ./base.yaml\nrules:\n  ${own}\n`, base)
    expect(found && [findSeverityOnDay(found, '2027-01-31'), findSeverityOnDay(found, '2027-02-01')]).toEqual(
      [before, after],
    )
  })

  it.each<[string, string, string]>([
    ['a day that does not exist', '{ until: 2027-02-30, then: error }', '"until" must be the last day'],
    ['a time', '{ until: 2027-01-31T00:00:00Z, then: error }', '"until" must be the last day'],
    ['a number', '{ until: 20270131, then: error }', '"until" must be the last day'],
    ['no day', '{ now: warn, then: error }', '"until" must be the last day'],
    ['no end', '{ until: 2027-01-31 }', '"then" must be error, warn, info or hint'],
    [
      'a word near one',
      '{ now: warning, until: 2027-01-31, then: error }',
      'not "warning"; did you mean "warn"?',
    ],
    ['a day that it quotes', '{ until: 2027-13-01, then: error }', 'such as 2027-01-31, not "2027-13-01"'],
    ['off before', '{ now: off, until: 2027-01-31, then: error }', 'a rule cannot be off by date'],
    ['off after', '{ until: 2027-01-31, then: off }', 'a rule cannot be off by date'],
    ['another key', '{ until: 2027-01-31, then: error, till: x }', 'unknown key "till"'],
    ['a list', '[warn, error]', 'must be a severity'],
  ])('is refused with %s', async (_name, severity, reason) => {
    const [problem] = await problemsOf(rule(severity))
    expect(problem).toMatchObject({ line: 2, reason: expect.stringContaining(reason) })
  })
})
