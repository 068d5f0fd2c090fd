import { interrupted } from '../../run/interruption.ts'
import type { Judged } from '../../run/judge.ts'
import { createLiveCheck } from '../../run/live/live-check.ts'
import type { Session } from './session.ts'

/** A definition that is checked as its text changes. */
export interface Root {
  readonly path: string
  /** Absolute: where its check is as if run. */
  readonly cwd: string
  /** After a pause without other calls; what is running then ends without an answer. */
  readonly schedule: (delayMs?: number) => void
  /** Whether the last check has read this file, or would have. */
  readonly reads: (path: string) => boolean
  readonly paths: () => readonly string[]
  readonly isStale: () => Promise<boolean>
  readonly close: () => void
}

export interface Answer {
  readonly judged?: Judged
  readonly error?: unknown
}

/** Typing goes on within this. */
const pauseMs = 100
/** A dashboard gets what is written once it rests. */
const remotePauseMs = 1000

export function createRoot(
  path: string,
  cwd: string,
  session: Session,
  onAnswer: (answer: Answer, cwd: string) => Promise<void>,
): Root {
  let stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isRemote = false
  let running: Promise<void> = Promise.resolve()
  const world = session.worldIn(cwd, () => stop.signal)
  const live = createLiveCheck(path, session.requestFor, world, session.openText)
  const end = () => {
    clearTimeout(timer)
    stop.abort(interrupted())
  }

  const evaluate = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return
    const answer = await live.check().then(
      (judged): Answer => ({ judged }),
      (error: unknown): Answer => ({ error }),
    )
    if (answer.judged) isRemote = answer.judged.report.run.dashboard !== 'embedded'
    if (!signal.aborted) await onAnswer(answer, cwd)
  }

  return {
    path,
    cwd,
    schedule: (delayMs = isRemote ? remotePauseMs : pauseMs) => {
      end()
      stop = new AbortController()
      const { signal } = stop
      timer = setTimeout(() => {
        running = running.then(() => evaluate(signal))
      }, delayMs)
    },
    reads: (other) => live.paths().includes(other),
    paths: live.paths,
    isStale: async () => (await live.changed()).length > 0,
    close: end,
  }
}
