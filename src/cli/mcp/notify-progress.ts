import type { OnProgress, Progress } from '../../run/ask.ts'

/** What the protocol says of a call that goes on. */
export interface ProgressNote {
  readonly progress: number
  readonly total: number
  readonly message: string
}

const leastMs = 200

/**
 * Tells an agent how far a call is, a few times a second at most. What it tells only grows: a fix checks several times,
 * and each check counts from nothing.
 */
export function notifyProgress(send: (note: ProgressNote) => void, now: () => Date): OnProgress {
  let [before, sent, sentAt] = [0, 0, Number.NEGATIVE_INFINITY]
  let last: Progress = { done: 0, total: 0, issues: 0 }
  return (current) => {
    if (current.done < last.done) before += last.done
    last = current
    const progress = before + current.done
    const time = now().getTime()
    if (progress <= sent || time - sentAt < leastMs) return
    ;[sent, sentAt] = [progress, time]
    send({ progress, total: before + current.total, message: messageOf(current) })
  }
}

function messageOf({ done, total, issues }: Progress): string {
  return `${done} of ${total} requests answered, issues so far: ${issues}`
}
