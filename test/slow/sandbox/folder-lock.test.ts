import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockFolder } from '../../../src/sandbox/store/folder-lock.ts'

const timing = { stale: 2_000, update: 1_000 }

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  path = join(folder, '.gov-sandbox.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const unexpected = (error: unknown) => {
  throw error
}
const take = () => lockFolder(folder, 'ws', unexpected, timing)

it('keeps others out until it is released, and leaves nothing behind', async () => {
  const unlock = await take()
  await expect(take()).rejects.toMatchObject({
    code: 'workspace-in-use',
    message: 'another process persists the workspace ws',
  })
  await unlock()
  expect(readdirSync(folder)).toEqual([])
  await (await take())()
  expect(readdirSync(folder)).toEqual([])
})

it.each([
  ['long ago', 60_000],
  ['just now, by a process that was killed then', 0],
])('takes over a lock whose time stamp was renewed %s', async (_when, age) => {
  mkdirSync(path)
  const then = new Date(Date.now() - age)
  utimesSync(path, then, then)
  const unlock = await take()
  expect(statSync(path).mtimeMs).toBeGreaterThan(then.getTime())
  await unlock()
  expect(existsSync(path)).toBe(false)
})

it('says that it was lost when another process took it over', async () => {
  const lost = new Promise((resolve) => {
    void lockFolder(folder, 'ws', resolve, timing).then(async () => {
      rmSync(path, { recursive: true })
      // In the same millisecond it would have the same time stamp, which is what counts.
      await pause(10)
      mkdirSync(path)
    })
  })
  expect(await lost).toMatchObject({ code: 'workspace-lock-lost' })
  expect(existsSync(path)).toBe(true)
})

it('says that a folder cannot be kept', async () => {
  await expect(lockFolder(join(folder, 'none'), 'ws', unexpected)).rejects.toMatchObject({
    code: 'workspace-not-writable',
  })
})
