import { Worker } from 'node:worker_threads'
import { interruptedError } from '../../../check/world.ts'
import type { OpenText } from '../live/live-reader.ts'
import type { OpenDocuments } from '../open-documents.ts'
import type { SurroundingsInput } from '../surroundings.ts'
import type { JobTypes } from './jobs.ts'
import { type FromThread, type JobName, receiveError, type ThreadInput, type ToThread } from './messages.ts'

/** A thread that does what takes long, so that the editor's requests are answered meanwhile. It starts with its first job. */
export interface Work {
  /** Rejects as the job does, and once the thread ends by itself; the next job then has a new one. */
  readonly run: <Name extends JobName>(
    name: Name,
    input: JobTypes[Name]['input'],
    signal?: AbortSignal,
  ) => Promise<JobTypes[Name]['result']>
}

interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: unknown) => void
  readonly over: () => void
}

export function createWork(
  input: SurroundingsInput,
  { onEvent, openText, openDocuments }: OpenDocuments,
  log: (text: string) => void,
  ended: AbortSignal,
): Work {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let count = 0
  const start = () => {
    const workerData: ThreadInput = { ...input, open: [...openDocuments()].map(sendText) }
    const own = new Worker(new URL('./check-worker.js', import.meta.url), { workerData })
    const end = (error: unknown) => {
      if (worker === own) worker = undefined
      for (const { reject, over } of [...waiting.values()]) {
        over()
        reject(error)
      }
    }
    own.on('message', (message: FromThread) => receive(message))
    own.on('error', end)
    own.on('exit', (code) => end(new Error(`the thread that checks ended with ${code}`)))
    return own
  }
  const receive = (message: FromThread) => {
    if ('log' in message) return log(message.log)
    const { job } = message
    const settle = waiting.get(job)
    settle?.over()
    if ('error' in message) settle?.reject(receiveError(message.error))
    else settle?.resolve(received(message.result) as never)
  }
  const tell = (message: ToThread) => worker?.postMessage(message)
  onEvent((what, path) => {
    const open = openText(path)
    if (what === 'closed') tell({ closed: path })
    else if (what !== 'saved' && open) tell({ open: sendText(open) })
  })
  ended.addEventListener('abort', () => void worker?.terminate())
  return {
    run: (name, jobInput, signal) =>
      new Promise((resolve, reject) => {
        if (ended.aborted || signal?.aborted) return reject(signal?.reason ?? interruptedError())
        worker ??= start()
        count += 1
        const job = count
        const abort = () => tell({ abort: job })
        signal?.addEventListener('abort', abort)
        const over = () => {
          signal?.removeEventListener('abort', abort)
          waiting.delete(job)
        }
        waiting.set(job, { resolve, reject, over })
        tell({ job, name, input: jobInput })
      }),
  }
}

function sendText({ path, realPath, text, stamp }: OpenText): OpenText {
  return { path, realPath, text, stamp }
}

function received(result: unknown): unknown {
  const { error } = Object(result)
  return error === undefined ? result : { ...Object(result), error: receiveError(error) }
}
