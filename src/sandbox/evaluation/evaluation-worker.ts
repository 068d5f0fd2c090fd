/** A thread of `evaluation-pool.ts`: the service over copies of its records, one request at a time, each within its time limit. */
import { parentPort, workerData } from 'node:worker_threads'
import { readMessage } from '../../core/model/file-fault.ts'
import { interpretSchemas } from '../../core/model/schema.ts'
import { createApp } from '../http/app.ts'
import type { ServiceAnswer } from '../http/exchange.ts'
import { createRequest } from '../http/in-process.ts'
import { restoreWorkspace } from '../store/workspace.ts'
import type { ThreadInput, ThreadQuestion } from './evaluation-pool.ts'
import { tookTooLong } from './limits.ts'
import { createMemoryCount } from './memory-count.ts'
import type { FromThread, NeedAnswer } from './thread-pool.ts'

interpretSchemas()
const { workspace: snapshot, limits, timeLimitMs, memoryLimitMb }: ThreadInput = workerData
const memories = createMemoryCount(memoryLimitMb * 2 ** 20)
let endsAt = Number.POSITIVE_INFINITY

const needs = new Map<string, (text: string) => void>()
const workspace = restoreWorkspace(
  snapshot,
  (need) =>
    new Promise((settle) => {
      needs.set(need, settle)
      tell({ need })
    }),
)

const app = createApp(workspace, {
  limits,
  now: () => new Date(),
  isReader: true,
  memories,
  keptText: 8 * 1024 * 1024,
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

parentPort?.on('message', async (message: ThreadQuestion | NeedAnswer) => {
  if ('need' in message) {
    needs.get(message.need)?.(String(message.given))
    needs.delete(message.need)
    return
  }
  const { method, url, headers, body, rulesets } = message
  if (rulesets) workspace.carry(rulesets)
  endsAt = performance.now() + timeLimitMs
  const answer = await app.answer(createRequest(method, url, headers, body))
  tell({ answer, isFull: memories.isFull() })
})

tell({ isReady: true })

function tell(message: FromThread<ServiceAnswer>): void {
  parentPort?.postMessage(message)
}
