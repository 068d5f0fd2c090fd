import { expect, it } from 'vitest'
import { bytesToCome, createByteBudget } from '../../src/sandbox/http/listen.ts'
import { findHeadFault } from '../../src/sandbox/http/node-messages.ts'

const statusOf = (target: string, rawHeaders: readonly string[], isLocal = true) =>
  findHeadFault({ target, rawHeaders }, isLocal)?.status ?? 'goes on'

it.each([
  ['127.0.0.1:8090', 'goes on'],
  ['localhost', 'goes on'],
  ['LOCALHOST:80', 'goes on'],
  ['gov.localhost:8090', 'goes on'],
  ['[::1]:8090', 'goes on'],
  ['127.1.2.3', 'goes on'],
  ['evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['localhost.evil.example:8090', 421],
  ['evil-localhost', 421],
  ['user@127.0.0.1', 421],
  ['10.0.0.1', 421],
  ['', 421],
])('a service of this machine that is asked as %j: %s', (host, status) => {
  expect(statusOf('/openapi.json', ['Host', host])).toBe(status)
  expect(statusOf(`http://${host}/openapi.json`, ['Host', 'localhost'])).toBe(status)
  expect(statusOf('/openapi.json', ['host', host], false)).toBe('goes on')
})

it.each([
  [[], 400],
  [['Host', 'localhost', 'host', 'localhost'], 400],
  [['Host', 'localhost', 'Transfer-Encoding', 'Chunked'], 'goes on'],
  [['Host', 'localhost', 'Transfer-Encoding', 'gzip, chunked'], 400],
  [['Host', 'localhost', 'X', 'Host', 'Y', 'transfer-encoding'], 'goes on'],
  [['Host', 'localhost', ...Array.from({ length: 400 }, () => 'a')], 431],
])('headers %j: %s', (rawHeaders, status) => {
  expect(statusOf('/', rawHeaders)).toBe(status)
})

it.each([
  ['http://127.0.0.1:3000', 'localhost:8090', true, 'goes on'],
  ['http://localhost', '127.0.0.1:8090', true, 'goes on'],
  ['https://evil.example', 'localhost', true, 403],
  ['https://localhost.evil.example', 'localhost', true, 403],
  ['null', 'localhost', true, 403],
  ['', 'localhost', true, 403],
  ['http://sandbox.example:8090', 'Sandbox.example:8090', false, 'goes on'],
  ['http://evil.example', 'sandbox.example:8090', false, 403],
])('a page of %j that asks %s (local: %s): %s', (origin, host, isLocal, status) => {
  expect(statusOf('/', ['Host', host, 'Origin', origin], isLocal)).toBe(status)
})

it.each([
  [{ 'content-length': '900' }, 1000, 900],
  [{ 'content-length': '2000' }, 1000, 0],
  [{ 'transfer-encoding': 'chunked' }, 1000, 1000],
  [{ 'transfer-encoding': 'chunked' }, Number.POSITIVE_INFINITY, 5_242_880],
  [{}, 1000, 0],
])('a body with %j, where %d bytes are the limit, comes to %d', (headers, limit, bytes) => {
  expect(bytesToCome(headers, limit)).toBe(bytes)
})

it('gives out no more than there is, and again what is given back, once', () => {
  const budget = createByteBudget(100)
  const first = budget.take(60)
  expect(budget.take(60)).toBeUndefined()
  first?.()
  first?.()
  expect(budget.take(60)).toBeDefined()
  expect(budget.take(60)).toBeUndefined()
})

it('lets one body through that alone is more than there is', () => {
  const budget = createByteBudget(100)
  expect(budget.take(1000)).toBeDefined()
  expect(budget.take(1)).toBeUndefined()
})
