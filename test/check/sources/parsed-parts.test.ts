import { expect, it } from 'vitest'
import { createParsedParts } from '../../../src/check/sources/parsed-parts.ts'

it('parses each name and text once, and is emptied when it holds too much', () => {
  const parts = createParsedParts(10)
  const first = parts.parse('a.yaml', 'a: 1')
  expect(first.value).toEqual({ a: 1 })
  expect(parts.parse('a.yaml', 'a: 1')).toBe(first)
  expect([parts.findText('a.yaml'), parts.findText('b.yaml')]).toEqual(['a: 1', undefined])
  expect(parts.parse('b.yaml', 'a: 1').value).not.toBe(first.value)
  expect(parts.parse('a.yaml', 'a: 2').value).toEqual({ a: 2 })
  expect(parts.findText('a.yaml')).toBe('a: 2')
  expect(parts.parse('c.yaml', 'a: 3').value).toEqual({ a: 3 })
  expect(parts.parse('a.yaml', 'a: 1')).not.toBe(first)
  expect(parts.parse('a.json', '{"a": 1}').value).toEqual({ a: 1 })
  expect(parts.parse('a.md', 'a: 1').value).toBe('a: 1')
})

it('keeps no text that cannot be parsed', () => {
  const parts = createParsedParts(10)
  for (let time = 0; time < 2; time += 1) expect(() => parts.parse('a.yaml', 'a: [')).toThrow()
})
