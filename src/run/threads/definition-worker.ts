/** What runs in a thread of `evaluation-threads.ts`: reads definitions and has them evaluated, one at a time. */
import { parentPort, workerData } from 'node:worker_threads'
import { interpretSchemas } from '../../model/interpret-schemas.ts'
import { createThreadRun } from './thread-run.ts'

interpretSchemas()
const answer = createThreadRun(workerData)
parentPort?.on('message', async (question) => {
  parentPort?.postMessage({ answer: await answer(question) })
})
