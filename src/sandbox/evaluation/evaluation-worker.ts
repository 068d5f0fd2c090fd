/**
 * What runs in a thread of `evaluation-pool.ts`: the same app over the same records, one evaluation at a time. The
 * time limit fails the ruleset that is running then, and those after it, as any other failure of the engine does.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { interpretSchemas } from '../../core/model/interpret-schemas.ts'
import { readMessage } from '../../core/model/system-error.ts'
import { createApp } from '../http/app.ts'
import type { CarriedRequest } from '../http/app-options.ts'
import type { ServiceAnswer } from '../http/exchange.ts'
import { createRequest } from '../http/in-process.ts'
import { restoreWorkspace } from '../store/workspace.ts'
import type { ThreadInput } from './evaluation-pool.ts'
import type { FromThread } from './thread-pool.ts'
import { tookTooLong } from './time-limit.ts'

interpretSchemas()
const { workspace, limits, timeLimitMs }: ThreadInput = workerData
let endsAt = Number.POSITIVE_INFINITY

const app = createApp(restoreWorkspace(workspace), {
  limits,
  now: () => new Date(),
  timeLimit: {
    left: () => {
      const left = endsAt - performance.now()
      if (left <= 0) throw new Error(tookTooLong(timeLimitMs))
      return left
    },
    exceeded: (rule) => new Error(`${rule}: ${tookTooLong(timeLimitMs)}`),
  },
  onFault: (error) => tell({ fault: readMessage(error) }),
})

parentPort?.on('message', async ({ url, headers, body }: CarriedRequest) => {
  endsAt = performance.now() + timeLimitMs
  tell({ answer: await app.answer(createRequest('POST', url, headers, body)) })
})

function tell(message: FromThread<ServiceAnswer>): void {
  parentPort?.postMessage(message)
}
