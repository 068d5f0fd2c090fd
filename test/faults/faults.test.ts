import { describe, expect, it } from 'vitest'
import { projectRoot } from '../e2e/run-gov.ts'
import { stages } from './fault.ts'
import { faults } from './faults.ts'
import { meetFault } from './meet-fault.ts'

const program = `${projectRoot}/bin/gov.js`

/** Each fault at one stage, in turn; `npm run faults` runs each at all three. */
const rows = faults.map(
  (fault, index) => [fault.name, stages[index % stages.length] ?? 'first', fault] as const,
)

describe.concurrent('the built program meets', { timeout: 60_000 }, () => {
  it.each(rows)('%s (%s request)', async (_name, stage, fault) => {
    const { exit, said, wrongs } = await meetFault(fault, stage, program)
    expect({ wrongs, exit, said: wrongs.length === 0 ? '' : said }).toEqual({
      wrongs: [],
      exit: fault.exit,
      said: '',
    })
  })
})

it('has more than sixty faults, each named once', () => {
  const names = new Set(faults.map(({ name }) => name))
  expect(names.size).toBe(faults.length)
  expect(faults.filter(({ exit }) => exit !== 0).length).toBeGreaterThan(60)
})
