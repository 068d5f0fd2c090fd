import { expect, it } from 'vitest'
import { headers } from '../../src/settings/kinds.ts'

it.each([
  { 'X-Team': 'payments' },
  { 'CF-Access-Client-Id': 'a.b', 'x-forwarded-user': 'me' },
  { Cookie: 'a=b; c=d' },
])('takes %j', (given) => {
  expect(headers().parse(given)).toEqual(given)
})

it.each([
  'Authorization',
  'authorization',
  'Proxy-Authorization',
  'X-Gw-Authorization',
  'Admin-Auth',
  'Host',
  'Content-Length',
  'content-type',
  'Content-Encoding',
  'Transfer-Encoding',
  'Connection',
  'Upgrade',
  'TE',
  'Trailer',
  'Expect',
  'Accept-Encoding',
  'X-Request-Id',
  'X-HTTP-Method-Override',
  'X-Original-URL',
  'X-Forwarded-Host',
  'X-Forwarded-For',
  'X-Rewrite-URL',
  'Forwarded',
  'X-Method-Override',
])('refuses %s, which only gov itself may set', (name) => {
  const { error } = headers().safeParse({ [name]: 'secret' })
  expect(error?.issues.map(({ message }) => message)).toEqual(['is a header that only gov may set'])
})

it.each([
  [{ 'a b': 'x' }, 'is not a valid header name'],
  [{ '': 'x' }, 'is not a valid header name'],
  [{ 'a\r\nb': 'x' }, 'is not a valid header name'],
  [{ a: 'secret\r\nb: c' }, 'contains a line break or another invalid character'],
  [{ a: 'secret\u2028' }, 'contains a line break or another invalid character'],
  [{ a: ' ' }, 'is empty'],
  [{ a: 'x', A: 'y' }, 'is duplicated'],
  [{ a: 7 }, 'must be a string'],
  [['a'], 'must be a mapping, not a list'],
])('refuses %j: %s', (given, message) => {
  const { error } = headers().safeParse(given)
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})
