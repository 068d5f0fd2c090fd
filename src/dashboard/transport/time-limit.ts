export interface TimeLimit {
  /** Aborts when the time is over, and when the run has ended. */
  readonly signal: AbortSignal
  readonly isOver: () => boolean
  /** Must be called: what is left would keep the process alive. */
  readonly clear: () => void
}

/**
 * Limits of the requests of one run, all of which end with `ended`. It has one listener: a signal links its listeners
 * to each other, also those that were taken off, and would keep something of each of ten thousand requests, as
 * `AbortSignal.any` does.
 */
export function timeLimits(ended: AbortSignal): (ms: number) => TimeLimit {
  const running = new Set<AbortController>()
  ended.addEventListener(
    'abort',
    () => {
      for (const controller of running) controller.abort()
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
    running.add(controller)
    return {
      signal: controller.signal,
      isOver: () => over,
      clear: () => {
        clearTimeout(timer)
        running.delete(controller)
      },
    }
  }
}
