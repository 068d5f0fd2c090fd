import type { Attack } from './attack.ts'
import { messageIn } from './raw-exchange.ts'

const authorization = 'Bearer demo-key-pipeline'

type Row = readonly [name: string, rulesetId: string, definition: string, answer: RegExp]

const head = { openapi: '3.0.3', info: { title: 't', version: '1' }, paths: {} }
const text = (rest: object = {}) => JSON.stringify({ ...head, ...rest })
const titled = (title: string) => text({ info: { title, version: '1' } })
const yaml = (rest: string) => `openapi: 3.0.3\ninfo: {title: t, version: "1"}\npaths: {}\n${rest}`
const times = <Item>(count: number, make: (at: number) => Item) =>
  Array.from({ length: count }, (_, at) => make(at))
const entries = (count: number, make: (at: number) => readonly [string, unknown]) =>
  Object.fromEntries(times(count, make))

const bomb = (levels: number, of: string) =>
  `x0: &x0 ${of}\n${times(levels, (i) => `x${i + 1}: &x${i + 1} [${times(9, () => `*x${i}`).join(', ')}]\n`).join('')}`
const deepJson = (depth: number) => text().replace('{', `{"x-deep":${'['.repeat(depth)}${']'.repeat(depth)},`)
const deepSchema = (depth: number) =>
  text().replace(
    '"paths":{}',
    `"paths":{},"components":{"schemas":{"A":${'{"items":'.repeat(depth)}{}${'}'.repeat(depth)}}}`,
  )
const chain = (length: number) =>
  text({
    components: {
      schemas: entries(length, (i) => [
        `S${i}`,
        i + 1 < length ? { $ref: `#/components/schemas/S${i + 1}` } : {},
      ]),
    },
  })
const grid = (count: number) =>
  text({
    components: {
      schemas: entries(count, (i) => [
        `S${i}`,
        { properties: entries(count, (j) => [`p${j}`, { $ref: `#/components/schemas/S${j}` }]) },
      ]),
    },
  })
const doubling = (levels: number) =>
  text({
    components: {
      schemas: entries(levels, (i) => {
        const next = { $ref: `#/components/schemas/S${i + 1}` }
        return [`S${i}`, i + 1 < levels ? { properties: { a: next, b: next } } : {}]
      }),
    },
  })
const operations = (count: number) => text({ paths: entries(count, (i) => [`/p${i}`, { get: {} }]) })

const evaluated = /^(200 (issues|error)|400 Not evaluated: the evaluation took longer)/
const refused = /^400 /

