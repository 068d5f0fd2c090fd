import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockFolder } from '../../src/service/store/folder-lock.ts'

const running = [100, 200]
const machine = (processId: number) => ({ processId, isRunning: (id: number) => running.includes(id) })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps others out until it is given back, and leaves nothing behind', async () => {
  const unlock = await lockFolder(folder, 'ws', machine(100))
  await expect(lockFolder(folder, 'ws', machine(200))).rejects.toMatchObject({
    code: 'workspace-in-use',
    message: `the workspace ws is kept by process 100 on ${hostname()} already`,
  })
  await unlock()
  expect(readdirSync(folder)).toEqual([])
  await (await lockFolder(folder, 'ws', machine(200)))()
  expect(readdirSync(folder)).toEqual([])
})

it.each([
  ['a process that runs no more', `300 ${hostname()}\n`, true],
  ['an earlier process of the same number', `200 ${hostname()}\n`, true],
  ['a process that runs', `100 ${hostname()}\n`, false],
  ['a process of another machine', '300 elsewhere\n', false],
  ['nobody knows whom', '', false],
])('the lock of %s', async (_, text, isTaken) => {
  writeFileSync(join(folder, '.gov-sandbox.lock'), text)
  const taken = lockFolder(folder, 'ws', machine(200)).then(
    () => true,
    ({ code }) => code,
  )
  expect(await taken).toBe(isTaken || 'workspace-in-use')
  expect(readdirSync(folder)).toEqual(['.gov-sandbox.lock'])
})

it.each(Array.from({ length: 20 }, (_, round) => round))(
  'of many who find a stale lock at the same time, one gets it (%i)',
  async () => {
    writeFileSync(join(folder, '.gov-sandbox.lock'), `300 ${hostname()}\n`)
    const ids = Array.from({ length: 20 }, (_, index) => 1000 + index)
    const all = { isRunning: (id: number) => ids.includes(id) }
    const taken = await Promise.allSettled(
      ids.map((processId) => lockFolder(folder, 'ws', { processId, ...all })),
    )
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(readdirSync(folder)).toEqual(['.gov-sandbox.lock'])
  },
)

it('a take-over that was killed is told with both files to delete', async () => {
  for (const name of ['.gov-sandbox.lock', '.gov-sandbox.lock.taking']) {
    writeFileSync(join(folder, name), `300 ${hostname()}\n`)
  }
  const path = join(folder, '.gov-sandbox.lock')
  await expect(lockFolder(folder, 'ws', machine(100))).rejects.toMatchObject({
    message: `the workspace ws is kept by process 300 on ${hostname()} already`,
    hint: expect.stringContaining(`delete ${path} and ${path}.taking.`),
  })
  expect(readdirSync(folder)).toHaveLength(2)
})

it('says that a folder cannot be kept', async () => {
  await expect(lockFolder(join(folder, 'none'), 'ws', machine(1))).rejects.toMatchObject({
    code: 'workspace-not-writable',
  })
})
