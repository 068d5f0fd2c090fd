import { expect, it } from 'vitest'
import { optionProblems, runFunction } from './run-function.ts'

it('reports the place inside the target', () =>
  expect(
    runFunction(
      'schema',
      { a: { b: 3 } },
      { schema: { properties: { a: { properties: { b: { type: 'string' } } } } } },
    ),
  ).toEqual([{ message: '`b` must be of type string, but is 3', path: ['info', 'title', 'a', 'b'] }]))

it('names the target itself when it is wrong as a whole', () =>
  expect(runFunction('schema', 3, { schema: { type: 'string' } })).toEqual([
    { message: '`title` must be of type string, but is 3', path: ['info', 'title'] },
  ]))

it('reports a missing target', () =>
  expect(runFunction('schema', undefined, { schema: {} }, { property: 'servers' })).toEqual([
    { message: '`servers` must exist' },
  ]))

it('stops at the first error unless all are asked for', () => {
  const schema = { required: ['a', 'b'], properties: { c: { type: 'string' } } }
  expect(runFunction('schema', { c: 1 }, { schema })).toHaveLength(1)
  expect(runFunction('schema', { c: 1 }, { schema, allErrors: true })).toHaveLength(3)
})

it('follows the references of the document, in a circle too', () => {
  const node: Record<string, unknown> = { name: 3 }
  const reference = { $ref: '#/node' }
  node.next = reference
  const deref = (value: unknown) => (value === reference ? node : value)
  const schema = { type: 'object', properties: { next: { $ref: '#' }, name: { type: 'string' } } }
  expect(runFunction('schema', reference, { schema, allErrors: true }, { deref })).toEqual([
    { message: '`name` must be of type string, but is 3', path: ['info', 'title', 'name'] },
  ])
})

it.each([
  [undefined, 'expected object'],
  [{}, 'schema must be a mapping'],
  [{ schema: null }, 'schema must be a mapping'],
  [{ schema: {}, dialect: 'draft5' }, 'dialect Invalid option'],
  [{ schema: {}, allErrors: null }, 'allErrors Invalid input'],
  [{ schema: {}, oasVersion: 1 }, 'Unrecognized key: "oasVersion"'],
  [
    { schema: { properties: { a: { type: 'strin' } } } },
    'schema properties a type "type" "strin" is not a type',
  ],
  [
    { schema: { $schema: 'https://example.org/mine' } },
    'schema $schema "https://example.org/mine" is not a supported dialect',
  ],
])('refuses the options %j', (options, problem) =>
  expect(optionProblems('schema', options)[0]).toContain(problem),
)
