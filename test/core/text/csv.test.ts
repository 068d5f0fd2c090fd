import { expect, it } from 'vitest'
import { csv } from '../../../src/core/text/csv.ts'

it.each([
  ['a', 'a'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum(1)', "'@sum(1)"],
  ['  =1', "'=1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  ['﹦1', "'﹦1"],
  ['a;=1', "a;'=1"],
  ['a; ＝1', "a;' ＝1"],
  ['a,=1', '"a,=1"'],
  ['a;b', 'a;b'],
  ['1-1', '1-1'],
  ['x=1', 'x=1'],
  [-1, '-1'],
])('writes %j as %j, so that no spreadsheet runs it', (value, written) => {
  expect(csv([[value]])).toBe(`${written}\r\n`)
})
