import { expect, it } from 'vitest'
import { parseDocument } from '../../src/core/document/document.ts'
import { evaluate } from '../../src/engine/evaluate.ts'
import { load } from './ruleset/load.ts'

const text = `openapi: 3.0.3
paths:
  /a:
    get:
      xs: { a: { xf: 1 } }
      a: { xf: false }
      b: { xf: 0 }
      c: { xf: null }
      d: { xf: '', xg: false }
      e: { xf: [] }
      f: { xg: 0 }
      g: { xh: { a: false } }
      h: { xh: { a: 0 }, xf: yes }
      i: { xh: }
`

/** The lines are those of vacuum 0.29.9; by default, only what is not false, 0, null or empty counts. */
it.each<[string, readonly number[], readonly number[]]>([
  ['$.paths[*][*][?(@.xf)]', [6, 7, 8, 9, 10, 13], [10, 13]],
  ['$.paths[*][*][?(!@.xf)]', [5, 11, 12, 14], [5, 6, 7, 8, 9, 11, 12, 14]],
  ['$.paths[*][*][?(@.xf && @.xg)]', [9], []],
  ["$.paths[*][*][?(@.xf || @['xg'])]", [6, 7, 8, 9, 10, 11, 13], [10, 13]],
  ['$.paths[*][*][?(@.xh.a)]', [12, 13], []],
  ['$..[?(@.xf)]', [5, 6, 7, 8, 9, 10, 13], [5, 10, 13]],
])('%s asks with engine: vacuum whether the member is there', async (given, lines, byDefault) => {
  const rule = `rules: { r: { given: "${given}", then: { field: none, function: truthy } } }`
  const linesOf = async (engine: 'vacuum' | 'spectral') => {
    const issues = evaluate(parseDocument(text, 'yaml'), { rules: await load(rule, {}, undefined, engine) })
    return issues.map(({ location }) => location.start_line)
  }
  expect(await linesOf('vacuum')).toEqual(lines)
  expect(await linesOf('spectral')).toEqual(byDefault)
})
