import { describe, expect, it } from 'vitest'
import { findFileReference, findNamedFiles } from '../../src/engine/file-reference.ts'

const loop: Record<string, unknown> = {}
loop.self = loop

describe('the first reference to a file', () => {
  it.each([
    ['none', { a: { $ref: '#/b' }, b: {} }, undefined],
    [
      'the first in reading order',
      { a: [{}, { $ref: 'x.yaml#/q' }], b: { $ref: 'y.yaml' } },
      ['x.yaml', 'a.1'],
    ],
    ['at the top', { $ref: './x.yaml' }, ['./x.yaml', '']],
    [
      'no URL',
      { a: { $ref: 'https://x.example.com/s.yaml#/a' }, b: { $ref: '//x.example.com/s' } },
      undefined,
    ],
    ['no property that is called $ref', { properties: { $ref: { type: 'string' } } }, undefined],
    ['in what goes round', { loop, z: { $ref: '../x.json' } }, ['../x.json', 'z']],
    ['no object', 'text', undefined],
  ] as const)('%s', (_name, root, expected) => {
    const found = findFileReference(root)
    expect(found && [found.file, found.path.join('.')]).toEqual(expected)
  })
})

describe('files that something else than a $ref names', () => {
  const inSchemas = (mapping: unknown) => ({
    components: {
      schemas: { Cat: {}, 'v1.Dog': {}, Pet: { discriminator: { propertyName: 'k', mapping } } },
    },
  })
  it.each<[string, unknown, string[]]>([
    ['none', { a: { $ref: 'x.yaml' } }, []],
    ['an example', { e: { externalValue: 'x.json' } }, ['externalValue x.json e.externalValue']],
    [
      'links',
      { l: [{ operationRef: '../o.yaml#/paths/~1a/get' }, { operationRef: '#/paths/~1a/get' }] },
      ['operationRef ../o.yaml l.0.operationRef'],
    ],
    [
      'a mapping, other than to schemas of the document and to URLs',
      inSchemas({
        a: 'Cat',
        b: 'v1.Dog',
        c: '#/x',
        d: 'https://x.example.com/d',
        e: 'e.yaml#/E',
        f: 'f.yaml',
      }),
      [
        'discriminator.mapping e.yaml components.schemas.Pet.discriminator.mapping.e',
        'discriminator.mapping f.yaml components.schemas.Pet.discriminator.mapping.f',
      ],
    ],
    ['a mapping that is none', inSchemas('x.yaml'), []],
    ['values that are no text', { ...inSchemas({ a: 1 }), e: { externalValue: {}, operationRef: null } }, []],
    ['a discriminator of 2.0', { discriminator: 'kind' }, []],
    [
      'in what goes round',
      { loop, z: { externalValue: 'x.json' } },
      ['externalValue x.json z.externalValue'],
    ],
  ])('%s', (_name, root, expected) => {
    const found = findNamedFiles(root).map(({ by, file, path }) => `${by} ${file} ${path.join('.')}`)
    expect(found).toEqual(expected)
  })
})
