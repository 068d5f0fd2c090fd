import { expect, it } from 'vitest'
import { formats } from '../../src/core/model/formats.ts'
import { manyIssues } from './many-issues.ts'
import { reporters } from './reporters.ts'

const report = manyIssues(100_000)

it.each(formats)(
  '%s takes seconds for 100,000 issues',
  (format) => {
    const start = performance.now()
    const text = reporters[format](report, { color: false, width: 100 })
    expect(performance.now() - start).toBeLessThan(15_000)
    expect(text.length).toBeLessThan(150_000_000)
  },
  30_000,
)
