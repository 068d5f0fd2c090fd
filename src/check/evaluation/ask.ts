import type { Asked, EvaluationRequest } from '../../core/model/asked.ts'
import { GovError } from '../../core/model/errors.ts'
import type { Answer, Evaluation } from '../../core/model/evaluation.ts'
import { findUndecided } from '../../gate/merge.ts'
import { type Caps, plan, planFollowUp, requestCaps } from '../../gate/requests/plan.ts'
import { areAllCounted, halve, halveRefused, needsSplit, type SplitRules } from '../../gate/requests/split.ts'
import { createLimiter, type Limited } from '../sources/limiter.ts'
import type { OnProgress, Progress } from '../world.ts'

/** Sends one call. `onAnswer` is called when the whole answer is there, which is read only then. */
export type SendEvaluation = (
  request: EvaluationRequest,
  onAnswer: () => Promise<void>,
) => Promise<Evaluation>

interface AskerOptions {
  /** Calls running at once. */
  readonly concurrency: number
  /** Send the next call before an answer is read: of no use to a service in this process, which waits for both. */
  readonly readsLater?: boolean | undefined
  readonly split: SplitRules
  readonly caps?: Caps | undefined
  readonly onProgress?: OnProgress | undefined
}

export interface Answers {
  readonly answers: readonly Answer[]
  /** Calls answered, also those whose answers were retried in pieces. */
  readonly requests: number
}

/**
 * Asks all that `asked` needs, in as many calls as the caps make of it, and again in halves where an answer is not
 * enough. The answers are in the order of the plan, whichever came first. Ends at the first call that fails.
 */
export async function askAll(asked: Asked, send: SendEvaluation, options: AskerOptions): Promise<Answers> {
  const limited = createLimiter(options.concurrency)
  const caps = options.caps ?? requestCaps
  let requests = 0
  const sendOne = async (request: EvaluationRequest, free: () => void): Promise<RequestOutcome> => {
    const onAnswer = async () => {
      if (!options.readsLater) return
      free()
      // After this turn the next call is on its way.
      await new Promise((resolve) => setImmediate(resolve))
    }
    const outcome = await sendOrHalve(request, (call) => send(call, onAnswer))
    requests += 1
    free()
    return outcome
  }
  const ask = asker(limited, sendOne, options.split, createTally(options.onProgress))
  const first = await ask(plan(asked, caps))
  const others = await ask(planFollowUp(asked, first, caps))
  const answers = await askUndecided([...first, ...others], ask)
  return { answers, requests }
}

/** An answer, or what to ask instead of a call that was refused. */
type RequestOutcome = { readonly answer: Answer } | { readonly instead: readonly EvaluationRequest[] }

async function sendOrHalve(
  request: EvaluationRequest,
  send: (request: EvaluationRequest) => Promise<Evaluation>,
): Promise<RequestOutcome> {
  try {
    return { answer: { request, evaluation: await send(request) } }
  } catch (error) {
    const refused = error instanceof GovError && error.code === 'request-refused'
    const instead = refused ? halveRefused(request) : []
    if (instead.length === 0) throw error
    return { instead }
  }
}

type EvaluateRequests = (requests: readonly EvaluationRequest[]) => Promise<Answer[]>

function asker(
  limited: Limited,
  sendOne: (request: EvaluationRequest, free: () => void) => Promise<RequestOutcome>,
  rules: SplitRules,
  tally: Tally,
): EvaluateRequests {
  const complete = async (request: EvaluationRequest, free: () => void): Promise<Answer[]> => {
    const outcome = await sendOne(request, free)
    if ('instead' in outcome) {
      tally.answered(0, outcome.instead.length)
      return askAll(outcome.instead)
    }
    const { answer } = outcome
    const parts = needsSplit(answer, rules) ? halve(answer) : []
    tally.answered(parts.length === 0 ? answer.evaluation.issues.length : 0, parts.length)
    if (parts.length === 0) return [answer]
    const answers = await askAll(parts)
    return areAllCounted(answers, answer) ? answers : [answer, ...answers]
  }
  const askAll: EvaluateRequests = async (requests) => (await limited(requests, complete)).flat()
  return (requests) => {
    tally.toAsk(requests.length)
    return askAll(requests)
  }
}

/** Until it is known of every API whether it was evaluated, as far as calls can tell. */
async function askUndecided(answers: readonly Answer[], ask: EvaluateRequests): Promise<readonly Answer[]> {
  const open = findUndecided(answers)
  if (open.size === 0) return answers
  const inPlace = answers.map((answer) => (open.has(answer) ? ask(halve(answer)) : [answer]))
  return askUndecided((await Promise.all(inPlace)).flat(), ask)
}

export interface Tally {
  readonly toAsk: (requests: number) => void
  /** One answer: its issues, unless it is retried, and the requests to do so. */
  readonly answered: (issues: number, again: number) => void
}

/** Adds up, and tells each sum. */
export function createTally(onProgress: OnProgress = () => {}): Tally {
  let sum: Progress = { done: 0, total: 0, issues: 0 }
  const add = (done: number, total: number, issues: number) => {
    sum = { done: sum.done + done, total: sum.total + total, issues: sum.issues + issues }
    onProgress(sum)
  }
  return {
    toAsk: (requests) => {
      if (requests > 0) add(0, requests, 0)
    },
    answered: (issues, again) => add(1, again, issues),
  }
}
