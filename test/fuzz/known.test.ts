import { expect, it } from 'vitest'
import { listSeverities } from './breaking.ts'
import type { Schema, Use } from './schema-pairs.ts'
import { findBreaks } from './witnesses.ts'

const cat = { type: 'object', properties: { a: { type: 'number', minimum: 2 } }, required: ['a'] }

/** Pairs of which `gov diff` says more than it has to, or warns where it could know. A row that is closed has to go. */
it.each<[why: string, use: Use, base: Schema, head: Schema, breaks: boolean, said: readonly string[]]>([
  [
    'whether clients rely on what a oneOf of responses ruled out is not known',
    'response',
    { oneOf: [{ type: 'integer' }, { type: 'number' }] },
    { type: 'number' },
    true,
    ['warn'],
  ],
  [
    'no value is looked for that has to meet a condition',
    'request',
    { type: ['integer', 'string'], not: { const: 'x' } },
    {
      oneOf: [
        { type: 'integer', maximum: 0 },
        { type: ['integer', 'string'], not: { const: 'x' } },
      ],
    },
    true,
    ['warn'],
  ],
  [
    'no value is looked for that two alternatives of an alternative share',
    'request',
    { oneOf: [{ oneOf: [{ type: 'string', maxLength: 2 }, { type: 'boolean' }] }, { type: 'number' }] },
    {
      oneOf: [
        { oneOf: [{ type: 'string', maxLength: 2 }, { type: 'boolean' }, { type: 'string', minLength: 1 }] },
        { type: 'number' },
      ],
    },
    true,
    ['warn'],
  ],
  ['nobody excludes twice', 'request', { not: { not: cat } }, cat, false, ['error']],
  [
    'limits that rule each other out are not seen to allow nothing',
    'request',
    { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 1 },
    { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 1 },
    false,
    ['error'],
  ],
  [
    'alternatives that were in one alternative, and take each other in part, are compared one by one',
    'response',
    { oneOf: [{ oneOf: [cat, { type: 'object' }] }, { type: 'array' }] },
    { oneOf: [cat, { type: 'object' }] },
    false,
    ['warn', 'error'],
  ],
])('%s', (_, use, base, head, breaks, said) => {
  const pair = { use, base, head, versions: ['3.1.0', '3.1.0'], referred: [0, 0], edits: [] } as const
  expect(findBreaks(pair).length > 0).toBe(breaks)
  expect([...new Set(listSeverities(pair))]).toEqual(said)
})
