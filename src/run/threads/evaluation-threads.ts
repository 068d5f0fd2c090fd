import type { Definition } from '../../model/asked.ts'
import { GovError } from '../../model/errors.ts'
import { codeOf } from '../../model/system-error.ts'
import { createThreadPool, type Job, type Thread } from '../../service/evaluation/thread-pool.ts'
import type { TimeLimit } from '../../service/evaluation/time-limit.ts'
import type { Send } from '../ask.ts'
import type { Survey } from '../definitions/survey.ts'
import type { World } from '../world.ts'
import type { Answer, Question, ThreadStart } from './protocol.ts'
import { fromThreadError } from './protocol.ts'

/** Threads that each have a part of a run's definitions evaluated, as the run itself would. */
export interface EvaluationThreads {
  /** Comes before `send`. Undefined: no thread could be started. */
  readonly survey: (definitions: readonly Definition[]) => Promise<Survey | undefined>
  readonly send: Send
  readonly close: () => void
}

interface DefinitionJob extends Job<Question, Answer> {
  /** The definition's file; undefined for saved APIs. */
  readonly file: string | undefined
}

/** The main thread has 984 KB, and Node keeps 192 KB: what is nested too deeply there is so in a thread, too. */
const stackSizeMb = (984 + 192) / 1024
/** For an evaluation to end at the deadline of its own accord, with the name of the rule that was running. */
const graceMs = 2_000

export function openEvaluationThreads(
  start: ThreadStart,
  size: number,
  limit: TimeLimit,
  world: World,
): EvaluationThreads {
  const keepers = new Map<string | undefined, Thread<DefinitionJob>>()
  const pool = createThreadPool<Answer, DefinitionJob>({
    entry: new URL('./definition-worker.js', import.meta.url),
    size,
    input: () => start,
    resourceLimits: { stackSizeMb },
    next: (waiting, thread) => nextFor(thread, waiting, keepers),
    onTurn: ({ file }, thread) => void keepers.set(file, thread),
    endOf,
    idleMs: 2 ** 31 - 1,
  })
  const stop = endsWith(world.interruption(), limit, pool.close)
  const asked = inOrder(async (question: Question, file: string | undefined) => {
    const { inputs, ...answer } = await new Promise<Answer>((settle, fail) =>
      pool.add({ question, file, settle, fail }),
    )
    for (const input of inputs) await world.sources.note(input)
    if ('error' in answer) throw fromThreadError(answer.error)
    return answer
  })
  const digests = new Map<string, string | undefined>()
  const surveyOne = async (definition: Definition) => {
    const answer = await asked({ survey: definition }, definition.file)
    if (!('survey' in answer)) throw new Error('a thread answered another question')
    for (const { file, digest } of answer.survey.definitions) digests.set(file, digest)
    return answer.survey
  }
  return {
    survey: (definitions) =>
      Promise.all(definitions.map(surveyOne)).then(joined, (error: unknown) => {
        if (error === noThread) return undefined
        throw error
      }),
    send: async (request) => {
      const file = request.kind === 'definition' ? request.definition.file : undefined
      const answer = await asked({ request, digest: file === undefined ? file : digests.get(file) }, file)
      if (!('evaluation' in answer)) throw new Error('a thread answered another question')
      return answer.evaluation
    },
    close: () => {
      stop()
      pool.close(new Error('the run is over'))
    },
  }
}

function joined(surveys: readonly Survey[]): Survey {
  return {
    definitions: surveys.flatMap(({ definitions }) => definitions),
    warnings: surveys.flatMap(({ warnings }) => warnings),
  }
}

/** The thread that has read a definition may still have it parsed; nobody waits for that thread, though. */
function nextFor(
  thread: Thread<DefinitionJob> | undefined,
  waiting: ReadonlySet<DefinitionJob>,
  keepers: ReadonlyMap<string | undefined, Thread<DefinitionJob>>,
): DefinitionJob | undefined {
  let last: DefinitionJob | undefined
  for (const job of waiting) {
    if ((keepers.get(job.file) ?? thread) === thread) return job
    last = job
  }
  return last
}

/** A run hears first of the first question that fails, whichever answer came first. */
function inOrder<Args extends readonly unknown[], Value>(ask: (...args: Args) => Promise<Value>) {
  const running = new Set<Promise<unknown>>()
  return async (...args: Args): Promise<Value> => {
    const earlier = [...running]
    const answer = ask(...args)
    running.add(answer)
    try {
      return await answer
    } catch (error) {
      await Promise.allSettled(earlier)
      throw error
    } finally {
      running.delete(answer)
    }
  }
}

/** Ends everything when the run is interrupted, or a while after its deadline. Gives what calls that off. */
function endsWith(signal: AbortSignal, limit: TimeLimit, end: (reason: unknown) => void): () => void {
  const onAbort = () => end(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  const late = () => {
    try {
      limit.left()
    } catch (error) {
      end(error)
    }
  }
  const timer = setTimeout(late, Math.min(limit.left() + graceMs, 2 ** 31 - 1))
  return () => {
    signal.removeEventListener('abort', onAbort)
    clearTimeout(timer)
  }
}

const noThread = new Error('a thread could not be started')
/** A system that gives no more threads; a program that was bundled again, and lacks the file. */
const startCodes = ['ERR_WORKER_INIT_FAILED', 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']

function endOf(error: unknown): unknown {
  const code = codeOf(error) ?? ''
  if (startCodes.includes(code)) return noThread
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  const hint = 'Check less at once, or give Node more: NODE_OPTIONS=--max-old-space-size=4096.'
  return new GovError('unavailable', 'out-of-memory', 'the check ran out of memory', hint, error)
}
