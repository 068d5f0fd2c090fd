import { Worker } from 'node:worker_threads'
import type { Judged } from '../../../check/judge.ts'
import { interruptedError } from '../../../check/world.ts'
import { GovError } from '../../../core/model/errors.ts'
import type { FixKind } from '../../../core/model/fixes.ts'
import type { FixedFile } from '../../fix/index.ts'
import type { OpenText, SurroundingsInput } from '../live-reader.ts'
import type { OpenDocuments } from '../open-documents.ts'
import type { ExampleProblem } from './example-problems.ts'

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
    const workerData: WorkerInput = { ...input, open: [...openDocuments()].map(sendText) }
    const thread = new Worker(new URL('./check-worker.js', import.meta.url), { workerData })
    const end = (error: unknown) => {
      if (worker === thread) worker = undefined
      for (const { reject, over } of [...waiting.values()]) {
        over()
        reject(error)
      }
    }
    thread.on('message', (message: FromWorker) => receive(message))
    thread.on('error', end)
    thread.on('exit', (code) => end(new Error(`the thread that checks ended with ${code}`)))
    return thread
  }
  const receive = (message: FromWorker) => {
    if ('log' in message) return log(message.log)
    const { job } = message
    const settle = waiting.get(job)
    settle?.over()
    if ('error' in message) settle?.reject(receiveError(message.error))
    else settle?.resolve(convertError(message.result, receiveError) as never)
  }
  const tell = (message: ToThread) => worker?.postMessage(message)
  onEvent((what, path) => {
    const open = openText(path)
    if (what === 'closed') tell({ closed: path })
    else if (what !== 'saved' && open) tell({ open: sendText(open) })
  })
  // Node 20 aborts the whole process where a thread is terminated while it asks for a file.
  ended.addEventListener('abort', () => tell({ ended: true }))
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

/** An error of a check is part of its result. */
export function convertError(result: unknown, convert: (error: never) => unknown): unknown {
  const { error } = Object(result)
  return error === undefined ? result : { ...Object(result), error: convert(error as never) }
}

type JobName = keyof JobTypes

export interface WorkerInput extends SurroundingsInput {
  readonly open: readonly OpenText[]
}

export type ToThread =
  | { readonly open: OpenText }
  | { readonly closed: string }
  | { readonly abort: number }
  | { readonly ended: true }
  | { readonly job: number; readonly name: JobName; readonly input: unknown }

export type FromWorker =
  | { readonly log: string }
  | { readonly job: number; readonly result: unknown }
  | { readonly job: number; readonly error: SentError }

/** An error as it can be sent: of the classes, only `Error` arrives. */
interface SentError {
  readonly message: string
  readonly stack?: string | undefined
  readonly gov?: Pick<GovError, 'kind' | 'code' | 'hint' | 'cause'>
}

export function sendError(error: unknown): SentError {
  const { message = String(error), stack } = Object(error)
  if (!(error instanceof GovError)) return { message, stack }
  const { line, column } = Object(error.cause)
  const { kind, code, hint } = error
  return { message, stack, gov: { kind, code, hint, cause: { line, column } } }
}

function receiveError({ message, stack, gov }: SentError): Error {
  if (gov) return new GovError(gov.kind, gov.code, message, gov.hint, gov.cause)
  return Object.assign(new Error(message), stack !== undefined && { stack })
}

/** Jobs that take long: they are done in a thread, and take and give values that can be sent to one. */
export type Jobs = {
  readonly [Name in keyof JobTypes]: (
    input: JobTypes[Name]['input'],
    signal: AbortSignal,
  ) => Promise<JobTypes[Name]['result']>
}

export interface JobTypes {
  readonly check: { readonly input: RootPlace; readonly result: Checked }
  /** Whether another check might say something else. */
  readonly changed: { readonly input: RootPlace; readonly result: boolean }
  readonly close: { readonly input: RootPlace; readonly result: true }
  readonly fix: { readonly input: ToFix; readonly result: Fixed }
  readonly examples: {
    readonly input: { readonly cwd: string; readonly ruleset: string }
    readonly result: readonly ExampleProblem[]
  }
}

/** Both absolute. */
export interface RootPlace {
  readonly path: string
  readonly cwd: string
}

export interface Checked {
  readonly judged?: Judged
  readonly error?: unknown
  /** As `LiveCheck` has them. */
  readonly file: string
  readonly inputs: ReadonlySet<string>
  readonly paths: readonly string[]
  readonly waits: boolean
  readonly links: ReadonlyMap<string, string>
  /** The kind of the fix of each issue that seems to have one, by its id. */
  readonly kinds: ReadonlyMap<string, FixKind>
  readonly broken: readonly BrokenPart[]
}

/** An open file that the definition goes on in, and that cannot be parsed. */
export interface BrokenPart {
  readonly path: string
  readonly reason: string
  readonly line: number
  readonly column: number
}

export interface ToFix {
  readonly cwd: string
  /** The definition, as in messages, and all whose checks what is edited must suit. */
  readonly file: string
  readonly files: readonly string[]
  /** The issues to fix: all of a rule, one of it, or all where no rule is named; only one may have an unsafe fix. */
  readonly rule?: string
  readonly id?: string
  /** Only if its fix is safe. */
  readonly isSafe?: boolean
}

/** No files: there is nothing to change, for this reason. */
export interface Fixed {
  readonly files: readonly FixedFile[]
  readonly reason: string
}
