export interface TimeLimit {
  /** Aborts when the time is over, and when the run has ended. */
  readonly signal: AbortSignal
  readonly isOver: () => boolean
  /** Must be called: what is left would keep the process alive. */
  readonly clear: () => void
}

/**
 * Limits of the requests of one run, all of which end with `ended`. It has one listener, and what is under way has
 * places in an array: the listeners of a signal, and the tables that a Set outgrows, stay linked to those that follow
 * them, and would keep something of each of ten thousand requests, as `AbortSignal.any` does.
 */
export function timeLimits(ended: AbortSignal): (ms: number) => TimeLimit {
  const running: (AbortController | undefined)[] = []
  ended.addEventListener(
    'abort',
    () => {
      for (const controller of running) controller?.abort()
    },
    { once: true },
  )
  return (ms) => {
    const controller = new AbortController()
    let over = false
    const timer = setTimeout(() => {
      over = true
      controller.abort()
    }, Math.ceil(ms))
    if (ended.aborted) controller.abort()
    const place = freePlace(running)
    running[place] = controller
    return {
      signal: controller.signal,
      isOver: () => over,
      clear: () => {
        clearTimeout(timer)
        running[place] = undefined
      },
    }
  }
}

function freePlace(places: readonly unknown[]): number {
  const free = places.indexOf(undefined)
  return free === -1 ? places.length : free
}
