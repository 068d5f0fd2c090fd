import { setTimeout as pause } from 'node:timers/promises'
import { exitCodes, GovError } from '../../model/errors.ts'
import type { Context } from '../../run/context.ts'
import { watchFolders } from '../../run/watch/watch-folders.ts'
import { createWatchedRun } from '../../run/watch/watched-run.ts'
import type { CheckFlags } from './check-flags.ts'
import { refuseReportFlags } from './refuse-watch.ts'
import { createShow } from './show.ts'

/** Saves that come together are one. */
const settleMs = 10
/** An editor that writes in place leaves half a file for a moment. */
const halfWrittenMs = 60

/**
 * Checks, and checks again whenever a file that counts changes, until it is interrupted, and gives the exit code of the
 * signal; or until nobody reads it any more, and gives that of the last check. What cannot be checked is told, and
 * watched further. Throws GovError when nothing could be planned at the start.
 */
export async function watchCheck(flags: CheckFlags, context: Context): Promise<number> {
  refuseReportFlags(flags)
  const signal = context.interruption()
  const run = createWatchedRun(flags, context)
  const show = createShow(flags, context)
  const hints = createLatch()
  const folders = watchFolders(hints.set)
  signal.addEventListener('abort', hints.set)

  const check = async (files: readonly string[]): Promise<number> => {
    const started = performance.now()
    try {
      const judged = await run.check()
      await show.judged(judged, files, performance.now() - started)
      return judged.report.verdict.exit_code
    } catch (error) {
      const isBug =
        !(error instanceof GovError) || error.kind === 'interrupted' || error.kind === 'terminated'
      if (isBug || (files.length === 0 && !run.planned())) throw error
      await pause(halfWrittenMs)
      const again = await run.changed()
      if (again.length > 0) return check(again)
      await show.failed(error, files)
      return error.exitCode
    }
  }

  try {
    let last = await check([])
    await folders.cover(run.paths())
    await show.watching(run.present())
    while (!signal.aborted) {
      await hints.wait()
      await pause(settleMs)
      const files = signal.aborted ? [] : await run.changed()
      if (files.length > 0) {
        last = await check(files)
        await folders.cover(run.paths())
      } else await show.idle()
      if (!context.io.stdout.hasReader()) return last
    }
  } finally {
    folders.close()
  }
  await show.ended()
  return signal.reason instanceof GovError ? signal.reason.exitCode : exitCodes.interrupted
}

interface Latch {
  readonly set: () => void
  /** Until it is set; it is not any more then. */
  readonly wait: () => Promise<void>
}

function createLatch(): Latch {
  let isSet = false
  let wake = () => {}
  return {
    set: () => {
      isSet = true
      wake()
    },
    wait: async () => {
      if (!isSet) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      isSet = false
    },
  }
}
