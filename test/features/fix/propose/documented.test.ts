import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtinFixes } from '../../../../src/features/fix/fixes-of.ts'

it('the page lists every rule that has a fix, whether it is safe, and why', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/fixing.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (`[^|]+`) \| (yes|-) \| [^|]+ \| [^|]+ \|$/gm)].flatMap(
    ([, rules = '', safe]) => rules.split(', ').map((rule) => [rule.replaceAll('`', ''), safe === 'yes']),
  )
  const known = [...builtinFixes].map(([rule, fixes]) => [rule, fixes.some(({ safe }) => safe)])
  expect(rows.sort()).toEqual(known.sort())
})
