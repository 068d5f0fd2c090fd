import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../../src/core/document/document.ts'

const shared = '../shared'
const isThere = existsSync(`${shared}/parity/spectral`)
const names = ['petstorev3.json', 'asana.yaml', 'stripe.yaml', 'github.json']

const row = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  start_line: z.int(),
  start_column: z.int(),
  end_line: z.int(),
  end_column: z.int(),
})

describe.skipIf(!isThere)('where Spectral sees its results (skipped where ../shared is absent)', () => {
  it.each(names)('is where %s has them', (name) => {
    const text = readFileSync(`${shared}/specs/${name}`, 'utf8')
    const rows = z
      .array(row)
      .parse(JSON.parse(readFileSync(`${shared}/parity/spectral/${name}.json`, 'utf8')))
    const document = parseDocument(text, name.endsWith('.json') ? 'json' : 'yaml')
    const wrong = rows.filter((expected) => {
      const found = document.locate(expected.path)
      return (
        found.start_line !== expected.start_line ||
        found.start_char !== expected.start_column ||
        found.end_line !== expected.end_line ||
        found.end_char !== expected.end_column
      )
    })
    expect(rows.length).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  })
})
