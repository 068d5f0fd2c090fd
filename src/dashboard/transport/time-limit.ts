export interface TimeLimit {
  /** Aborts when the time is over, and when `ended` does. */
  readonly signal: AbortSignal
  readonly isOver: () => boolean
  /** Must be called: what is left would keep the process alive. */
  readonly clear: () => void
}

/** `AbortSignal.any` would be shorter; it keeps something of each of ten thousand requests. */
export function timeLimit(ms: number, ended: AbortSignal): TimeLimit {
  const controller = new AbortController()
  let over = false
  const timer = setTimeout(() => {
    over = true
    controller.abort()
  }, Math.ceil(ms))
  const end = () => controller.abort()
  if (ended.aborted) end()
  else ended.addEventListener('abort', end)
  return {
    signal: controller.signal,
    isOver: () => over,
    clear: () => {
      clearTimeout(timer)
      ended.removeEventListener('abort', end)
    },
  }
}
