import { expect, it } from 'vitest'
import { type ExitCode, exitCodes, worstExitCode } from '../../../src/core/model/errors.ts'

/** The contract of docs/exit-codes.md. */
const order: readonly ExitCode[] = [130, 143, 70, 2, 3, 4, 6, 5, 1, 0]

it('of all exit codes that hold, the first in the order of the contract wins', () => {
  expect([...order].sort((a, b) => a - b)).toEqual(Object.values(exitCodes).sort((a, b) => a - b))
  for (const [rank, code] of order.entries()) {
    expect(worstExitCode([...order.slice(rank)].reverse())).toBe(code)
    expect(worstExitCode([...order.slice(rank)])).toBe(code)
  }
  expect(worstExitCode([])).toBe(0)
})
