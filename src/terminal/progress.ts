import type { Progress } from '../check/ask.ts'
import type { Context } from './context.ts'
import { progressLine } from './progress-line.ts'

/** A shorter run shows nothing. */
const quietMs = 1000
const betweenDrawsMs = 100

/** The work of a run; it calls `onPlan` with the number of concurrent requests. */
type Work<Value> = (context: Context, onPlan: (concurrency: number) => void) => Promise<Value>

/** Runs `work`, and shows a person at a terminal how far it is. Where nobody looks, it is `work` alone. */
export async function withProgress<Value>(context: Context, work: Work<Value>): Promise<Value> {
  const { status } = context.io
  if (status === undefined) return work(context, () => {})
  const started = performance.now()
  let concurrency = 1
  let asking: (Progress & { readonly since: number }) | undefined
  const draw = () => {
    const now = performance.now()
    if (now - started < quietMs) return
    // Only now: a signal that is listened for no longer ends a process which is busy.
    if (context.interruption().aborted) return status.clear()
    const elapsedMs = now - (asking?.since ?? started)
    const progress = asking ? { ...asking, concurrency, elapsedMs } : { elapsedMs }
    status.show((columns) => progressLine(progress, columns))
  }
  const timer = setInterval(draw, betweenDrawsMs).unref()
  const progress = (now: Progress) => {
    asking = { ...now, since: asking?.since ?? performance.now() }
  }
  try {
    return await work({ ...context, observe: { ...context.observe, progress } }, (most) => {
      concurrency = most
    })
  } finally {
    clearInterval(timer)
    status.clear()
  }
}
