import { getEventListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { check, type Progress } from '../../src/library.ts'

const cwd = resolve(import.meta.dirname, '../..')
const content = readFileSync(join(cwd, 'fixtures/workspace/apis/orders/openapi.yaml'))
const definitions = [1, 2, 3].map((each) => ({ file: `${each}.yaml`, content }))
const ruleset_files = ['fixtures/workspace/rulesets/rs-docs/rules.yaml']
const options = { cwd, definitions, ruleset_files, dashboard: { concurrency: 1 } }
const interrupted = { kind: 'interrupted', code: 'interrupted', exitCode: 130 }

it.each([
  ['between two requests', 2],
  ['after the last request', 3],
])('ends a run in this process %s', async (_when, last) => {
  const [told, controller]: [Progress[], AbortController] = [[], new AbortController()]
  const onProgress = (now: Progress) => {
    told.push(now)
    if (now.done === last) controller.abort()
  }
  const running = check({ ...options, onProgress, signal: controller.signal })
  await expect(running).rejects.toMatchObject(interrupted)
  expect(told.map(({ done, total }) => [done, total])).toEqual(
    Array.from({ length: last + 1 }, (_, done) => [done, 3]),
  )
})

it('ends a run that has not begun', async () => {
  await expect(check({ ...options, signal: AbortSignal.abort() })).rejects.toMatchObject(interrupted)
})

it('ends a request that is not answered, and its connection', async () => {
  const controller = new AbortController()
  const server = createServer(() => controller.abort())
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  onTestFinished(() => void server.close())
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  const closed = new Promise((settle) => server.on('connection', (socket) => socket.on('close', settle)))
  const running = check({
    dashboard: { url: `http://127.0.0.1:${port}` },
    token: 'demo',
    api_ids: ['a'],
    categories: ['b'],
    signal: controller.signal,
  })
  await expect(running).rejects.toMatchObject(interrupted)
  await closed
})

it('is let go of when the run is over, however that ends', async () => {
  const { signal } = new AbortController()
  await check({ ...options, signal })
  await check({ ...options, config: 'none-such.yml', signal }).catch(() => undefined)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
