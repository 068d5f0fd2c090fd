import { describe, expect, it } from 'vitest'
import { optionProblems, runFunction } from './run-function.ts'

describe('alphabetical', () => {
  it.each([
    [['a', 'b', 'c'], undefined],
    [['B', 'a'].sort((x, y) => x.localeCompare(y, 'en')), undefined],
    [[1, 2, 10], null],
    [['10', '9'], {}],
    [['a', 1], undefined],
    [[1, 'a'], undefined],
    [['b', '1'], undefined],
    [['a', ''], undefined],
    [['1', 0], undefined],
    [[1.5, 1], undefined],
    [{ a: 1, b: 2 }, undefined],
    [[{ name: 'a' }, { name: 'b' }], { keyedBy: 'name' }],
    [['only'], undefined],
    [[], undefined],
    ['cba', undefined],
    [undefined, undefined],
  ])('accepts %j with %j', (target, options) =>
    expect(runFunction('alphabetical', target, options)).toEqual([]),
  )
  it.each([
    [['b', 'a'], undefined, '`title` must be sorted, but `b` comes before `a`', ['info', 'title', 0]],
    [['a', 'c', 'b'], undefined, '`title` must be sorted, but `c` comes before `b`', ['info', 'title', 1]],
    [['9', '10'], undefined, '`title` must be sorted, but `"9"` comes before `"10"`', ['info', 'title', 0]],
    [[1, '0'], undefined, '`title` must be sorted, but 1 comes before `"0"`', ['info', 'title', 0]],
    [[10, 2], undefined, '`title` must be sorted, but 10 comes before 2', ['info', 'title', 0]],
    [{ b: 1, a: 2 }, undefined, '`title` must be sorted, but `b` comes before `a`', ['info', 'title', 'b']],
    [
      [{ name: 'b' }, { name: 'a' }],
      { keyedBy: 'name' },
      '`title` must be sorted by `name`, but `b` comes before `a`',
      undefined,
    ],
    [['a', 1, true], undefined, '`title` must have only strings or numbers as sort keys', undefined],
    [
      [{ name: 'b' }, {}],
      { keyedBy: 'name' },
      '`title` must have only strings or numbers as sort keys',
      undefined,
    ],
    [['a', 'b'], { keyedBy: 'name' }, '`title` must have only objects as items', undefined],
  ])('refuses %j with %j', (target, options, message, path) =>
    expect(runFunction('alphabetical', target, options)).toEqual([path ? { message, path } : { message }]),
  )
  it.each([{ keyedBy: 1 }, { by: 'name' }, 'name'])('refuses the options %j', (wrong) =>
    expect(optionProblems('alphabetical', wrong)).not.toEqual([]),
  )
})

describe.each([
  {
    name: 'xor',
    one: [],
    none: '`title` must have exactly one of `a`, `b`, but has none',
    two: '`title` must have exactly one of `a`, `b`, but has `a`, `b`',
  },
  { name: 'or', one: [], none: '`title` must have at least one of `a`, `b`', two: undefined },
])('$name', ({ name, none, two }) => {
  const options = { properties: ['a', 'b'] }
  it('accepts one', () => expect(runFunction(name, { a: undefined, c: 1 }, options)).toEqual([]))
  it('counts none', () => expect(runFunction(name, { c: 1 }, options)).toEqual([{ message: none }]))
  it('counts two', () =>
    expect(runFunction(name, { a: 1, b: 1 }, options)).toEqual(two ? [{ message: two }] : []))
  it('does not count what every object inherits', () =>
    expect(runFunction(name, {}, { properties: ['toString', 'constructor'] })).toHaveLength(1))
  it.each([undefined, null, 'a', ['a']])('does not look at %j', (target) =>
    expect(runFunction(name, target, options)).toEqual([]),
  )
  it.each([undefined, {}, { properties: [] }, { properties: [1, 2] }, { properties: ['a', 'b'], x: 1 }])(
    'refuses the options %j',
    (wrong) => expect(optionProblems(name, wrong)).not.toEqual([]),
  )
})

describe('typedEnum', () => {
  it.each([
    { type: 'string', enum: ['a'] },
    { type: 'integer', enum: [1, 2] },
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'string' },
    { enum: [1, 'a'] },
    { type: 'string', enum: 'a' },
    'text',
  ])('accepts %j', (target) => expect(runFunction('typedEnum', target)).toEqual([]))
  it('reports each value at its own place', () =>
    expect(runFunction('typedEnum', { type: 'integer', enum: [1, 'a', 1.5] })).toEqual([
      { message: 'Enum value `a` is not of type integer', path: ['info', 'title', 'enum', 1] },
      { message: 'Enum value 1.5 is not of type integer', path: ['info', 'title', 'enum', 2] },
    ]))
  it.each([
    ['x-nullable', { swagger: '2.0' }, 0],
    ['nullable', { swagger: '2.0' }, 1],
    ['x-nullable', { openapi: '3.0.3' }, 1],
    ['nullable', { openapi: '3.0.3' }, 0],
    ['nullable', { openapi: '3.1.0' }, 1],
  ])('knows that %s in %j leaves %i wrong', (key, root, wrong) => {
    const target = { type: 'string', [key]: true, enum: [null] }
    expect(runFunction('typedEnum', target, undefined, { root })).toHaveLength(wrong)
  })
})

describe('unreferencedReusableObject', () => {
  const root = {
    definitions: {
      Used: {},
      Deep: { properties: {} },
      'a/b': {},
      'with space': {},
      Own: { items: { $ref: '#/definitions/Own' } },
      Orphan: {},
    },
    paths: [
      { $ref: '#/definitions/Used' },
      { $ref: '#/definitions/Deep/properties/x' },
      { $ref: '#/definitions/a~1b' },
      { $ref: '#/definitions/with%20space' },
      { $ref: 'other.yaml#/definitions/Orphan' },
    ],
  }
  const options = { reusableObjectsLocation: '#/definitions' }
  const run = (target: unknown) =>
    runFunction('unreferencedReusableObject', target, options, { root, path: ['definitions'] })
  it('reports what nothing refers to', () =>
    expect(run(root.definitions)).toEqual([
      { message: '`Deep` is not used', path: ['definitions', 'Deep'] },
      { message: '`Own` is not used', path: ['definitions', 'Own'] },
      { message: '`Orphan` is not used', path: ['definitions', 'Orphan'] },
    ]))
  it('locates issues by the pointer, wherever the rule looks', () =>
    expect(
      runFunction('unreferencedReusableObject', root.definitions, options, { root, path: [] }).at(-1)?.path,
    ).toEqual(['definitions', 'Orphan']))
  it.each([undefined, null, []])('does not look at %j', (target) => expect(run(target)).toEqual([]))
  it.each([undefined, {}, { reusableObjectsLocation: 'definitions' }, { reusableObjectsLocation: '#a' }])(
    'refuses the options %j',
    (wrong) => expect(optionProblems('unreferencedReusableObject', wrong)).not.toEqual([]),
  )
})
