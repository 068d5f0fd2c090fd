import { expect, it } from 'vitest'
import { compileSchema } from '../../../src/engine/json-schema/compile.ts'

it.each([
  ['date', ['2024-02-29', '2000-02-29'], ['2023-02-29', '1900-02-29', '2024-13-01', '2024-1-1', 'x']],
  [
    'time',
    ['10:00:00Z', '23:59:60Z', '15:59:60-08:00', '10:00:00.5+02:00'],
    ['24:00:00Z', '10:00:00', '10:00:60Z'],
  ],
  [
    'date-time',
    ['2024-01-01T10:00:00Z', '2024-01-01t10:00:00z'],
    ['2024-01-01', '2024-01-01T10:00', '2024-02-30T10:00:00Z'],
  ],
  ['duration', ['P1D', 'PT1H', 'P1W', 'P1Y2M3DT4H'], ['P', 'PT', '1D', 'P1H']],
  ['email', ['a@b.example', 'a.b+c@d-e.example'], ['a', 'a@', '@b', 'a b@c', 'a@-b', 'a@b']],
  ['hostname', ['a', 'a.example', 'xn--a'], ['-a', 'a..b', 'a_b', 'a'.repeat(64)]],
  ['ipv4', ['1.2.3.4'], ['1.2.3', '256.1.1.1', '01.2.3.4', '1.2.3.4/8']],
  [
    'ipv6',
    ['::', '::1', 'fe80::1', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4'],
    [':::', '1::2::3', '12345::', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', 'g::'],
  ],
  [
    'uri',
    ['https://a.example/b?c#d', 'urn:x:y', 'http://u:p@[::1]:80/', 'http://[v1.a]', 'a:', 'x:a:b'],
    ['/a', 'a b', 'https://a b', '', 'http://a:b/', 'http://[a]/', 'http://a@b@c', 'http:/[::1]', 'a:#b#c'],
  ],
  [
    'uri-reference',
    ['/a', 'a', '', '#x', 'https://a', '//a:1/b', 'a/b:c'],
    ['a b', 'a\\b', '1:b', '//a:b', '/[a]'],
  ],
  [
    'uri-template',
    ['', '/a/{b}', '{+a,b*,c.d:3}', "it's"],
    ['{', '}', '{}', '{a,}', '{a:0}', '{a..b}', 'a b'],
  ],
  ['relative-json-pointer', ['0', '1/a', '2#'], ['', '/a', '01', '-1', '0#/a']],
  ['url', ['https://a.example'], ['/a', 'mailto:a', 'https://']],
  ['uuid', ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567', '123e4567-e89b-12d3-a456-42661417400g']],
  ['regex', ['^a$'], ['(']],
  ['json-pointer', ['', '/a', '/a~1b/0'], ['a', '/a~2']],
  ['byte', ['', 'YQ=='], ['YQ=', '*']],
])('%s', (format, holds, fails) => {
  const validate = compileSchema({ format })
  for (const instance of holds) expect(validate(instance), instance).toEqual([])
  for (const instance of fails) expect(validate(instance), instance).toHaveLength(1)
  expect(validate({})).toEqual([])
})

it('checks the sizes of whole numbers', () => {
  const validate = compileSchema({ format: 'int32' })
  expect([validate(2 ** 31 - 1), validate(2 ** 31).length, validate(1.5).length]).toEqual([[], 1, 1])
})

it('ignores a format that it does not know', () =>
  expect(compileSchema({ format: 'iso-3166-1' })('nowhere')).toEqual([]))

it('url holds however often it is asked', () => {
  const validate = compileSchema({ format: 'url' })
  const held = Array.from({ length: 20_000 }, () => validate('https://a.\u00e9xample').length === 0)
  expect(held.every(Boolean)).toBe(true)
})
