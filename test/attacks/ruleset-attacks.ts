import { ask, author, times } from './ask.ts'
import type { Attack } from './attack.ts'

const entries = (count: number, make: (at: number) => readonly [string, unknown]) =>
  Object.fromEntries(times(count, make))
const rule = (given: unknown, name = 'truthy', functionOptions?: object) =>
  Object.fromEntries([
    ['given', given],
    ['then', { function: name, ...(functionOptions && { functionOptions }) }],
  ])
const json = (ruleset: object) => JSON.stringify(ruleset)

/** Each alias but the last names the next one `width` times, in what `make` puts around it. */
const aliases = (
  levels: number,
  width: number,
  make: (given: readonly string[], at: number) => unknown,
  rest = '',
) =>
  entries(levels + 1, (at) => [
    `A${at}`,
    make(at < levels ? times(width, () => `#A${at + 1}${rest}`) : ['$'], at),
  ])
const aliased = (names: object, count = 1) =>
  json({ aliases: names, rules: entries(count, (at) => [`r${at}`, rule('#A0')]) })
const plain = (given: readonly string[]) => given
const forVersion3 = (given: readonly string[]) => ({ targets: [{ formats: ['oas3'], given }] })
const forNone = (given: readonly string[], at: number) =>
  at === 30 ? { targets: [{ formats: ['oas2'], given: '$' }] } : forVersion3(given)
const deep = (levels: number) => `{"rules":{"r":${'['.repeat(levels)}${']'.repeat(levels)}}}`
const brackets = (count: number) =>
  json({ rules: { r: rule('$', 'schema', { schema: { enum: [] } }) } }).replace(
    '"enum":[]',
    () => `"enum":[${'[[]],'.repeat(count)}0]`,
  )

const tooManyPaths = /^400 .*leads to more than 10000 paths/s
const tooMany = /^400 (.* has \d+ \w+: at most 10000 can be read|Not evaluated: the evaluation took longer)/s

/** They take seconds of a processor. */
const long = new Set(['1,000 rules of aliases that double', '10,000 unknown rules', '600,000 values'])

type Row = readonly [name: string, definition: string, answer: RegExp]

const rows: readonly Row[] = [
  ['30 aliases that double', aliased(aliases(30, 2, plain)), tooManyPaths],
  ['20 aliases that triple', aliased(aliases(20, 3, plain)), tooManyPaths],
  ['3 aliases of 150 each', aliased(aliases(3, 150, plain)), tooManyPaths],
  ['30 aliases that double, and grow', aliased(aliases(30, 2, plain, '..a')), tooManyPaths],
  ['30 aliases that double, by format', aliased(aliases(30, 2, forVersion3)), tooManyPaths],
  ['30 aliases that double and lead to nothing', aliased(aliases(30, 2, forNone)), tooManyPaths],
  ['1,000 rules of aliases that double', aliased(aliases(30, 2, plain), 1_000), tooManyPaths],
  ['an alias of 100,000 paths', aliased({ A0: times(100_000, () => '$') }), tooManyPaths],
  ['2,000 aliases in a row', aliased(aliases(2_000, 1, plain)), /^400 .*more than 100 aliases in a row/],
  ['100,000 aliases', json({ aliases: aliases(100_000, 0, plain), rules: {} }), tooMany],
  ['100,000 unknown rules', json({ rules: entries(100_000, (at) => [`r${at}`, 'error']) }), tooMany],
  [
    '10,000 unknown rules',
    json({ extends: 'spectral:oas', rules: entries(10_000, (at) => [`unknown-rule-${at}`, 'error']) }),
    /^400 .*\nand 9980 more$/s,
  ],
  [
    '600,000 values',
    json({ rules: { r: rule('$', 'enumeration', { values: times(600_000, (at) => at) }) } }),
    tooMany,
  ],
  ['800,000 brackets', brackets(400_000), /^(201 |400 Not evaluated)/],
  [
    '30,000 overrides',
    json({
      rules: { r: rule('$') },
      overrides: times(30_000, (at) => ({ files: [`${at}`], rules: { r: 'off' } })),
    }),
    tooMany,
  ],
  [
    '5,000 overrides of 200 rules',
    json({
      rules: entries(200, (at) => [`r${at}`, rule('$')]),
      overrides: times(5_000, (at) => ({ files: [`${at}`], rules: { r1: 'off' } })),
    }),
    /^201 |^400 Not evaluated/,
  ],
  ['rules 100,000 deep', deep(100_000), /^400 /],
  ['rules 2,000,000 deep', deep(2_000_000), /^400 /],
  ['a path of 1 MB', json({ rules: { r: rule(`$${'..a'.repeat(350_000)}`) } }), /^(201|400) /],
  ['a filter of 1 MB', json({ rules: { r: rule(`$[?(${'('.repeat(500_000)}`) } }), /^400 /],
  [
    'a pattern of 1 MB',
    json({ rules: { r: rule('$', 'pattern', { match: '(a+)+'.repeat(200_000) }) } }),
    /^(201|400) /,
  ],
  ['3 MB that are not JSON', `{"rules":${'{"a":'.repeat(500_000)}`, /^400 /],
]

