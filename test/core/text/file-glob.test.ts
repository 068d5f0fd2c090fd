import { expect, it } from 'vitest'
import { compileGlob } from '../../../src/core/text/file-glob.ts'

it.each<[string, string, boolean]>([
  ['*.yaml', 'a/b.yaml', true],
  ['*.yaml', '.hidden.yaml', false],
  ['.*.yaml', '.hidden.yaml', true],
  ['a/*.yaml', 'a/b.yaml', true],
  ['a/*.yaml', 'a/b/c.yaml', false],
  ['a/**/c.yaml', 'a/c.yaml', true],
  ['a/**/c.yaml', 'a/b/b/c.yaml', true],
  ['a/**', 'a/b/c', true],
  ['**/a', '../a', false],
  ['{a,b}/?.y{a,}ml', 'b/c.yml', true],
  ['[a-c].yaml', 'b.yaml', true],
  ['[!a-c].yaml', 'b.yaml', false],
  ['!*.json', 'a.yaml', true],
  ['!*.json', 'a.json', false],
  ['a+b(c).yaml', 'a+b(c).yaml', true],
  ['*a*a*a*a*a*a*a*a*b', 'a'.repeat(200), false],
])('%s on %s: %s', (glob, name, expected) => {
  expect(compileGlob(glob)(name)).toBe(expected)
})
