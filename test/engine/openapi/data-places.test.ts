import { describe, expect, it } from 'vitest'
import { findNamedFiles, findOutsideReference } from '../../../src/engine/openapi/data-places.ts'

describe('the first reference that leads out of a document', () => {
  it.each([
    ['none', { a: { $ref: '#/b' }, b: {} }, undefined],
    [
      'the first in reading order',
      { a: [{}, { $ref: 'x.yaml#/q' }], b: { $ref: 'y.yaml' } },
      ['x.yaml', 'a.1'],
    ],
    ['at the top', { $ref: './x.yaml' }, ['./x.yaml', '']],
    ['a URL', { a: { $ref: 'https://x.example.com/s.yaml#/a' } }, ['https://x.example.com/s.yaml', 'a']],
    ['a URL without a scheme', { a: { $ref: '//x.example.com/s' } }, ['//x.example.com/s', 'a']],
    ['a dynamic one', { a: { $dynamicRef: 'x.yaml#node' } }, ['x.yaml', 'a']],
    ['a recursive one', { a: { $recursiveRef: 'x.yaml#' } }, ['x.yaml', 'a']],
    [
      'not those that stay',
      { a: { $dynamicRef: '#node' }, b: { $recursiveRef: '#' }, c: { $dynamicRef: {} } },
      undefined,
    ],
    [
      'not those to its $self',
      {
        openapi: '3.2.0',
        $self: 'https://x.example.com/api/o.yaml',
        a: { $ref: 'https://x.example.com/api/o.yaml#/b' },
        b: { $ref: 'o.yaml#/c' },
        c: { $ref: 'other.yaml' },
      },
      ['other.yaml', 'c'],
    ],
    [
      'not those to a relative $self',
      { openapi: '3.2.0', $self: './api/o.yaml', a: { $ref: 'o.yaml#/b' } },
      undefined,
    ],
    [
      'what only looks like a relative $self',
      { openapi: '3.2.0', $self: 'api/o.yaml', a: { $ref: 'api/o.yaml#/b' } },
      ['api/o.yaml', 'a'],
    ],
    [
      'a $self of a version that has none',
      { openapi: '3.1.0', $self: 'o.yaml', a: { $ref: 'o.yaml#/b' } },
      ['o.yaml', 'a'],
    ],
    ['no property that is called $ref', { properties: { $ref: { type: 'string' } } }, undefined],
    ['no object', 'text', undefined],
  ] as const)('%s', (_name, root, expected) => {
    const found = findOutsideReference(root)
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
    ['an invalid mapping', inSchemas('x.yaml'), []],
    [
      'values that are not strings',
      { ...inSchemas({ a: 1 }), e: { externalValue: {}, operationRef: null } },
      [],
    ],
    ['a discriminator of 2.0', { discriminator: 'kind' }, []],
  ])('%s', (_name, root, expected) => {
    const found = findNamedFiles(root).map(({ by, file, path }) => `${by} ${file} ${path.join('.')}`)
    expect(found).toEqual(expected)
  })
})
