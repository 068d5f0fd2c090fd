import { describe, expect, it } from 'vitest'
import { optionProblems, runFunction } from './run-function.ts'

const table = {
  flat: { holds: ['foo', 'foo1'], fails: ['fooBar', 'Foo', 'foo-bar', '1foo', 'foo bar'] },
  camel: {
    holds: ['foo', 'fooBar', 'fooBarB', 'foo1Bar', 'foo1'],
    fails: ['FooBar', 'fooBAR', 'foo-bar', '1foo', 'foo_bar'],
  },
  pascal: {
    holds: ['Foo', 'FooBar', 'FooB', 'AB', 'A', 'Foo1Bar'],
    fails: ['fooBar', 'ABC', 'FOO', 'Foo-Bar', '1Foo'],
  },
  kebab: {
    holds: ['foo', 'foo-bar', 'foo-1', 'f1-b2'],
    fails: ['fooBar', 'foo--bar', '-foo', 'foo-', 'Foo-bar', '1-foo'],
  },
  cobol: { holds: ['FOO', 'FOO-BAR', 'F1-2B'], fails: ['Foo', 'FOO--BAR', '-FOO', 'FOO-', '1-FOO'] },
  snake: { holds: ['foo', 'foo_bar', 'foo_1'], fails: ['fooBar', 'foo__bar', '_foo', 'foo_', '1_foo'] },
  macro: { holds: ['FOO', 'FOO_BAR', 'FOO_1'], fails: ['Foo', 'FOO__BAR', '_FOO', 'FOO_', '1_FOO'] },
}

describe.each(Object.entries(table))('%s', (type, { holds, fails }) => {
  it.each(holds)('accepts %s', (target) => expect(runFunction('casing', target, { type })).toEqual([]))
  it.each(fails)('refuses %s', (target) =>
    expect(runFunction('casing', target, { type })).toEqual([
      { message: `\`title\` must be ${type} case, but is \`${target}\`` },
    ]),
  )
})

it.each([
  ['camel', 'foo1'],
  ['pascal', 'Foo1'],
  ['kebab', 'foo-1'],
  ['macro', 'FOO_1'],
])('%s refuses the digits of %s when they are disallowed', (type, target) => {
  expect(runFunction('casing', target, { type })).toEqual([])
  expect(runFunction('casing', target, { type, disallowDigits: true })).toHaveLength(1)
})

it.each([
  ['pascal', { char: '-' }, ['X-YourMighty-Header', 'X'], ['-X', 'X-', 'X--Y', 'x-Y']],
  [
    'camel',
    { char: '/', allowLeading: true },
    ['/path/toThe/resource', 'path', '/'],
    ['//path', '/path/', '/Path', '/pathB/c'],
  ],
  ['flat', { char: '/', allowLeading: false }, ['a/b'], ['/a/b']],
  ['kebab', { char: '-' }, ['a-b-1'], ['a--b', '1-a']],
  ['snake', { char: '_', allowLeading: true }, ['_a_b', 'a_b', '_'], ['__a', 'a__b']],
  ['camel', { char: '' }, ['aB'], ['a-b', 'AB']],
  ['kebab', { char: '.' }, ['a-b.c-d'], ['a.-b', 'a.1']],
])('%s with the separator %j', (type, separator, holds, fails) => {
  for (const target of holds) expect(runFunction('casing', target, { type, separator }), target).toEqual([])
  for (const target of fails)
    expect(runFunction('casing', target, { type, separator }), target).toHaveLength(1)
})

it.each([undefined, null, 1, true, '', [], {}])('does not look at %j', (target) =>
  expect(runFunction('casing', target, { type: 'flat' })).toEqual([]),
)

it('is not slowed down by a hostile name', () => {
  const name = `a${'1'.repeat(5_000)}!`
  for (const type of Object.keys(table)) runFunction('casing', name, { type, separator: { char: '-' } })
  expect(runFunction('casing', name, { type: 'camel' })).toHaveLength(1)
})

it.each([
  [undefined, 'Invalid input: expected object, received undefined'],
  [{}, 'type Invalid option'],
  [{ type: 'train' }, 'type Invalid option'],
  [{ type: 'camel', separator: { char: '--' } }, 'separator char must be one character'],
  [{ type: 'camel', separator: {} }, 'separator char Invalid input: expected string, received undefined'],
  [{ type: 'camel', digits: false }, 'Unrecognized key: "digits"'],
])('refuses the options %j', (options, problem) =>
  expect(optionProblems('casing', options)[0]).toContain(problem),
)
