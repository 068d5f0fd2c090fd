import type { Progress } from '../check/world.ts'
import { grouped, plural, renderDuration } from '../core/text/wording.ts'
import type { Context } from './context.ts'

/** A shorter run shows nothing. */
const quietMs = 1000
const betweenDrawsMs = 100

/** The work of a run; it calls `onPlan` with the number of concurrent requests, and what each is about. */
type Work<Value> = (context: Context, onPlan: (concurrency: number, unit: Unit) => void) => Promise<Value>
type Unit = 'request' | 'file'

/** Runs `work`, and shows a person at a terminal how far it is. Where nobody looks, it is `work` alone. */
export async function withProgress<Value>(context: Context, work: Work<Value>): Promise<Value> {
  const { status } = context.io
  if (status === undefined) return work(context, () => {})
  const started = performance.now()
  let [concurrency, unit]: [number, Unit] = [1, 'request']
  let asking: (Progress & { readonly since: number }) | undefined
  const draw = () => {
    const now = performance.now()
    if (now - started < quietMs) return
    // Only now: a signal that is listened for no longer ends a process which is busy.
    if (context.interruption().aborted) return status.clear()
    const elapsedMs = now - (asking?.since ?? started)
    const progress = asking ? { ...asking, concurrency, unit, elapsedMs } : { elapsedMs }
    status.show((columns) => progressLine(progress, columns))
  }
  const timer = setInterval(draw, betweenDrawsMs).unref()
  const progress = (now: Progress) => {
    asking = { ...now, since: asking?.since ?? performance.now() }
  }
  try {
    return await work({ ...context, observe: { ...context.observe, progress } }, (...planned) => {
      ;[concurrency, unit] = planned
    })
  } finally {
    clearInterval(timer)
    status.clear()
  }
}

export interface RunProgress extends Progress {
  readonly concurrency: number
  readonly unit: Unit
  readonly elapsedMs: number
}

/** Fewer answers tell nothing of those to come. */
const leastAnswers = 5

type Preparing = Pick<RunProgress, 'elapsedMs'>

/** A run on one line of at most `columns` characters, all ASCII: the less important is left out where it does not fit. */
export function progressLine(progress: RunProgress | Preparing, columns: number): string {
  if (!('total' in progress)) return `preparing, ${renderSeconds(progress)}`.slice(0, columns)
  const { done, total, issues, unit } = progress
  const asked = `${grouped(done)} of ${plural(total, unit)}`
  const found = `${plural(issues, 'issue')} so far`
  const left = timeLeft(progress)
  const time = left ?? renderSeconds(progress)
  const lines = [[asked, found, time], [asked, time], [asked]].map((parts) => parts.join(', '))
  return lines.find((line) => line.length <= columns) ?? ''
}

function renderSeconds({ elapsedMs }: Preparing): string {
  return renderDuration(Math.floor(elapsedMs / 1000) * 1000).replace('.0', '')
}

/** From the mean time of an answer so far; undefined before that tells: the first of several concurrent requests say nothing. */
function timeLeft({ done, total, concurrency, elapsedMs }: RunProgress): string | undefined {
  if (done < Math.max(leastAnswers, 2 * concurrency) || done >= total) return undefined
  const seconds = ((elapsedMs / done) * (total - done)) / 1000
  if (seconds < 10) return `about ${Math.max(1, Math.ceil(seconds))} s left`
  if (seconds < 58) return `about ${Math.ceil(seconds / 5) * 5} s left`
  return `about ${Math.ceil(seconds / 60)} min left`
}
