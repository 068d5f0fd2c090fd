import type { Judged } from '../../check/judge.ts'
import { interruptedError } from '../../check/world.ts'
import { createLiveCheck, type LiveCheck } from './live/live-reader.ts'
import type { Session } from './session.ts'

/** A definition that is checked whenever what it is made of changes. */
export interface Root {
  readonly path: string
  /** Absolute: where its check is as if run. */
  readonly cwd: string
  /** The open files for which it is checked. */
  readonly holders: Set<string>
  readonly live: LiveCheck
  /** The last answer, while nothing has changed since. */
  readonly judged: () => Judged | undefined
  /** Checks after a pause without other calls. What is running then ends without an answer. */
  readonly schedule: (pauseMs?: number) => void
  readonly close: () => void
}

export interface RootAnswer {
  readonly judged?: Judged
  readonly error?: unknown
}

/** Once `signal` is aborted, the answer no longer counts. */
export type OnAnswer = (answer: RootAnswer, root: Root, signal: AbortSignal) => Promise<void>

const typingPauseMs = 100
/** A dashboard gets a text once it rests. */
const remotePauseMs = 1000

export function createRoot(path: string, cwd: string, session: Session, onAnswer: OnAnswer): Root {
  let stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let last: Judged | undefined
  let running: Promise<void> = Promise.resolve()
  const world = session.worldIn(cwd, () => stop.signal)
  const live = createLiveCheck(path, session.requestFor, world, session.openText)
  const end = () => {
    clearTimeout(timer)
    stop.abort(interruptedError())
    last = undefined
  }

  const evaluate = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return
    const answer = await session
      .inTurn(() => live.check())
      .then(
        (judged): RootAnswer => ({ judged }),
        (error: unknown): RootAnswer => ({ error }),
      )
    if (signal.aborted) return
    last = answer.judged
    await onAnswer(answer, root, signal)
  }

  const root: Root = {
    path,
    cwd,
    holders: new Set(),
    live,
    judged: () => last,
    schedule: (pauseMs = live.waits() ? remotePauseMs : typingPauseMs) => {
      end()
      stop = new AbortController()
      const { signal } = stop
      timer = setTimeout(() => {
        running = running.then(() => evaluate(signal)).catch(session.fail)
      }, pauseMs)
    },
    close: end,
  }
  return root
}