const rows: readonly Row[] = [
  ['a YAML alias bomb as the definition', 'rs-security', yaml(bomb(30, '[x, x]')), /^(200|400) /],
  ['a YAML alias bomb in mappings', 'rs-every', yaml(bomb(12, '{a: b}')), /^(200|400) /],
  ['YAML that contains itself', 'rs-every', yaml('x-self: &a [*a]\n'), /^(200|400) /],
  [
    'YAML merge keys on merge keys',
    'rs-every',
    yaml(
      `x0: &x0 {a: b}\n${times(60, (i) => `x${i + 1}: &x${i + 1} {<<: [${times(9, () => `*x${i}`).join(', ')}]}\n`).join('')}`,
    ),
    /^(200|400) /,
  ],
  ['JSON 10,000 deep', 'rs-every', deepJson(10_000), /^(200|400) /],
  ['JSON 2,000,000 deep', 'rs-every', deepJson(2_000_000), refused],
  ['a schema 10,000 deep', 'rs-every', deepSchema(10_000), /^(200|400) /],
  [
    'YAML 10,000 deep in brackets',
    'rs-every',
    yaml(`x-deep: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`),
    /^(200|400) /,
  ],
  [
    'YAML 2,000 deep by indentation',
    'rs-every',
    yaml(`x-deep:\n${times(2_000, (i) => `${' '.repeat(i + 1)}a:\n`).join('')}`),
    /^(200|400) /,
  ],
  [
    '4 MB of YAML',
    'rs-every',
    yaml(times(100_000, (i) => `x-${i}: {a: [b, c], d: "e f g h"}\n`).join('')),
    evaluated,
  ],
  ['100,000 anchors', 'rs-every', yaml(times(100_000, (i) => `x-${i}: &a${i} b\n`).join('')), evaluated],
  ['a patterns ruleset that would take forever', 'rs-regex', titled(`${'a'.repeat(4_000)}!`), evaluated],
  ['the same against 4 MB of text', 'rs-regex', titled(`${'a'.repeat(4_000_000)}!`), evaluated],
  ['a pattern with a backreference', 'rs-backreference', titled('a'.repeat(100)), evaluated],
  [
    'a catastrophic pattern in the definition',
    'rs-every',
    text({
      components: {
        schemas: {
          A: {
            type: 'string',
            pattern: '(a+)+$',
            example: `${'a'.repeat(50_000)}!`,
            enum: [`${'a'.repeat(50_000)}!`],
          },
        },
      },
    }),
    evaluated,
  ],
  ['4,000 rules with filters on 3 MB', 'rs-many', operations(60_000), evaluated],
  ['200 rules that look everywhere', 'rs-wide', operations(60_000), evaluated],
  ['20 rules that go up and down', 'rs-apart', operations(20_000), evaluated],
  ['a schema that doubles at each level', 'rs-schema', `{"a":`.repeat(20) + text() + '}'.repeat(20), refused],
  [
    'such a schema on a matching document',
    'rs-schema',
    text({ a: times(20, () => 0).reduce<object>((inner) => ({ a: inner }), {}) }),
    evaluated,
  ],
  ['200,000 unique items', 'rs-schema', text({ 'x-list': times(200_000, (i) => ({ i })) }), evaluated],
  ['a chain of 30,000 references', 'rs-every', chain(30_000), evaluated],
  ['250 schemas that refer to each other', 'rs-every', grid(250), evaluated],
  ['references that double 40 times', 'rs-every', doubling(40), evaluated],
  [
    'a reference to itself',
    'rs-every',
    text({ components: { schemas: { A: { $ref: '#/components/schemas/A' } } } }),
    evaluated,
  ],
  ['60,000 operations under every rule', 'rs-every', operations(60_000), evaluated],
  ['one text of 5 MB', 'rs-every', titled('a'.repeat(5_000_000)), evaluated],
  ['the same key 300,000 times', 'rs-every', `${text().slice(0, -1)}${',"a":1'.repeat(300_000)}}`, evaluated],
  ['300,000 keys that are numbers', 'rs-every', yaml(times(300_000, (i) => `${i}: a\n`).join('')), evaluated],
  ['a ruleset that is a bomb', 'rs-bomb', text(), refused],
  ['a ruleset 10,000 deep', 'rs-deep', text(), refused],
  ['a ruleset that extends itself', 'rs-cycle', text(), refused],
  ['a ruleset that extends a file outside', 'rs-outside', text(), refused],
  ['a ruleset that extends /etc/passwd', 'rs-absolute', text(), refused],
  ['a ruleset that extends a URL', 'rs-url', text(), refused],
  ['a ruleset that brings code from nowhere', 'rs-code', text(), /^200 error: .*"evil" is not available/],
  ['a ruleset that is a link out of the workspace', 'rs-link', text(), /^400 .*not inside the workspace/],
]

/** These take some seconds each, which the tests do not have. */
const long: ReadonlySet<string> = new Set([
  '4 MB of YAML',
  '200 rules that look everywhere',
  '20 rules that go up and down',
  '60,000 operations under every rule',
  '300,000 keys that are numbers',
  '250 schemas that refer to each other',
])

/** These use up whatever time an evaluation may take. */
const endless: ReadonlySet<string> = new Set([
  'a patterns ruleset that would take forever',
  'the same against 4 MB of text',
  'a catastrophic pattern in the definition',
  '4,000 rules with filters on 3 MB',
  '200,000 unique items',
])

const sent: readonly Attack[] = rows.map(([name, rulesetId, definition, answer]) => ({
  name,
  answer,
  isLong: long.has(name),
  isEndless: endless.has(name),
  send: ({ url }) => {
    const type = /^\s*\{/.test(definition) ? 'application/json' : 'application/yaml'
    return asked(`${url}/api/evaluations/sandbox/oas?ruleset_ids=${rulesetId}`, definition, type)
  },
}))

const savedRows = [
  ['a saved API whose definition is a link out', 'link-out', /^200 error: .*not inside the workspace/],
  ['a saved API 10,000 deep', 'deep-yaml', /^200 (issues|error)/],
  ['a saved API that is a bomb', 'bomb-yaml', /^200 (issues|error)/],
] as const

const saved: readonly Attack[] = savedRows.map(([name, api, answer]) => ({
  name,
  answer,
  send: ({ url }) => {
    const question = { api_ids: [api], ruleset_ids: ['rs-every'] }
    return asked(`${url}/api/evaluations/sandbox`, JSON.stringify(question), 'application/json')
  },
}))

/** Documents and rulesets that are to take forever, or all memory, or what is not theirs. */
export const evaluationAttacks: readonly Attack[] = [...sent, ...saved]

async function asked(url: string, body: string, type: string): Promise<readonly string[]> {
  const headers = { authorization, 'content-type': type }
  const response = await fetch(url, { method: 'POST', headers, body })
  const answer = await response.text()
  return [`${response.status} ${response.status === 200 ? summary(answer) : messageIn(answer)}`]
}

function summary(answer: string): string {
  const { error, total } = Object(JSON.parse(answer))
  return error === undefined ? `issues: ${total}` : `error: ${error}`
}
