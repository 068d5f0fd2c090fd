/** What runs in the thread of `worker.ts`: the jobs, over the open texts as the editor has them. */
import { parentPort, workerData } from 'node:worker_threads'
import { interruptedError } from '../../../check/world.ts'
import type { Versions } from '../../../core/document/versions/versions.ts'
import { interpretSchemas } from '../../../core/model/schema.ts'
import type { OpenText } from '../live/live-reader.ts'
import { resolveLinks } from '../paths.ts'
import { createSurroundings } from '../surroundings.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { type FromThread, sendError, type ThreadInput, type ToThread } from './messages.ts'

interpretSchemas()
const input: ThreadInput = workerData
const byPath = new Map<string, OpenText>()
const byRealPath = new Map<string, OpenText>()
const running = new Map<number, AbortController>()
const openText = (path: string) => byPath.get(path) ?? byRealPath.get(resolveLinks(path))
/** Of what is open, so that after an edit only that is read again. */
const versions = new Map<string, Versions>()
const never = new AbortController().signal
const surroundings = createSurroundings(input, openText, (log) => tell({ log }), never, versions)
const jobs = createJobs(surroundings, openText)

input.open.forEach(noteOpen)
parentPort?.on('message', (message: ToThread) => {
  if ('open' in message) noteOpen(message.open)
  else if ('closed' in message) noteClosed(message.closed)
  else if ('abort' in message) running.get(message.abort)?.abort(interruptedError())
  else void run(message)
})

async function run({ job, name, input }: Extract<ToThread, { job: number }>): Promise<void> {
  const stop = new AbortController()
  running.set(job, stop)
  try {
    // The caller gives each job its own input.
    const work = jobs[name] as Jobs[keyof Jobs] as (input: unknown, signal: AbortSignal) => Promise<unknown>
    tell({ job, result: sendable(await work(input, stop.signal)) })
  } catch (error) {
    tell({ job, error: sendError(error) })
  }
  running.delete(job)
}

/** An error of a check is part of its result. */
function sendable(result: unknown): unknown {
  const { error } = Object(result)
  return error === undefined ? result : { ...Object(result), error: sendError(error) }
}

function noteOpen(open: OpenText): void {
  byPath.set(open.path, open)
  byRealPath.set(open.realPath, open)
}

function noteClosed(path: string): void {
  byRealPath.delete(byPath.get(path)?.realPath ?? '')
  byPath.delete(path)
  versions.delete(path)
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}
