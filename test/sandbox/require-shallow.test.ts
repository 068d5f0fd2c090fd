import { expect, it } from 'vitest'
import { requireShallow } from '../../src/sandbox/http/body.ts'

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  return Array.from({ length: levels }).reduce<unknown>((inner) => wrap(inner), 1)
}

it.each(['{"__proto__":{}}', '{"access_rights":{"__proto__":{}}}', '[[{"__proto__":1}]]'])(
  'refuses %s, which a record would lose',
  (text) => {
    expect(() => requireShallow(JSON.parse(text))).toThrow('__proto__ is not a key')
  },
)

it.each([
  ['an object', (inner: unknown) => ({ a: inner, b: 1 })],
  ['a list', (inner: unknown) => [inner, 1]],
])('takes %s 100 deep, and not deeper', (_what, wrap) => {
  expect(() => requireShallow(nested(100, wrap))).not.toThrow()
  expect(() => requireShallow(nested(101, wrap))).toThrow('nested deeper than 100 levels')
  expect(() => requireShallow(nested(100_000, wrap))).toThrow('nested deeper than 100 levels')
})
