import { describe, expect, it } from 'vitest'
import { createApiSource } from '../../../src/check/base/compare-versions.ts'
import { compareApis } from '../../../src/check/breaking/compare-apis.ts'
import { parseDocument } from '../../../src/core/document/document.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'
import { today } from './changes-between.ts'

type Files = Readonly<Record<string, string>>

async function read(files: Files) {
  const document = parseDocument(files['api.yaml'] ?? '', 'yaml')
  const readFile = async (name: string) => ({ name, text: files[name] ?? '' })
  return createApiSource(document, await readReferencedFiles(document, 'api.yaml', readFile))
}

async function tell(before: Files, after: Files): Promise<readonly string[]> {
  const terms = { today, listsAll: true }
  const { breaking, changes } = compareApis(await read(before), await read(after), terms)
  return [
    ...breaking.map(({ rule }) => rule.replace('breaking-', '')),
    ...changes.map(({ kind, message }) => `${kind}: ${message}`),
  ]
}

const main = (use: 'request' | 'response', schema: string, schemas = '{}') => {
  const content = `{description: d, content: {application/json: {schema: ${schema}}}}`
  const operation =
    use === 'request' ? `requestBody: ${content}, responses: {}` : `responses: {'200': ${content}}`
  return `openapi: 3.1.0\npaths: {/a: {post: {${operation}}}}\ncomponents: {schemas: ${schemas}}\n`
}
const join = (...refs: readonly string[]) => `{allOf: [${refs.map((ref) => `{$ref: '${ref}'}`).join(', ')}]}`

describe('what two files say in the same words is not the same', () => {
  const order = ['ca.yaml#/S', 'cb.yaml#/S']
  const files = (a: string, b: string, use: 'request' | 'response' = 'request', refs = order): Files => ({
    'api.yaml': main(use, join(...refs)),
    'ca.yaml': a,
    'cb.yaml': b,
  })
  const condition = (names: string, form = "{if: {$ref: '#/I'}, then: {$ref: '#/T'}}") =>
    `S: ${form}\nI: {required: [k]}\nT: {required: [${names}]}\n`
  const excluded = (names: string) => condition(names, "{not: {$ref: '#/T'}}")
  const choice = (x: string, name = 'x', keyword = 'oneOf') =>
    `S: {${keyword}: [{$ref: '#/X'}, {$ref: '#/Y'}]}\nX: {type: object, required: [k, ${name}], properties: {k: {const: x}}, ${x}}\nY: {type: object, required: [k, ${name}], properties: {k: {const: y}}}\n`
  const [plain, described, limited] = [
    'minProperties: 1',
    'minProperties: 1, description: d',
    'minProperties: 9',
  ]

  it.each<[what: string, before: Files, after: Files, told: unknown]>([
    ...[order, order.toReversed()].flatMap((refs): [string, Files, Files, unknown][] => [
      [
        'then, in the first',
        files(condition('x'), condition('y')),
        files(condition('x, z'), condition('y'), 'request', refs),
        ['request-property-added'],
      ],
      [
        'then, in the second',
        files(condition('x'), condition('y')),
        files(condition('x'), condition('y, z'), 'request', refs),
        ['request-property-added'],
      ],
      [
        'then, in none',
        files(condition('x'), condition('y')),
        files(condition('x'), condition('y'), 'request', refs),
        [],
      ],
      [
        'not, in the first',
        files(excluded('x, z'), excluded('y')),
        files(excluded('x'), excluded('y'), 'request', refs),
        ['request-constraint-changed'],
      ],
      [
        'not, in the second',
        files(excluded('x'), excluded('y, z')),
        files(excluded('x'), excluded('y'), 'request', refs),
        ['request-constraint-changed'],
      ],
      [
        'oneOf, in the first',
        files(choice(plain), choice(plain, 'z')),
        files(choice(limited), choice(plain, 'z'), 'request', refs),
        expect.arrayContaining(['request-limit-tightened']),
      ],
      [
        'oneOf, a text of the second',
        files(choice(plain), choice(plain, 'z')),
        files(choice(plain), choice(described, 'z'), 'request', refs),
        ['changed: an alternative that is an object: description changed'],
      ],
      [
        'anyOf, a text of the first',
        files(choice(plain, 'x', 'anyOf'), choice(plain, 'z', 'anyOf'), 'response'),
        files(choice(described, 'x', 'anyOf'), choice(plain, 'z', 'anyOf'), 'response', refs),
        ['changed: an alternative that is an object: description changed'],
      ],
    ]),
  ])('%s', async (_what, before, after, told) => {
    expect(await tell(before, after)).toEqual(told)
  })
})

