import { progressLine } from '../../reporters/progress-line.ts'
import type { OnProgress } from '../../run/ask-progress.ts'
import type { CheckPlan } from '../../run/check-plan.ts'
import type { Context, Dashboard } from '../../run/context.ts'

/** Who waits for less need not be told. */
const quietMs = 1000
const betweenDrawsMs = 100

type Work<Value> = (plan: CheckPlan, onProgress?: OnProgress) => Promise<Value>

/** Carries a plan out, and shows a person at a terminal how far that is. Where nobody looks, it is `work` alone. */
export async function withProgress<Value>(
  plan: CheckPlan,
  context: Context,
  work: Work<Value>,
): Promise<Value> {
  const { status } = context.io
  if (status === undefined) return work(plan)
  const started = performance.now()
  const { concurrency } = plan
  let progress = { done: 0, total: 0, issues: 0 }
  let signal: AbortSignal | undefined
  const draw = () => {
    const elapsedMs = performance.now() - started
    if (elapsedMs < quietMs) return
    // Only now: a signal that is listened for no longer ends a process which is busy.
    signal ??= context.interruption()
    if (signal.aborted) return status.clear()
    status.show((columns) => progressLine({ ...progress, concurrency, elapsedMs }, columns))
  }
  const timer = setInterval(draw, betweenDrawsMs).unref()
  try {
    return await work(
      paced(plan, () => signal),
      (now) => {
        progress = now
      },
    )
  } finally {
    clearInterval(timer)
    status.clear()
  }
}

/** Lets the line be drawn, and an interruption be met, between calls that are made in this process. */
function paced(plan: CheckPlan, signal: () => AbortSignal | undefined): CheckPlan {
  const turn = async () => {
    await new Promise<void>((resolve) => setImmediate(resolve))
    signal()?.throwIfAborted()
  }
  const openDashboard = async (): Promise<Dashboard> => {
    const { client, close } = await plan.openDashboard()
    const evaluateApis: typeof client.evaluateApis = (...asked) =>
      turn().then(() => client.evaluateApis(...asked))
    const evaluateDefinition: typeof client.evaluateDefinition = (...asked) =>
      turn().then(() => client.evaluateDefinition(...asked))
    return { client: { ...client, evaluateApis, evaluateDefinition }, close }
  }
  return { ...plan, openDashboard }
}
