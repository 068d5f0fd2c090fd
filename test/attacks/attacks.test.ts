import { afterAll, beforeAll, expect, it } from 'vitest'
import { evaluationAttacks } from './evaluation-attacks.ts'
import { hostileWorkspace } from './hostile-workspace.ts'
import { httpAttacks } from './http-attacks.ts'
import { requestAttacks } from './request-attacks.ts'
import { runAttack } from './run-attack.ts'
import { type AttackedService, attackedService } from './service.ts'
import { slowAttacks } from './slow-attacks.ts'

let service: AttackedService
let remove: () => Promise<void>
beforeAll(async () => {
  const workspace = await hostileWorkspace()
  remove = workspace.remove
  service = await attackedService(workspace.folder, ['--max-time', '2s'])
})
afterAll(async () => {
  await service.stop()
  await remove()
})

const attacks = [...httpAttacks, ...requestAttacks, ...evaluationAttacks, ...slowAttacks]

it.each(attacks.filter(({ isLong }) => !isLong))('$name', { timeout: 60_000 }, async (attack) => {
  const { answers, isAsExpected, othersFailed, isUp } = await runAttack(attack, service)
  expect({ answers: isAsExpected ? 'as expected' : answers, othersFailed, isUp }).toEqual({
    answers: 'as expected',
    othersFailed: 0,
    isUp: true,
  })
})

it('has met no internal error', () => {
  expect(service.stderr().split('\n').slice(1)).toEqual([''])
})
