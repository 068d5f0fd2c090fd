import { describe, expect, it } from 'vitest'
import { optionProblems, runFunction } from './run-function.ts'

describe('enumeration', () => {
  const options = { values: ['a', 1, null, false] }
  it.each(['a', 1, null, false])('accepts %j', (target) =>
    expect(runFunction('enumeration', target, options)).toEqual([]),
  )
  it.each([undefined, {}, ['a']])('does not look at %j', (target) =>
    expect(runFunction('enumeration', target, options)).toEqual([]),
  )
  it.each(['b', '1', 0, true])('refuses %j', (target) =>
    expect(runFunction('enumeration', target, options)).toHaveLength(1),
  )
  it('names the target and the values', () =>
    expect(runFunction('enumeration', 'b', options)).toEqual([
      { message: '`title` must be one of `a`, 1, null, false, but is `b`' },
    ]))
  it.each([undefined, {}, { values: 'a' }, { values: [{}] }, { values: [], extra: 1 }])(
    'refuses the options %j',
    (wrong) => expect(optionProblems('enumeration', wrong)).not.toEqual([]),
  )
})

describe('length', () => {
  it.each([
    ['ab', { min: 2, max: 2 }],
    [[1, 2], { min: 2 }],
    [{ a: 1 }, { max: 1 }],
    [7, { min: 5, max: 10 }],
    ['', { min: 0 }],
    [null, { min: 5 }],
    [true, { min: 5 }],
    [undefined, { min: 5 }],
  ])('accepts %j for %j', (target, options) => expect(runFunction('length', target, options)).toEqual([]))
  it.each([
    ['a', { min: 2 }, '`title` must have at least 2 characters, but has 1'],
    [[1, 2, 3], { max: 2 }, '`title` must have at most 2 items, but has 3'],
    [{}, { min: 1 }, '`title` must have at least 1 key, but has 0'],
    [11, { max: 10 }, '`title` must be at most 10, but is 11'],
  ])('refuses %j for %j', (target, options, message) =>
    expect(runFunction('length', target, options)).toEqual([{ message }]),
  )
  it('reports both bounds when both fail', () =>
    expect(runFunction('length', 5, { min: 6, max: 4 })).toHaveLength(2))
  it.each([undefined, {}, { min: '1' }, { minimum: 1 }])('refuses the options %j', (wrong) =>
    expect(optionProblems('length', wrong)).not.toEqual([]),
  )
})

describe('pattern', () => {
  it.each([
    ['abc', { match: '^[a-z]+$' }],
    ['xABCx', { match: '/abc/i' }],
    ['abc', { notMatch: '\\d' }],
    ['abc', { match: 'b', notMatch: '^b' }],
    ['a/b', { match: '/' }],
    ['xABCx', { match: '(?i)abc' }],
    ['ABC', { match: '/(?i)abc/i' }],
    [3, { match: '^a' }],
    [undefined, { match: '^a' }],
    [['b'], { match: '^a' }],
  ])('accepts %j for %j', (target, options) => expect(runFunction('pattern', target, options)).toEqual([]))
  it.each([
    ['Abc', { match: '^[a-z]+$' }, '`title` must match ^[a-z]+$, but is `Abc`'],
    ['', { match: '.' }, '`title` must match ., but is an empty string'],
    ['a1', { notMatch: '/\\d/' }, '`title` must not match /\\d/, but is `a1`'],
  ])('refuses %j for %j', (target, options, message) =>
    expect(runFunction('pattern', target, options)).toEqual([{ message }]),
  )
  it('gives the same answer each time, whatever the flags', () => {
    for (let turn = 0; turn < 3; turn++) expect(runFunction('pattern', 'aa', { match: '/a/gy' })).toEqual([])
  })
  it.each([
    [undefined, 'expected object'],
    [{}, 'needs "match", "notMatch" or both'],
    [{ match: '(' }, 'match Invalid regular expression'],
    [{ match: '/a/z' }, 'match Invalid flags'],
    [{ notMatch: 3 }, 'notMatch Invalid input'],
    [{ match: 'a', mtach: 'b' }, 'Unrecognized key: "mtach"'],
  ])('refuses the options %j', (wrong, problem) =>
    expect(optionProblems('pattern', wrong)[0]).toContain(problem),
  )
})