const posted: readonly Attack[] = rows.map(([name, definition, answer]) => ({
  name: `a new ruleset with ${name}`,
  answer,
  isLong: long.has(name),
  send: ({ url }) => ask(`${url}/api/rulesets`, 'POST', { name, definition }),
}))

/** What callers may write as rulesets. */
export const rulesetAttacks: readonly Attack[] = [
  ...posted,
  {
    name: 'a ruleset replaced by 30 aliases that double',
    answer: tooManyPaths,
    send: ({ url }) =>
      ask(`${url}/api/rulesets/rs-docs`, 'PUT', { name: 'x', definition: aliased(aliases(30, 2, plain)) }),
  },
  {
    name: 'five new rulesets of aliases that double, at once',
    answer: tooManyPaths,
    send: async ({ url }) => {
      const body = { name: 'x', definition: aliased(aliases(20, 2, plain)) }
      return (await Promise.all(times(5, () => ask(`${url}/api/rulesets`, 'POST', body)))).flat()
    },
  },
  {
    name: 'a new ruleset with a name of 4 MB',
    answer: /^400 name is too long/,
    send: ({ url }) =>
      ask(`${url}/api/rulesets`, 'POST', { name: 'x'.repeat(4_000_000), definition: '{"rules":{}}' }),
  },
  {
    name: 'a new ruleset with 500,000 categories',
    answer: /^400 categories is too long/,
    send: ({ url }) =>
      ask(`${url}/api/rulesets`, 'POST', {
        name: 'x',
        categories: times(500_000, (at) => `c${at}`),
        definition: '{"rules":{}}',
      }),
  },
  ...['..', 'a,b', 'a\0b', '\ud800', ' a', 'a\r\nSet-Cookie: a=b'].map(
    (ruleset_id): Attack => ({
      name: `a new ruleset with the id ${JSON.stringify(ruleset_id)}`,
      answer: /^400 ruleset_id .* cannot be used/,
      send: ({ url }) =>
        ask(`${url}/api/rulesets`, 'POST', { name: 'x', ruleset_id, definition: '{"rules":{}}' }),
    }),
  ),
  ...['x', '"x', 'W/', '"a" "b"', ',', '"a",,"b"', '*, "a"'].map(
    (tag): Attack => ({
      name: `a deletion with If-Match ${tag}`,
      answer: /^400 If-Match is neither/,
      send: ({ url }) => ask(`${url}/api/rulesets/rs-docs`, 'DELETE', undefined, { 'if-match': tag }),
    }),
  ),
  ...['"x"', 'W/"x"', '"a", "b"', '""', `${'"a",'.repeat(2_000)}"b"`].map(
    (tag): Attack => ({
      name: `a deletion with If-Match ${tag.slice(0, 20)}`,
      answer: /^412 The ruleset is not as If-Match says/,
      send: ({ url }) => ask(`${url}/api/rulesets/rs-docs`, 'DELETE', undefined, { 'if-match': tag }),
    }),
  ),
  {
    name: 'eight authors who replace the same ruleset at once',
    answer: /^(1 x 200, 7 x 412)$/,
    send: async ({ url }) => {
      const rules = json({ rules: { r: rule('$') } })
      const name = `authors ${Date.now()}`
      await ask(`${url}/api/rulesets`, 'POST', { name, ruleset_id: 'authors', definition: rules })
      const known = await fetch(`${url}/api/rulesets/authors`, { headers: author })
      const tag = known.headers.get('etag') ?? ''
      const answers = await Promise.all(
        times(8, (at) =>
          ask(
            `${url}/api/rulesets/authors`,
            'PUT',
            { name: `${name} ${at}`, definition: rules },
            { 'if-match': tag },
          ),
        ),
      )
      const count = (status: string) => answers.flat().filter((answer) => answer.startsWith(status)).length
      return [`${count('200')} x 200, ${count('412')} x 412`]
    },
  },
  {
    name: 'a refusal that would repeat 4 MB',
    answer: /^400 .{7000,8100}more characters\)$/,
    send: ({ url }) =>
      ask(`${url}/api/rulesets`, 'POST', {
        name: 'x',
        definition: json({ rules: {}, ['k'.repeat(4_000_000)]: 1 }),
      }),
  },
  {
    name: 'a lookup of a ruleset whose JavaScript does not end',
    answer: /^200 \{"_id":"db-rs-loop"/,
    send: ({ url }) => ask(`${url}/api/rulesets/rs-loop`, 'GET'),
    isEndless: true,
  },
  {
    name: 'a lookup of a ruleset whose JavaScript is an endless pattern',
    answer: /^200 \{"_id":"db-rs-loop-pattern"/,
    send: ({ url }) => ask(`${url}/api/rulesets/rs-loop-pattern`, 'GET'),
    isEndless: true,
  },
]
