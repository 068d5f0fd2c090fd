import { describe, expect, it } from 'vitest'
import { type Fault, stages } from './fault.ts'
import { faultClasses, faults } from './faults.ts'
import { faultsOfSize } from './faults-of-size.ts'
import { meetFault } from './meet-fault.ts'
import { meetRestart } from './meet-restart.ts'
import { runHere } from './run-in-process.ts'
import { runProgram } from './run-program.ts'

/** A process for the first of each class, where the name server fails, and where all memory is at stake. */
const asProcess = (fault: Fault): boolean =>
  'lookup' in fault.cause || faultsOfSize.includes(fault) || faultClasses.some(([first]) => fault === first)

/** Each fault at one stage, in turn; `npm run task -- faults` runs each at all three, as processes. */
const rows = faults.map(
  (fault, index) => [fault.name, stages[index % stages.length] ?? 'first', fault] as const,
)

describe.concurrent('the built program meets', () => {
  it.each(rows)('%s (%s request)', async (_name, stage, fault) => {
    const { exit, said, wrongs } = await meetFault(fault, stage, asProcess(fault) ? runProgram : runHere)
    expect({ wrongs, exit, said: wrongs.length === 0 ? '' : said }).toEqual({
      wrongs: [],
      exit: fault.exit,
      said: '',
    })
  })
})

/** The seven retries of the default outlast 10 s; `npm run task -- faults` waits for that. Three outlast a twelfth of it. */
it('outlasts a restart of the dashboard, scaled down', async () => {
  const { exitCode, stderr, refusedMs } = await meetRestart(800, ['--retries', '3'], runHere)
  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
  expect(refusedMs).toBeGreaterThan(790)
})

it('has more than sixty faults, each named once', () => {
  const names = new Set(faults.map(({ name }) => name))
  expect(names.size).toBe(faults.length)
  expect(faults.filter(({ exit }) => exit !== 0).length).toBeGreaterThan(60)
})
