import { expect, it } from 'vitest'
import { GovError } from '../../../src/core/model/errors.ts'
import { isRetryable, nextWait } from '../../../src/dashboard/transport/with-retries.ts'
import { answer } from '../answers.ts'

const date = 'Fri, 20 Nov 2026 10:00:00 GMT'

it.each([
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': ' 7 ' }, 7000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:07 GMT', date }, 7000],
  [{ 'retry-after': 'Friday, 20-Nov-26 10:00:07 GMT', date }, 7000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT', date }, 0],
])('waits as long as %j asks', (headers, ms) => {
  expect(nextWait(answer(429, '', headers), 0, () => 0.5)).toEqual({ ms, asked: true })
})

it.each([
  {},
  { 'retry-after': 'soon' },
  { 'retry-after': '-1' },
  { 'retry-after': '1.5' },
  { 'retry-after': '' },
])('waits as it would without: %j', (headers) => {
  expect(nextWait(answer(429, '', headers), 0, () => 0.5)).toEqual({ ms: 187.5, asked: false })
})

it('holds a date against its own clock when the server does not say its own', () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
  const { ms } = nextWait(answer(503, '', { 'retry-after': inAnHour }), 0, () => 0)
  expect(ms / 3_600_000).toBeCloseTo(1, 2)
})

it('doubles the ceiling of its own waits up to ten seconds', () => {
  const lost = new GovError('unavailable', 'no-connection', 'lost', 'Again.')
  const ceilings = [0, 1, 2, 5, 6, 10].map((tried) => nextWait(lost, tried, () => 1).ms)
  expect(ceilings).toEqual([250, 500, 1000, 8000, 10_000, 10_000])
})

it('outlasts a restart of ten seconds with the seven retries of the default, however lucky', () => {
  const lost = new GovError('unavailable', 'no-connection', 'lost', 'Again.')
  const waits = [0, 1, 2, 3, 4, 5, 6].map((tried) => nextWait(lost, tried, () => 0).ms)
  expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(10_000)
})

it.each([
  [429, true],
  [503, true],
  [200, false],
  [500, false],
  [408, false],
])('%d is retried: %s', (status, expected) => {
  expect(isRetryable(answer(status, ''))).toBe(expected)
})
