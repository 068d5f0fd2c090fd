/**
 * Threads in which a served sandbox reads what callers send, compiles and evaluates it, so that its other requests have
 * their turn meanwhile. A thread is told the rulesets of the organisation that asks, asks for the definitions that it
 * needs, and keeps what it has compiled last.
 *
 * An evaluation ends in one of these ways: with an answer; at its time limit, of its own accord (`evaluation-worker.ts`)
 * or, a while later, with the thread; at the memory limit, with the thread; when the client disconnected.
 */

import { findErrorCode } from '../../core/model/file-fault.ts'
import type { SandboxLimits } from '../../dashboard/contract/evaluation.ts'
import type { CarriedRequest, Offload } from '../http/app-options.ts'
import { readAccessKey } from '../http/credentials.ts'
import { badRequestError, createHeaders, Refusal, type ServiceAnswer } from '../http/exchange.ts'
import type {
  CarriedRuleset,
  CarriedRulesets,
  FolderWorkspace,
  WorkspaceSnapshot,
} from '../store/workspace.ts'
import { createFairQueue, type Queued } from './fair-queue.ts'
import { tookTooLong } from './limits.ts'
import { outOfMemoryCode } from './memory-count.ts'
import { createThreadPool, type Job, type ThreadPoolOptions } from './thread-pool.ts'

export interface ThreadInput {
  readonly workspace: WorkspaceSnapshot
  readonly limits: SandboxLimits
  /** For one evaluation; Infinity is no limit. */
  readonly timeLimitMs: number
  /** Megabytes that one evaluation may take, sandboxes of JavaScript included; Infinity is no limit. */
  readonly memoryLimitMb: number
}

/** A request, and the rulesets of the organisation that asks, unless they are those of the last one. */
export interface ThreadQuestion extends CarriedRequest {
  readonly rulesets?: readonly CarriedRuleset[]
}

export interface PoolOptions
  extends Omit<ThreadInput, 'workspace'>,
    Pick<ThreadPoolOptions<ServiceAnswer, PoolEvaluation>, 'entry' | 'size' | 'short'> {
  /** An evaluation sees every change that was answered before its request came. */
  readonly workspace: Pick<FolderWorkspace, 'snapshot' | 'carriedRulesets'>
  /** Told about every unexpected throw in a thread. */
  readonly onFault?: ((error: unknown, requestId?: string) => void) | undefined
  /** Told of each request that left its thread: seconds that it waited and took, and what became of it. */
  readonly onDone?: ((waited: number, took: number, result: 'answered' | 'refused') => void) | undefined
  /** Milliseconds after which an idle thread, and the memory that it keeps, is given up. */
  readonly idleMs?: number | undefined
  /** Milliseconds for an evaluation to end of its own accord before its thread is ended. */
  readonly graceMs?: number | undefined
}

export interface EvaluationPool {
  readonly run: Offload
  /** How much is going on. */
  readonly count: () => { readonly alive: number; readonly running: number; readonly waiting: number }
  /** Why no thread starts, in words; undefined where one is alive or starts. */
  readonly findThreadFault: () => Promise<string | undefined>
  /** Ends all threads; what is running is not answered. */
  close(): Promise<void>
}

/** The most waiting requests: of all callers, of one organisation, and of one caller. */
const maxWaiting = 1_000
const maxOfOrganisation = 500
const maxOfCaller = 200
/** Milliseconds after which waiting is over. */
const maxWaitMs = 120_000
/** Bytes that are never short work. */
const shortBytes = 256 * 1024
/** Milliseconds for which an organisation's work is not tried as short, after some was not. */
const longMs = 10_000

/** Milliseconds in which a thread must start. */
const startMs = 5_000

interface PoolEvaluation extends Job<ServiceAnswer>, Queued {
  readonly question: CarriedRequest
  /** Those of the moment when it began. */
  rulesets: CarriedRulesets | undefined
  /** It was answered, or given up. */
  isOver: boolean
}

