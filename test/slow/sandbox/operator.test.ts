import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { serviceLimits } from '../../../src/dashboard/contract/evaluation.ts'
import { createOperating } from '../../../src/features/sandbox/operate.ts'
import { createEvaluationPool } from '../../../src/sandbox/evaluation/evaluation-pool.ts'
import { createApp } from '../../../src/sandbox/http/app.ts'
import { listen } from '../../../src/sandbox/http/listen.ts'
import { openWorkspace } from '../../../src/sandbox/store/workspace.ts'
import { fixedNow } from '../../sandbox/doors.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The readiness of a served copy of a workspace whose threads are those of `entry`. */
async function serve(entry: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gov-ready-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'fixtures/workspace'), folder, { recursive: true })
  const workspace = await openWorkspace(folder, { persist: true })
  const limits = serviceLimits
  const pool = createEvaluationPool({
    entry: pathToFileURL(join(root, 'dist', entry)),
    size: 1,
    workspace,
    limits,
    timeLimitMs: 10_000,
    memoryLimitMb: 512,
  })
  onTestFinished(() => pool.close())
  const { createOperator, withOperator } = createOperating(workspace, true)
  const app = createApp(workspace, { limits, now: fixedNow, offload: pool.run })
  const server = await listen(withOperator(app, createOperator(pool)), { port: 0 })
  onTestFinished(() => server.close())
  const ready = async () => {
    const answer = await fetch(`${server.url}/health/ready`)
    return [answer.status, await answer.json()]
  }
  return { folder, ready }
}

it('is not ready while its folder cannot be written', async () => {
  const { folder, ready } = await serve('evaluation-worker.js')
  expect(await ready()).toEqual([200, { status: 'ok' }])
  renameSync(folder, `${folder}-away`)
  await new Promise((settle) => setTimeout(settle, 2_100))
  const faults = ['the workspace cannot be written (ENOENT)']
  expect(await ready()).toEqual([503, { status: 'unavailable', faults }])
  renameSync(`${folder}-away`, folder)
  await new Promise((settle) => setTimeout(settle, 2_100))
  expect(await ready()).toEqual([200, { status: 'ok' }])
})

it('is not ready while no thread starts', async () => {
  const { ready } = await serve('nothing.js')
  const faults = ['no thread starts within 5 s']
  expect(await ready()).toEqual([503, { status: 'unavailable', faults }])
})
