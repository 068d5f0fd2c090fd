import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allAttacks } from './all-attacks.ts'
import type { Attack } from './attack.ts'
import { hostileWorkspace } from './hostile-workspace.ts'
import { runAttack } from './run-attack.ts'
import { type AttackedService, attackedService } from './service.ts'

let workspace: Awaited<ReturnType<typeof hostileWorkspace>>
beforeAll(async () => {
  workspace = await hostileWorkspace()
})
afterAll(() => workspace.remove())

const attacks = allAttacks.filter(({ isLong }) => !isLong)

// What nothing else ends takes all of that time.
describe.each<[time: string, of: (attack: Attack) => boolean]>([
  ['2s', ({ isEndless }) => !isEndless],
  ['400ms', ({ isEndless }) => isEndless === true],
])('where an evaluation may take %s', (time, of) => {
  let service: AttackedService
  beforeAll(async () => {
    service = await attackedService(workspace.folder, ['--max-time', time])
  })
  afterAll(() => service.stop())

  it.each(attacks.filter(of))('$name', async (attack) => {
    const { answers, isAsExpected, othersFailed, isUp } = await runAttack(attack, service)
    expect({ answers: isAsExpected ? 'as expected' : answers, othersFailed, isUp }).toEqual({
      answers: 'as expected',
      othersFailed: 0,
      isUp: true,
    })
  })

  it('has met no internal error', () => {
    const lines = service.stderr().split('\n').slice(1)
    // Rules that do not end are left out of an answer, which is told.
    expect(lines.filter((line) => !line.startsWith('fault: Not evaluated: '))).toEqual([''])
  })
})
