import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import type { Path } from '../../../src/core/model/location.ts'
import { createRefs } from '../../../src/engine/openapi/resolved-view.ts'
import { resolved, selectAll, walkAll } from '../find-matches.ts'

const document = {
  paths: { '/a b': { $ref: '#/items/1' }, '/c~d': { $ref: '#/chain' } },
  items: [0, { name: 'one' }],
  chain: { $ref: '#/escaped/a~1b%20~0c' },
  escaped: { 'a/b ~c': { name: 'two' } },
  through: { $ref: '#/paths/~1a%20b/name' },
  dangling: { $ref: '#/nope/name' },
  outside: { $ref: 'other.yaml#/a' },
  self: { $ref: '#/self' },
  ping: { $ref: '#/pong' },
  pong: { $ref: '#/ping' },
  data: { $ref: { type: 'string' } },
  bad: { $ref: '#/%zz' },
  inherited: { $ref: '#/toString' },
  beside: { $ref: '#/items/1', name: 'mine', more: 1 },
}

describe('a reference', () => {
  const refs = createRefs(document)
  it.each<[keyof typeof document | string, unknown, Path | undefined]>([
    ['chain', { name: 'two' }, ['escaped', 'a/b ~c']],
    ['through', 'one', ['items', 1, 'name']],
    ['beside', { name: 'one' }, ['items', 1]],
    ['dangling', undefined, undefined],
    ['outside', undefined, undefined],
    ['self', undefined, undefined],
    ['ping', undefined, undefined],
    ['data', undefined, undefined],
    ['bad', undefined, undefined],
    ['inherited', undefined, undefined],
    ['items', undefined, undefined],
  ])('at %s leads to %j at %j', (key, value, path) => {
    const target = refs.resolve(Reflect.get(document, key))
    expect(target?.value).toEqual(value)
    expect(target?.path).toEqual(path)
  })

  it.each<[Path, Path, Path]>([
    [['paths', '/a b'], ['items', 1], []],
    [['paths', '/a b', 'name'], ['items', 1, 'name'], []],
    [
      ['paths', '/a b', 'nope', 'x'],
      ['items', 1],
      ['nope', 'x'],
    ],
    [['paths', '/c~d', 'name'], ['escaped', 'a/b ~c', 'name'], []],
    [['items', '1', 'name'], ['items', 1, 'name'], []],
    [['items', 7], ['items'], [7]],
    [['dangling', 'x'], ['dangling'], ['x']],
    [['beside'], ['beside'], []],
    [['beside', 'name'], ['beside', 'name'], []],
    [['beside', 'other'], ['beside'], ['other']],
    [[], [], []],
  ])('puts %j at %j without %j', (path, found, missing) => {
    expect(refs.source(path, true)).toEqual({ found, missing })
  })
})

describe('a path that went through a reference before', () => {
  const refs = createRefs(document)
  it.each<[Path, Path]>([
    [['beside'], ['items', 1]],
    [
      ['beside', 'name'],
      ['items', 1, 'name'],
    ],
    [
      ['beside', 'more'],
      ['items', 1],
    ],
  ])('goes on through %j to %j', (path, found) => {
    expect(refs.source(path, false).found).toEqual(found)
  })
})

describe('a cycle of references', () => {
  const schemas = {
    entry: { $ref: '#/defs/Node' },
    defs: {
      Node: {
        type: 'object',
        properties: { next: { $ref: '#/defs/Node' }, other: { $ref: '#/defs/Other' } },
      },
      Other: { properties: { back: { $ref: '#/defs/Node' }, leaf: { $ref: '#/defs/Leaf' } } },
      Leaf: { type: 'string' },
    },
  }
  const refs = createRefs(schemas)

  it.each<[string, object, boolean]>([
    ['into it', schemas.entry, true],
    ['to itself', schemas.defs.Node.properties.next, false],
    ['on', schemas.defs.Node.properties.other, false],
    ['back', schemas.defs.Other.properties.back, false],
    ['out of it', schemas.defs.Other.properties.leaf, true],
  ])('lets the reference %s be seen through: %s', (_name, reference, isSeenThrough) => {
    expect(refs.resolve(reference) !== undefined).toBe(isSeenThrough)
    expect(refs.deref(reference)).not.toBe(reference)
  })

  it('ends, and is found where it is written', () => {
    expect(walkAll(['$..type', '$..properties.*~', '$.entry..leaf.type'], schemas, refs)).toEqual([
      ['defs|Node|type = "object"', 'defs|Leaf|type = "string"'],
      [
        'defs|Node|properties|next = "next"',
        'defs|Node|properties|other = "other"',
        'defs|Other|properties|back = "back"',
        'defs|Leaf = "leaf"',
      ],
      [],
    ])
  })
})

describe('a shared target', () => {
  const shared = { type: 'string', deep: { x: 1 } }
  const root = {
    a: { $ref: '#/defs/S' },
    b: { $ref: '#/defs/S', note: 'mine' },
    c: [{ $ref: '#/defs/S' }],
    defs: { S: shared },
  }

  it.each<[string, readonly string[]]>([
    ['$..x', ['defs|S|deep|x = 1']],
    ['$.a.deep.x', ['defs|S|deep|x = 1']],
    ['$.c[*].type', ['defs|S|type = "string"']],
    ['$[a,c]~', ['defs|S = "a"', 'c = "c"']],
    ["$..[?(@.type == 'string')]~", ['defs|S = "a"', 'b = "b"', 'defs|S = 0', 'defs|S = "S"']],
    ["$..[?(@.type == 'string')]", [`defs|S = ${JSON.stringify(shared)}`, `b = ${JSON.stringify(shared)}`]],
    ['$.c[?(@.deep.x == 1)].deep.x', ['defs|S|deep|x = 1']],
    ['$..deep^', [`defs|S = ${JSON.stringify(shared)}`]],
    ["$..[?(@parentProperty == 'a' && @ == 'string')]", ['defs|S|type = "string"']],
    ["$..[?(@parentProperty == 'S' && @ == 'string')]", ['defs|S|type = "string"']],
  ])('is found by %s at %j', (query, expected) => {
    const [found = []] = walkAll([query], root, resolved(root))
    expect([...new Set(found)].toSorted()).toEqual(expected.toSorted())
  })

  it('is seen by a query that goes its own way along every route', () => {
    expect(selectAll("$..[?(@path == \"$['c'][0]['type']\")]", root, resolved(root))).toEqual([
      'defs|S|type = "string"',
    ])
  })
})

describe('documents that would never end', () => {
  it('are walked in the time of their own size', () => {
    const levels = Array.from({ length: 40 }, (_, level) => [
      `L${level}`,
      { a: { $ref: `#/L${level + 1}` }, b: { $ref: `#/L${level + 1}` } },
    ])
    const root = Object.fromEntries([...levels, ['L40', { leaf: true }]])
    expect(walkAll(['$..leaf'], root, resolved(root))).toEqual([['L40|leaf = true']])
    expect(() => selectAll('$..leaf', root, resolved(root))).toThrow(/too many references/)
  })

  it('may be ten thousand levels deep', () => {
    const depth = 10_000
    const { value } = parseDocument(`${'{"a":'.repeat(depth)}{"end":1}${'}'.repeat(depth)}`, 'json')
    const [found = []] = walkAll(['$..end'], value, resolved(value))
    expect(found).toEqual([`${'a|'.repeat(depth)}end = 1`])
    expect(selectAll('$..end', value)).toEqual(found)
  })
})
