import { describe, expect, it } from 'vitest'
import { optionProblems, runFunction } from './run-function.ts'

const empty: unknown[] = [undefined, null, false, 0, '']
const full: unknown[] = [true, 1, 'text', [], {}]

describe.each([
  { name: 'truthy', holds: full, fails: empty },
  { name: 'falsy', holds: empty, fails: full },
  { name: 'defined', holds: [...full, null, false, 0, ''], fails: [undefined] },
  { name: 'undefined', holds: [undefined], fails: [...full, null, false, 0, ''] },
])('$name', ({ name, holds, fails }) => {
  it.each(holds)('accepts %j', (target) => expect(runFunction(name, target)).toEqual([]))
  it.each(fails)('refuses %j', (target) => expect(runFunction(name, target)).toHaveLength(1))
  it.each([undefined, null, {}])('takes %j as no options', (options) =>
    expect(optionProblems(name, options)).toEqual([]),
  )
  it('takes no options', () => expect(optionProblems(name, { min: 1 })).not.toEqual([]))
})

it.each([
  ['truthy', undefined, '`title` must be truthy, but is missing'],
  ['truthy', '', '`title` must be truthy, but is an empty string'],
  ['falsy', 'x', '`title` must be falsy, but is `x`'],
  ['defined', undefined, '`title` must be defined'],
  ['undefined', null, '`title` must not be defined'],
])('%s says of %j: %s', (name, target, message) => expect(runFunction(name, target)).toEqual([{ message }]))

it.each([
  [{ path: [] }, 'Document must be truthy, but is null'],
  [{ path: ['tags', 2] }, 'Item 2 must be truthy, but is null'],
  [{ path: ['info'], property: 'contact' }, '`contact` must be truthy, but is null'],
])('names the target of %j', (context, message) =>
  expect(runFunction('truthy', null, undefined, context)).toEqual([{ message }]),
)
