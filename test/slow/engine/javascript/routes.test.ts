import { describe, expect, it } from 'vitest'
import { runFiles } from '../../../engine/javascript/run-code.ts'
import { once } from '../../../once.ts'

/** Shared schemas, a cycle through three of them, one of a schema with itself, and a reference with siblings. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: { responses: { 200: { $ref: '#/components/responses/Order' } } },
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
        responses: { 200: { $ref: '#/components/responses/Order' }, 400: { description: 'bad' } },
      },
    },
    '/customers': {
      get: {
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Customer' } } } },
        },
      },
    },
  },
  components: {
    responses: {
      Order: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
    },
    schemas: {
      Order: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          customer: { $ref: '#/components/schemas/Customer' },
          next: { $ref: '#/components/schemas/Order' },
        },
      },
      Customer: {
        type: 'object',
        properties: {
          name: { type: 'string', description: '' },
          order: { $ref: '#/components/schemas/Order' },
        },
      },
      Address: { properties: { street: { $ref: '#/components/schemas/Street', description: 'a street' } } },
      Street: { title: 'Street', properties: { name: { $ref: '#/components/schemas/Name' } } },
      Name: { type: 'string' },
      Tree: { properties: { child: { $ref: '#/components/schemas/Tree' }, size: { type: 'integer' } } },
    },
  },
}

const givens = [
  '$',
  '$..*',
  '$..properties[*]',
  '$..properties.*~',
  '$.paths..schema',
  '$.paths[*][get,post].responses[*]',
  '$.paths[*][*].responses[*].content[*].schema.properties[*]',
  '$..[?(@.$ref)]',
  '$.components.schemas[*]',
  '$..schema^',
]

const fields = [undefined, 'description', 'properties.customer', 'properties.order.type', '@key', '$..type']

const codes = {
  'without a path': `export default (value) => (value ? [] : [{ message: 'nothing' }])`,
  'with a path': `export default (value, options, { path }) => (value || !path ? [] : [{ message: 'nothing' }])`,
  'with the path in its results': `export default (value, options, { path }) => (value ? [] : [{ message: 'nothing', path }])`,
  'by the function of the engine': `import { truthy } from '@stoplight/spectral-functions'
    export default (value, options, context) => truthy(value, options, context)?.map(() => ({ message: 'nothing' }))`,
}

/** One ruleset with all of the functions: to start a machine for each would take most of the time. */
describe.each(givens)('at %s', (given) => {
  const names = Object.keys(codes).map((_, index) => `own${index}`)
  const found = once(async () => {
    const rules = Object.fromEntries(
      ['truthy', ...names].flatMap((named) =>
        [true, false].flatMap((resolved) =>
          fields.map((field, index) => [
            `${named}-${index}-${resolved}`,
            // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
            { given, resolved, message: 'nothing', then: { field, function: named } },
          ]),
        ),
      ),
    )
    const texts = Object.values(codes).map((code, index) => [`functions/own${index}.js`, code] as const)
    const files = { 'rules.json': JSON.stringify({ functions: names, rules }), ...Object.fromEntries(texts) }
    return runFiles('rules.json', files, document)
  })

  it.each(Object.keys(codes))('a function %s finds what a built-in one finds', async (what) => {
    const { rules, failures } = await found()
    const rowsOf = (named: string) =>
      rules.filter((row) => row.startsWith(`${named}-`)).map((row) => row.slice(named.length))
    expect(failures).toEqual([])
    expect(rowsOf(`own${Object.keys(codes).indexOf(what)}`)).toEqual(rowsOf('truthy'))
  })
})

it('compares with built-in functions that find something', async () => {
  // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
  const rules = { found: { given: '$..properties[*]', then: { field: 'description', function: 'truthy' } } }
  expect(
    (await runFiles('rules.json', { 'rules.json': JSON.stringify({ rules }) }, document)).rules.length,
  ).toBe(9)
})

