/** How far a run is. */
export interface Progress {
  /** Requests that are answered. */
  readonly done: number
  /** Requests that are known to be needed: more, once an answer has to be retried in pieces. */
  readonly total: number
  /** Issues in the answers so far; those of an answer that is retried may be counted twice. */
  readonly issues: number
}

/** Told when there is something to ask, and after each answer. What it throws ends the run. */
export type OnProgress = (progress: Progress) => void

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