describe('what is written twice', () => {
  const count = 12
  const names = Array.from({ length: count }, (_, index) => `X${index}`)
  const list = (all: readonly string[]) =>
    `{oneOf: [${all.map((name) => `{$ref: '#/components/schemas/${name}'}`).join(', ')}]}`
  const schemas = (a: string, b: string, text = 'a') =>
    `{A: ${a}, B: ${b}, ${names.map((name) => `${name}: {type: object, required: [k], properties: {k: {const: ${name}}}, description: ${name === 'X0' ? text : 'd'}}`).join(', ')}}`
  const [all, fewer] = [list(names), list(names.slice(1))]
  const form = `a oneOf of ${names.map((name) => `\`${name}\``).join(', ')}`
  const both = join('#/components/schemas/A', '#/components/schemas/B')
  const one = join('#/components/schemas/A')

  it.each<
    [
      what: string,
      use: 'request' | 'response',
      before: [string, string],
      after: [string, string],
      told: unknown,
    ]
  >([
    [
      'and of which a text changes',
      'request',
      [both, schemas(all, all)],
      [both, schemas(all, all, 'b')],
      ['changed: description changed'],
    ],
    [
      'and of which a text changes, in a response',
      'response',
      [both, schemas(all, all)],
      [both, schemas(all, all, 'b')],
      ['changed: description changed'],
    ],
    [
      'and loses an alternative once',
      'request',
      [both, schemas(all, all)],
      [both, schemas(all, fewer)],
      ['request-alternative-removed'],
    ],
    [
      'and has another alternative once',
      'request',
      [both, schemas(all, fewer)],
      [both, schemas(all, all)],
      ['added: `X0` was added to oneOf'],
    ],
    [
      'and is written once',
      'response',
      [both, schemas(all, all)],
      [one, schemas(all, all)],
      [`changed: the response 200: is no longer ${form}`],
    ],
    [
      'and was written once',
      'request',
      [one, schemas(all, all)],
      [both, schemas(all, all)],
      [`changed: the request body: is now ${form}`],
    ],
  ])('%s (%s)', async (_what, use, before, after, told) => {
    const [base, head] = [before, after].map((texts) => ({ 'api.yaml': main(use, ...texts) }))
    expect(await tell(base ?? {}, head ?? {})).toEqual(told)
  })
})

describe('one list under two keywords', () => {
  const list = (...names: readonly string[]) =>
    `[${names.map((name) => `{$ref: '#/components/schemas/${name}'}`).join(', ')}]`
  const schemas = (w: string, a = 'minProperties: 1') =>
    `{W: {${w}}, ${['A', 'B', 'C'].map((name) => `${name}: {type: object, required: [k], properties: {k: {const: ${name}}}, ${name === 'A' ? a : 'minProperties: 1'}}`).join(', ')}}`
  const [ab, abc] = [list('A', 'B'), list('A', 'B', 'C')]
  const both = `anyOf: ${ab}, oneOf: ${ab}`
  it.each<[before: string, after: string, told: unknown]>([
    [schemas(both), schemas(both, 'minProperties: 1, description: d'), ['changed: description changed']],
    [
      schemas(`oneOf: ${ab}, anyOf: ${ab}`),
      schemas(both, 'minProperties: 1, title: t'),
      ['changed: title changed'],
    ],
    [schemas(both), schemas(both, 'minProperties: 2'), expect.arrayContaining(['request-limit-tightened'])],
    [schemas(`anyOf: ${abc}`), schemas(`anyOf: ${ab}`), ['request-alternative-removed']],
  ])('%s, then %s', async (before, after, told) => {
    const [base, head] = [before, after].map((all) => ({
      'api.yaml': main('request', "{$ref: '#/components/schemas/W'}", all),
    }))
    expect(await tell(base ?? {}, head ?? {})).toEqual(told)
  })
})

describe('alternatives that are put into one', () => {
  const kinds = {
    i: '{type: integer}',
    s: '{type: string}',
    n: "{type: [string, 'null']}",
    a: '{type: string, enum: [a]}',
    P: '{type: object, properties: {p: {type: string}}}',
    Q: '{type: object, properties: {q: {type: string}}}',
  }
  const fill = (schema: string) => schema.replace(/\b[isnaPQ]\b/g, (kind) => Reflect.get(kinds, kind))
  it.each([
    ['{anyOf: [i, s, n]}', '{anyOf: [i, {oneOf: [s, n]}]}', true],
    ['{anyOf: [a, s, n]}', '{anyOf: [a, {oneOf: [s, n]}]}', true],
    ['s', '{anyOf: [a, {oneOf: [s, s]}]}', true],
    ['{anyOf: [i, P, Q]}', '{anyOf: [i, {oneOf: [P, Q]}]}', true],
    ['{anyOf: [i, s, n]}', '{anyOf: [i, {anyOf: [s, n]}]}', false],
    ['{oneOf: [i, P, Q]}', '{oneOf: [i, {oneOf: [P, Q]}]}', false],
    ['{oneOf: [i, P, Q]}', '{anyOf: [i, {anyOf: [P, Q]}]}', false],
  ])('%s to %s breaks requests: %s', async (before, after, breaks) => {
    const told = await tell(
      { 'api.yaml': main('request', fill(before)) },
      { 'api.yaml': main('request', fill(after)) },
    )
    expect(told.some((rule) => /^request-[\w-]*(?:removed|narrowed|changed)$/.test(rule))).toBe(breaks)
  })
})

describe('readOnly and writeOnly', () => {
  const schemas =
    "{S: {type: string}, RO: {type: string, readOnly: true}, W: {allOf: [{$ref: '#/components/schemas/RO'}]}}"
  const W = "{$ref: '#/components/schemas/W'}"
  const holder = (x: string) => `{type: object, required: [x], properties: {x: ${x}}}`
  const ro = '{type: string, readOnly: true}'
  const wo = '{type: string, writeOnly: true}'
  const [S, RO] = ["{$ref: '#/components/schemas/S'}", "{$ref: '#/components/schemas/RO'}"]
  it.each([
    ['request', `{oneOf: [${ro}]}`, '{type: string}', true],
    ['request', `{oneOf: [${RO}]}`, S, true],
    ['request', `{anyOf: [{allOf: [${W}]}, {allOf: [${W}], maxLength: 3}]}`, S, true],
    ['request', `{allOf: [${RO}]}`, `{oneOf: [${S}]}`, true],
    ['request', `{allOf: [{allOf: [${RO}]}]}`, '{type: string}', true],
    [
      'request',
      `{anyOf: [${ro}, {type: integer, readOnly: true}]}`,
      '{anyOf: [{type: string}, {type: integer}]}',
      true,
    ],
    ['response', '{type: string}', `{anyOf: [${wo}]}`, true],
    ['response', '{type: string}', `{allOf: [${wo}]}`, true],
    ['request', RO, `{oneOf: [${RO}]}`, false],
    ['request', RO, `{allOf: [${RO}]}`, false],
    ['request', `{oneOf: [${ro}, {type: integer}]}`, '{oneOf: [{type: string}, {type: integer}]}', false],
  ] as const)('count behind a choice, in a %s: %s to %s: %s', async (use, before, after, breaks) => {
    const told = await tell(
      { 'api.yaml': main(use, holder(before), schemas) },
      { 'api.yaml': main(use, holder(after), schemas) },
    )
    expect(told.some((rule) => /required|removed/.test(rule))).toBe(breaks)
  })
})