const shared = {
  paths: {
    '/a': { get: { schema: { $ref: '#/schemas/S' } }, post: { schema: { $ref: '#/schemas/S' } } },
  },
  schemas: { S: { properties: { n: { type: 'string' } } } },
}

async function messagesOf(code: string, given: string, field?: string) {
  // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
  const rules = { own: { given, then: { field, function: 'own' } } }
  const files = { 'rules.json': JSON.stringify({ functions: ['own'], rules }), 'functions/own.js': code }
  const { rules: rows, failures } = await runFiles('rules.json', files, shared)
  expect(failures).toEqual([])
  return rows.map((row) => row.replace('own ', ''))
}

/** What Spectral 6.16.3 reports. */
describe('a function is run for each way that leads to a shared node', () => {
  const code = `export default (value, options, { path }) => [{ message: path.join('/') }]`
  it.each<[string, string | undefined, string[]]>([
    [
      '$.paths[*][*].schema',
      undefined,
      ['schemas.S: paths//a/get/schema', 'schemas.S: paths//a/post/schema'],
    ],
    [
      '$.paths[*][*].schema',
      'properties.n',
      [
        'schemas.S.properties.n: paths//a/get/schema/properties/n',
        'schemas.S.properties.n: paths//a/post/schema/properties/n',
      ],
    ],
    [
      '$.paths..properties[*]',
      undefined,
      [
        'schemas.S.properties.n: paths//a/get/schema/properties/n',
        'schemas.S.properties.n: paths//a/post/schema/properties/n',
      ],
    ],
    [
      '$.paths[*].post.schema.properties',
      'absent',
      ['schemas.S.properties: paths//a/post/schema/properties/absent'],
    ],
  ])('%s, %s', async (given, field, rows) => {
    expect(await messagesOf(code, given, field)).toEqual(rows)
  })
})

describe('a function that decides by its path fails where only one way is wrong', () => {
  const test = `path.includes('post') ? [{ message: 'wrong' }] : []`
  it.each([
    `export default (value, options, context) => { const { path } = context; return ${test} }`,
    `export default (value, options, { path }) => ${test}`,
    `export default function (value, options, { path }) { return ${test} }`,
    `export default (...all) => { const { path } = all[2]; return ${test} }`,
    `export default (value, options = {}, context) => { const { path } = context; return ${test} }`,
    `export default (value, options, { path } = {}) => ${test}`,
    `export default (value, options, context = {}) => { const { path } = context; return ${test} }`,
    `export default function () { const { path } = arguments[2]; return ${test} }`,
    `export default function own(value) { const [, , { path }] = arguments; return ${test} }`,
    `export default async (value, options, { path }) => ${test}`,
    `export default ({ own(value, options, { path }) { return ${test} } }).own`,
    `export default (function (a, b, { path }) { return ${test} }).bind(null)`,
    `export default ((value, options = { a: [1] }, ...[{ path }]) => ${test})`,
    `export default new Proxy((value, options, { path }) => ${test}, {})`,
    `import { createRulesetFunction } from '@stoplight/spectral-core'
     export default createRulesetFunction({ input: null, options: null }, (value, options, { path }) => ${test})`,
    `const { createRulesetFunction } = require('@stoplight/spectral-core')
     module.exports = createRulesetFunction({}, function (value, options, context) { const { path } = context; return ${test} })`,
  ])('%s', async (code) => {
    expect(await messagesOf(code, '$.paths[*][*].schema')).toEqual(['schemas.S: wrong'])
  })
})

it('asks once about a shared node where the path cannot matter', async () => {
  const code = `let calls = 0; export default (value, options) => [{ message: String(++calls) }]`
  expect(await messagesOf(code, '$.paths[*][*].schema')).toEqual(['schemas.S: 1'])
})

it('asks once about a shared node where the path did not matter', async () => {
  const code = `let calls = 0; export default (value, options, { rule }) => { calls++; return calls < 3 ? [] : [{ message: 'asked' }] }`
  expect(await messagesOf(code, '$.paths[*][*].schema.properties')).toEqual([])
})