export function createEvaluationPool(options: PoolOptions): EvaluationPool {
  const { graceMs = 2_000, idleMs = 10_000, entry, size, timeLimitMs, memoryLimitMb, onFault } = options
  const { workspace, limits, short } = options
  const queue = createFairQueue<PoolEvaluation>({ now: () => performance.now(), shortBytes, longMs })
  const input: ThreadInput = { workspace: workspace.snapshot, limits, timeLimitMs, memoryLimitMb }
  const tooSlowError = () => badRequestError(`Not evaluated: ${tookTooLong(timeLimitMs)}`)
  const pool = createThreadPool<ServiceAnswer, PoolEvaluation>({
    entry,
    size,
    input,
    resourceLimits: Number.isFinite(memoryLimitMb) ? { maxOldGenerationSizeMb: memoryLimitMb } : {},
    short,
    next: queue.next,
    onLong: (job) => queue.makeLong(job),
    questionOf: (job, told): ThreadQuestion => {
      job.begunAt = performance.now()
      job.rulesets = workspace.carriedRulesets(job.question.org_id)
      const isTold = told.get('rulesets') === job.rulesets
      told.set('rulesets', job.rulesets)
      return isTold ? job.question : { ...job.question, rulesets: job.rulesets.list }
    },
    // A short job may begin again in the long lane, so its body is not transferred.
    transferOf: ({ question }, lane) => (lane === 'short' ? [] : [question.body.buffer]),
    giveOf: ({ rulesets }, id) => rulesets?.textOf(id),
    endOf: (end) => threadEndError(end, options),
    onFault: (error, job) => onFault?.(error, job?.question.id),
    limit: Number.isFinite(timeLimitMs) ? { ms: timeLimitMs + graceMs, late: tooSlowError } : undefined,
    idleMs,
  })
  const run: Offload = (question, signal) =>
    new Promise((settle, fail) => {
      const came = performance.now()
      const finish = (result: 'answered' | 'refused') => {
        clearTimeout(waiting)
        job.isOver = true
        const now = performance.now()
        const { begunAt = now } = job
        queue.charge(job, now - begunAt)
        options.onDone?.((begunAt - came) / 1000, (now - begunAt) / 1000, result)
      }
      const job: PoolEvaluation = {
        caller: readAccessKey(createHeaders(question.headers)),
        org_id: question.org_id,
        size: question.body.byteLength,
        question,
        rulesets: undefined,
        isOver: false,
        settle: (answer) => {
          if (job.isOver) return
          finish('answered')
          settle(answer)
        },
        fail: (reason) => {
          if (job.isOver) return
          finish('refused')
          fail(reason)
        },
      }
      const giveUp = (reason: Refusal) => {
        if (!job.isOver) pool.abandon(job, reason)
      }
      const waiting = setTimeout(() => {
        if (job.begunAt === undefined) giveUp(busyError())
      }, maxWaitMs)
      waiting.unref()
      const refusal = signal.aborted ? abandonedError() : findCrowd(pool.waiting, job)
      if (refusal) return job.fail(refusal)
      signal.addEventListener('abort', () => giveUp(abandonedError()), { once: true })
      pool.add(job)
    })
  const count = () => ({ ...pool.countThreads(), waiting: pool.waiting.size })
  const findThreadFault = async () => {
    if (pool.countThreads().alive > 0) return undefined
    const nothing = {
      method: 'GET',
      url: 'http://localhost/',
      headers: [],
      org_id: '',
      body: new Uint8Array(),
    }
    const isStarted = run(nothing, AbortSignal.timeout(startMs)).then(() => true)
    return (await isStarted.catch(() => false)) ? undefined : `no thread starts within ${startMs / 1000} s`
  }
  return { run, count, findThreadFault, close: async () => pool.close(abandonedError()) }
}

/** Why it cannot wait behind all those. */
function findCrowd(waiting: ReadonlySet<Queued>, { caller, org_id }: Queued): Refusal | undefined {
  if (waiting.size >= maxWaiting) return busyError()
  const count = (is: (each: Queued) => boolean) => [...waiting].filter(is).length
  const isCrowd =
    count((each) => each.org_id === org_id) >= maxOfOrganisation ||
    count((each) => each.caller === caller) >= maxOfCaller
  if (!isCrowd) return undefined
  const message = 'Too many of your evaluations are waiting: retry later, or request fewer at once'
  return new Refusal(429, message, { 'Retry-After': '1' })
}

function busyError(): Refusal {
  return new Refusal(503, 'The service has too much to do: retry later', { 'Retry-After': '5' })
}

function threadEndError(
  end: { readonly error: unknown } | { readonly code: number },
  { memoryLimitMb, onFault }: PoolOptions,
): unknown {
  const error = 'error' in end ? end.error : new Error(`the thread of an evaluation ended with ${end.code}`)
  const ranOut =
    'code' in end ? end.code === outOfMemoryCode : findErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
  if (ranOut)
    return badRequestError(
      `Not evaluated: it needs more than ${memoryLimitMb} MB of memory; request less at once`,
    )
  onFault?.(error)
  return error
}

/** Nobody sees this: the client disconnected. */
function abandonedError(): Refusal {
  return badRequestError('The request was cancelled')
}
