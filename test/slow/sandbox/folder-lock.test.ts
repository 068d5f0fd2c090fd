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
const waits: string[] = []
const options = {
  called: 'ws',
  onLost: unexpected,
  onWait: (line: string) => void waits.push(line),
  signal: new AbortController().signal,
  timing,
}
const take = async () => {
  waits.length = 0
  const unlock = await lockFolder(folder, options)
  if (unlock === undefined) throw new Error('the wait was ended')
  return unlock
}

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
  ['in a minute, as a clock was set back', -60_000],
  ['tomorrow, as a clock was set back', -86_400_000],
])('takes over a lock whose time stamp was renewed %s', async (_when, age) => {
  mkdirSync(path)
  const then = new Date(Date.now() - age)
  utimesSync(path, then, then)
  const unlock = await take()
  expect(statSync(path).mtimeMs).not.toBe(then.getTime())
  expect(waits).toEqual([expect.stringContaining(`the workspace ws has the lock ${path}: waiting up to `)])
  await unlock()
  expect(existsSync(path)).toBe(false)
})

it('does not take over a lock that is renewed, whatever its time stamp says', async () => {
  mkdirSync(path)
  let renewals = 0
  const renewal = setInterval(() => utimesSync(path, 9e9 + ++renewals, 9e9 + renewals), timing.update)
  await expect(take()).rejects.toMatchObject({ code: 'workspace-in-use' })
  clearInterval(renewal)
})

it.each([
  ['waits for a lock', -86_400_000, true],
  ['has taken over a lock', 60_000, false],
])('ends at a signal while it %s', async (_what, age, isThere) => {
  mkdirSync(path)
  const then = new Date(Date.now() - age)
  utimesSync(path, then, then)
  const started = performance.now()
  expect(await lockFolder(folder, { ...options, signal: AbortSignal.timeout(500) })).toBeUndefined()
  expect(performance.now() - started).toBeLessThan(1_500)
  expect(existsSync(path)).toBe(isThere)
})

it('says that it was lost when another process took it over', async () => {
  const lost = new Promise((resolve) => {
    void lockFolder(folder, { ...options, onLost: resolve }).then(async () => {
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
  await expect(lockFolder(join(folder, 'none'), options)).rejects.toMatchObject({
    code: 'workspace-not-writable',
  })
})
