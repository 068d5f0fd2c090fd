import { describe, expect, it } from 'vitest'
import { RulesetError } from '../../../src/engine/ruleset/ruleset-source.ts'
import { load, problemsOf } from './load.ts'

const times = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at))
const rule = (given: string, then = '{ function: truthy }') =>
  `rules:\n  a:\n    given: "${given}"\n    then: ${then}\n`
/** Each alias but the last names the next one `width` times. */
const chain = (levels: number, width: number, last = '[$]') =>
  `aliases:\n${times(levels, (at) => `  A${at}: [${times(width, () => `"#A${at + 1}"`).join(', ')}]\n`).join('')}  A${levels}: ${last}\n`
const byFormat = (levels: number) =>
  `aliases:\n${times(levels, (at) => `  A${at}: { targets: [{ formats: [oas3], given: ["#A${at + 1}", "#A${at + 1}"] }] }\n`).join('')}  A${levels}: { targets: [{ formats: [oas2], given: $ }] }\n`

describe('a ruleset', () => {
  it.each<[what: string, text: string, reason: string, key: string, line: number]>([
    [
      'aliases that double 30 times',
      rule('#A0') + chain(30, 2),
      'leads to more than 10000 paths',
      'given',
      3,
    ],
    [
      'aliases that double, for a format',
      rule('#A0') + byFormat(30),
      'leads to more than 10000 paths',
      'given',
      3,
    ],
    [
      'a wide alias of a wide alias',
      rule('#A0') + chain(2, 120),
      'leads to more than 10000 paths',
      'given',
      3,
    ],
    [
      '10,001 paths',
      rule('#A0') + chain(0, 0, `[${times(10_001, () => '$').join()}]`),
      'more than 10000',
      'given',
      3,
    ],
    ['2,000 aliases in a row', rule('#A0') + chain(2_000, 1), 'more than 100 aliases in a row', 'given', 3],
    [
      '10,001 values',
      rule('$', `{ function: enumeration, functionOptions: { values: [${times(10_001, String).join()}] } }`),
      'has 10001 values: at most 10000 can be read (options of "enumeration")',
      'then.functionOptions.values',
      4,
    ],
    [
      '10,001 rules',
      `rules:\n${times(10_001, (at) => `  r${at}: off\n`).join('')}`,
      'has 10001 rules: at most 10000 can be read',
      'rules',
      1,
    ],
    [
      '10,001 overrides',
      `rules: {}\noverrides:\n${times(10_001, (at) => `  - { files: [f${at}], rules: {} }\n`).join('')}`,
      'has 10001 overrides: at most 10000 can be read',
      'overrides',
      2,
    ],
    [
      '10,001 aliases',
      `rules: {}\naliases:\n${times(10_001, (at) => `  A${at}: $\n`).join('')}`,
      'has 10001 aliases: at most 10000 can be read',
      'aliases',
      2,
    ],
  ])('with %s is refused with its line', async (_what, text, reason, key, line) =>
    expect(await problemsOf(text)).toMatchObject([{ key, line, reason: expect.stringContaining(reason) }]),
  )

  it.each([
    ['2,500 paths through two aliases', rule('#A0') + chain(2, 50)],
    ['99 aliases in a row', rule('#A0') + chain(98, 1)],
    ['targets by format', rule('#A0') + byFormat(1).replace('[oas2]', '[oas3]')],
    [
      '10,000 values',
      rule('$', `{ function: enumeration, functionOptions: { values: [${times(10_000, String).join()}] } }`),
    ],
  ])('with %s is read', async (_what, text) => {
    expect(await load(text)).toHaveLength(1)
  })

  it('tells 20 of its problems, and counts the others', async () => {
    const error = await load(`rules:\n${times(30, (at) => `  r${at}: error\n`).join('')}`).catch(
      (reason) => reason,
    )
    expect(error).toBeInstanceOf(RulesetError)
    const lines = String(error.message).split('\n')
    expect([lines.length, error.problems.length, lines.at(-1)]).toEqual([21, 30, 'and 10 more'])
  })
})
