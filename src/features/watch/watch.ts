import { setTimeout as pause } from 'node:timers/promises'
import type { Judged } from '../../check/judge.ts'
import type { CheckRequest } from '../../check/types.ts'
import type { World } from '../../check/world.ts'
import type { Comparison } from '../../core/model/comparison.ts'
import { exitCodes, GovError, survivable } from '../../core/model/errors.ts'
import { chooseExitCode } from '../../core/model/outcome.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { compareRuns } from '../../gate/compare.ts'
import { watchFolders } from './watch-folders.ts'
import { createWatchedRun } from './watched-run.ts'

/** Saves in quick succession are one. */
const settleMs = 10
/** An editor that writes in place leaves half a file for a moment. */
const halfWrittenMs = 60
/** A file that never rests is shown as it is after so many attempts. */
const maxAttempts = 20

/** Why a check was made again, and what it changed. */
export interface Rerun {
  readonly files: readonly string[]
  readonly tookMs: number
  readonly comparison: Comparison
}

export interface WatchEvents {
  /** Without `rerun` for the first verdict. */
  readonly judged: (judged: Judged, rerun: Rerun | undefined) => Promise<void>
  readonly failed: (error: GovError, files: readonly string[]) => Promise<void>
  /** After the first check: how many files are watched. */
  readonly watching: (files: number) => Promise<void>
  /** Nothing has changed. */
  readonly idle: () => Promise<void>
  /** False once nobody reads what is shown. */
  readonly isHeard: () => boolean
}

/**
 * Checks once, then after each change of a watched file, and reports errors like a single run. Ends with the
 * exit code of an interruption, or of the last check once nobody reads. Throws GovError if the first check
 * cannot be planned.
 */
export async function watch(request: CheckRequest, world: World, events: WatchEvents): Promise<number> {
  const signal = world.interruption()
  const run = createWatchedRun(request, world)
  const hints = createLatch()
  const folders = watchFolders(hints.set)
  signal.addEventListener('abort', hints.set)
  let before: EvaluatedReport | undefined

  const check = async (changed: readonly string[]): Promise<number> => {
    const started = performance.now()
    const { judged, error, files } = await attempt(changed)
    if (error) {
      if (changed.length === 0 && !run.isPlanned()) throw error
      await events.failed(error, files)
      return error.exitCode
    }
    const { report } = judged
    const tookMs = performance.now() - started
    await events.judged(judged, before && { files, tookMs, comparison: compareRuns(before, report) })
    before = report
    return chooseExitCode(report.outcome)
  }

  const attempt = async (files: readonly string[], count = 1): Promise<Attempt> => {
    try {
      return { judged: await run.check(), files }
    } catch (thrown) {
      const error = survivable(thrown)
      await pause(halfWrittenMs)
      const again = signal.aborted || count === maxAttempts ? [] : await run.changed()
      return again.length > 0 ? attempt(again, count + 1) : { error, files }
    }
  }

  try {
    let last = await check([])
    await folders.cover(run.paths())
    await events.watching(run.present())
    while (!signal.aborted) {
      await hints.wait()
      await pause(settleMs)
      const files = signal.aborted ? [] : await run.changed()
      if (files.length > 0) {
        last = await check(files)
        await folders.cover(run.paths())
      } else await events.idle()
      if (!events.isHeard()) return last
    }
  } finally {
    folders.close()
  }
  return signal.reason instanceof GovError ? signal.reason.exitCode : exitCodes.interrupted
}

type Attempt =
  | { readonly judged: Judged; readonly error?: undefined; readonly files: readonly string[] }
  | { readonly judged?: undefined; readonly error: GovError; readonly files: readonly string[] }

function createLatch() {
  let isSet = false
  let wake = () => {}
  return {
    set: () => {
      isSet = true
      wake()
    },
    /** Waits until the latch is set, and resets it. */
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
