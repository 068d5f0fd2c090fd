import { expect, it } from 'vitest'
import { pairKnownIssues } from '../../../src/check/base/compare-issues.ts'
import { createView } from '../../../src/check/base/definition-view.ts'
import type { Issue } from '../../../src/core/model/issue.ts'

function issueAt(path: string, message = 'no description', rule_id = 'r'): Issue {
  return {
    _id: path,
    api_id: 'a',
    ruleset_id: 'rs',
    rule_id,
    message,
    severity: 'error',
    path,
    file: 'a.yaml',
  }
}

const param = (name: string, rest = {}) => ({ name, in: 'query', ...rest })
const list = (...items: unknown[]) => ({ p: items })
const fault = { type: 'object', title: 'faulty' }
const schemas = (all: object, use?: unknown) => ({ components: { schemas: all }, paths: { use } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** One issue for each of `was` and `is`; the paths of `is` that are known. */
it.each<
  [
    what: string,
    before: unknown,
    was: readonly string[],
    after: unknown,
    is: readonly string[],
    known: readonly string[],
  ]
>([
  ['the same place', { a: 1 }, ['a'], { a: 2 }, ['a'], ['a']],
  ['another place, same message', { a: 1, b: 1 }, ['a'], { a: 1, b: 1 }, ['b'], []],
  ['one of two at one place', { a: 1 }, ['a'], { a: 1 }, ['a', 'a'], ['a']],
  ['an item that moved down', list(param('x')), ['p.0'], list(param('y'), param('x')), ['p.1'], ['p.1']],
  [
    'an item at the index of a fixed one',
    list(param('x')),
    ['p.0'],
    list(param('y'), param('x')),
    ['p.0'],
    [],
  ],
  ['an item that replaces another', list(param('x')), ['p.0'], list(param('y')), ['p.0'], []],
  [
    'an item of the same name elsewhere',
    list(param('x')),
    ['p.0'],
    list({ ...param('x'), in: 'path' }),
    ['p.0'],
    [],
  ],
  ['a changed item without a name', list({ type: 'a' }), ['p.0'], list({ type: 'b' }), ['p.0'], ['p.0']],
  [
    'a new item before one without a name',
    list({ a: 1 }),
    ['p.0'],
    list({ b: 1 }, { a: 1 }),
    ['p.1'],
    ['p.1'],
  ],
  ['a new item like none', list({ a: 1 }), ['p.0'], list({ b: 1 }, { a: 1 }), ['p.0'], []],
  [
    'a fixed item beside a new one like it was',
    list({ title: 'A', type: 'array' }),
    ['p.0'],
    list({ title: 'A', type: 'array', items: {} }, { title: 'NEW', type: 'array' }),
    ['p.1'],
    [],
  ],
  [
    'a fixed item, unnamed, beside a new one like it was',
    list({ type: 'array' }),
    ['p.0'],
    list({ type: 'array', items: {} }, { type: 'array', description: 'new' }),
    ['p.1'],
    [],
  ],
  [
    'an item that has the issue of another now',
    list({ title: 'A', type: 'array' }, { title: 'B', type: 'array', items: {} }),
    ['p.0'],
    list({ title: 'A', type: 'array', items: {} }, { title: 'B', type: 'array' }),
    ['p.1'],
    [],
  ],
  [
    'a new item behind others in place of a removed one',
    list({ type: 'array' }, { type: 'string' }),
    ['p.0'],
    list({ type: 'string' }, { type: 'array', description: 'new' }),
    ['p.1'],
    [],
  ],
  [
    'a new requirement without a scheme',
    list({ key: [] }, { oauth: [] }),
    ['p.0'],
    list({ oauth: [] }, {}),
    ['p.1'],
    [],
  ],
  [
    'an item that keeps no key',
    list({ key: [] }, { oauth: [] }),
    ['p.0'],
    list({}, { oauth: [] }),
    ['p.0'],
    [],
  ],
  ['another title', list({ title: 'A', a: 1 }), ['p.0'], list({ title: 'B', a: 1 }), ['p.0'], []],
  ['another constant', list({ const: 1, title: 'A' }), ['p.0'], list({ const: 2, title: 'A' }), ['p.0'], []],
  [
    'another reference',
    schemas({ F: { a: 1 }, G: { a: 2 } }, [ref('F')]),
    ['paths.use.0.$ref'],
    schemas({ F: { a: 1 }, G: { a: 2 } }, [ref('G')]),
    ['paths.use.0.$ref'],
    [],
  ],
  ['a named item that became unnamed', list({ title: 'A', a: 1 }), ['p.0'], list({ a: 1 }), ['p.0'], []],
  ['an item that got a title', list({ a: 1 }), ['p.0'], list({ a: 1, title: 'A' }), ['p.0'], ['p.0']],
  [
    'changed items with titles in another order',
    list({ title: 'A', a: 1 }, { title: 'B', a: 1 }),
    ['p.0'],
    list({ title: 'B', a: 2 }, { title: 'A', a: 2 }),
    ['p.1'],
    ['p.1'],
  ],
  [
    'changed items between the same neighbours',
    list('x', { a: 1 }, { a: 2 }, 'y'),
    ['p.1', 'p.2'],
    list('x', { a: 3 }, { a: 4 }, 'y', 'z'),
    ['p.1', 'p.2'],
    ['p.1', 'p.2'],
  ],
  ['a changed item that has moved', list({ a: 1 }, { a: 2 }), ['p.0'], list({ a: 2 }, { a: 3 }), ['p.1'], []],
  [
    'one of two equal items removed',
    list({ a: 1 }, { a: 1 }),
    ['p.0', 'p.1'],
    list({ a: 1 }),
    ['p.0'],
    ['p.0'],
  ],
  [
    'a changed one of two with the same title',
    list({ title: 'A', a: 1 }),
    ['p.0'],
    list({ title: 'A', a: 2 }, { title: 'A', a: 3 }),
    ['p.1'],
    [],
  ],
  [
    'a reference with other members, beside one like it was',
    schemas({ F: fault }, [{ ...ref('F'), summary: 'A' }]),
    ['paths.use.0.summary'],
    schemas({ F: fault }, [
      { ...ref('F'), summary: 'B' },
      { ...ref('F'), summary: 'A', a: 1 },
    ]),
    ['paths.use.0.summary'],
    [],
  ],
  [
    'an item that became a component, between others',
    schemas({}, ['x', { ...fault, a: 1 }, 'y']),
    ['paths.use.1.a'],
    schemas({ F: { a: 1, ...fault } }, ['y', ref('F')]),
    ['components.schemas.F.a'],
    ['components.schemas.F.a'],
  ],
  ['a value that moved', list('x', 'y'), ['p.1'], list('y', 'x'), ['p.0'], ['p.0']],
  ['another value at its index', list('x', 'y'), ['p.1'], list('x', 'z'), ['p.1'], []],
  [
    'a schema that became a component',
    schemas({}, fault),
    ['paths.use.title'],
    schemas({ F: fault }, ref('F')),
    ['components.schemas.F.title'],
    ['components.schemas.F.title'],
  ],
  [
    'a new component with an equal fault',
    schemas({}, fault),
    ['paths.use.title'],
    schemas({ F: fault }, fault),
    ['paths.use.title', 'components.schemas.F.title'],
    ['paths.use.title'],
  ],
  [
    'a component under another name',
    schemas({ F: fault }, ref('F')),
    ['components.schemas.F.title'],
    schemas({ G: fault }, ref('G')),
    ['components.schemas.G.title'],
    ['components.schemas.G.title'],
  ],
  [
    'a component that nothing referred to, renamed',
    schemas({ F: fault }),
    ['components.schemas.F.title'],
    schemas({ G: fault }),
    ['components.schemas.G.title'],
    [],
  ],
  [
    'a component that went back to where it is used',
    schemas({ F: fault }, ref('F')),
    ['components.schemas.F.title'],
    schemas({}, fault),
    ['paths.use.title'],
    ['paths.use.title'],
  ],
  [
    'a missing key of a component',
    schemas({}, fault),
    ['paths.use.x'],
    schemas({ F: fault }, ref('F')),
    ['components.schemas.F.x'],
    ['components.schemas.F.x'],
  ],
  [
    'a cycle',
    schemas({ F: { p: ref('F') } }, ref('F')),
    ['components.schemas.F.q'],
    schemas({ G: { p: ref('G') } }),
    ['components.schemas.G.q'],
    [],
  ],
])('%s', async (_, before, was, after, is, known) => {
  const head = { file: 'a.yaml', issues: is.map((path) => issueAt(path)) }
  const base = { file: 'a.yaml', issues: was.map((path) => issueAt(path)) }
  const views = async () => ({ oldView: createView(before), newView: createView(after) })
  expect((await pairKnownIssues(head, base, views)).map(([{ path }]) => path)).toEqual(known)
})

it.each([
  ['another rule', issueAt('a', 'no description', 's')],
  ['another message', issueAt('a', 'no title')],
  ['a place that is not known', { ...issueAt('a'), ambiguous: true as const }],
])('is new: %s', async (_, issue) => {
  const view = createView({ a: 1 })
  const views = async () => ({ oldView: view, newView: view })
  const base = { file: 'a.yaml', issues: [issueAt('a')] }
  expect(await pairKnownIssues({ file: 'a.yaml', issues: [issue] }, base, views)).toEqual([])
})

it('takes the place in the message for what it is', async () => {
  const [before, after] = [list('x', 'y'), list('y', 'x')]
  const views = async () => ({ oldView: createView(before), newView: createView(after) })
  const base = { file: 'a.yaml', issues: [issueAt('p.1', '"1" at p.1 is bad')] }
  const head = { file: 'a.yaml', issues: [issueAt('p.0', '"0" at p.0 is bad')] }
  expect((await pairKnownIssues(head, base, views)).map(([issue]) => issue)).toEqual(head.issues)
})
