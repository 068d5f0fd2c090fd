import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtinFixes } from '../../../../src/features/fix/fixes-of.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/fixing.md'), 'utf8')
const rows = [...page.matchAll(/^\| (`[^|]+`) \| (yes|-) \| [^|]+ \| [^|]+ \|$/gm)].flatMap(
  ([, rules = '', safe]) =>
    rules.split(', ').map((rule) => ({ rule: rule.replaceAll('`', ''), safe: safe === 'yes' })),
)
const isSafe = (rule: string) => builtinFixes.get(rule)?.some(({ safe }) => safe)

it('the page lists every rule that has a safe fix', () => {
  const known = [...builtinFixes.keys()].filter(isSafe)
  expect(
    rows
      .filter(({ safe }) => safe)
      .map(({ rule }) => rule)
      .sort(),
  ).toEqual(known.sort())
})

it('the page says of rules that have a fix whether it is safe', () => {
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ rule, safe }) => isSafe(rule) !== safe)).toEqual([])
})
