import fc from 'fast-check'
import { expect, it } from 'vitest'
import { progressLine, type RunProgress } from '../../src/terminal/progress.ts'

const run: RunProgress = {
  done: 40,
  total: 120,
  issues: 1203,
  concurrency: 4,
  unit: 'request',
  elapsedMs: 21_400,
}

it.each<[string, Partial<RunProgress>, number, string]>([
  ['all that is known', {}, 79, '40 of 120 requests, 1,203 issues so far, about 45 s left'],
  ['minutes', { total: 1400 }, 79, '40 of 1,400 requests, 1,203 issues so far, about 13 min left'],
  ['the last seconds', { total: 42 }, 79, '40 of 42 requests, 1,203 issues so far, about 2 s left'],
  [
    'never nothing left',
    { total: 41, elapsedMs: 1200 },
    79,
    '40 of 41 requests, 1,203 issues so far, about 1 s left',
  ],
  ['too few answers', { done: 4, concurrency: 1 }, 79, '4 of 120 requests, 1,203 issues so far, 21 s'],
  ['the first at once', { done: 7 }, 79, '7 of 120 requests, 1,203 issues so far, 21 s'],
  [
    'minutes so far',
    { done: 0, issues: 0, elapsedMs: 65_000 },
    79,
    '0 of 120 requests, 0 issues so far, 1 min 5 s',
  ],
  ['one of each', { done: 0, total: 1, issues: 1 }, 79, '0 of 1 request, 1 issue so far, 21 s'],
  ['the end', { done: 120 }, 79, '120 of 120 requests, 1,203 issues so far, 21 s'],
  ['less room', {}, 40, '40 of 120 requests, about 45 s left'],
  ['little room', {}, 20, '40 of 120 requests'],
  ['no room', {}, 10, ''],
  ['files', { unit: 'file' }, 20, '40 of 120 files'],
])('says %s', (_, facts, columns, line) => {
  expect(progressLine({ ...run, ...facts }, columns)).toBe(line)
})

it('never takes more columns than there are', () => {
  const progress = fc.record({
    done: fc.nat(),
    total: fc.nat(),
    issues: fc.nat(),
    concurrency: fc.integer({ min: 1, max: 32 }),
    unit: fc.constantFrom('request' as const, 'file' as const),
    elapsedMs: fc.nat(),
  })
  fc.assert(
    fc.property(progress, fc.nat(300), (each, columns) => {
      const line = progressLine(each, columns)
      expect(line).toMatch(/^[ -~]*$/)
      expect(line.length).toBeLessThanOrEqual(columns)
    }),
  )
})
