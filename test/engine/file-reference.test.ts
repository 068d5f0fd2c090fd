import { describe, expect, it } from 'vitest'
import { findFileReference } from '../../src/engine/file-reference.ts'

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
