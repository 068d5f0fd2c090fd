/**
 * What runs in a thread of `evaluation-pool.ts`: the same app over the same records, one evaluation at a time. The
 * time limit fails the ruleset that is being run then, and those after it, as any other failure of the engine does.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { createApp } from '../http/app.ts'
import { requestOf } from '../http/in-process.ts'
import { restoreWorkspace } from '../store/workspace.ts'
import { type FromThread, type ThreadInput, type ToThread, tookTooLong } from './evaluation-thread.ts'

const { workspace, limits, timeLimitMs, unwanted }: ThreadInput = workerData
const isUnwanted = new Int32Array(unwanted)
let endsAt = Number.POSITIVE_INFINITY

const app = createApp(restoreWorkspace(workspace), {
  limits,
  now: () => new Date(),
  checkpoint: () => {
    if (Atomics.load(isUnwanted, 0) !== 0) throw new Error('nobody waits for it any more')
    if (performance.now() > endsAt) throw new Error(tookTooLong(timeLimitMs))
  },
  onFault: (error) => tell({ fault: error instanceof Error ? error.message : String(error) }),
})

parentPort?.on('message', async ({ url, headers, body }: ToThread) => {
  endsAt = performance.now() + timeLimitMs
  tell({ answer: await app.answer(requestOf('POST', url, headers, body)) })
})

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}
