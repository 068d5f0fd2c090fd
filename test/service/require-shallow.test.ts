import { expect, it } from 'vitest'
import { requireShallow } from '../../src/service/http/require-shallow.ts'

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  return Array.from({ length: levels }).reduce<unknown>((inner) => wrap(inner), 1)
}

it.each([
  ['an object', (inner: unknown) => ({ a: inner, b: 1 })],
  ['a list', (inner: unknown) => [inner, 1]],
])('takes %s 100 deep, and not deeper', (_what, wrap) => {
  expect(() => requireShallow(nested(100, wrap))).not.toThrow()
  expect(() => requireShallow(nested(101, wrap))).toThrow('nested deeper than 100 levels')
  expect(() => requireShallow(nested(100_000, wrap))).toThrow('nested deeper than 100 levels')
})
