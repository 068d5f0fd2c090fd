import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { GovError, usageError } from '../../model/errors.ts'
import type { Report } from '../../model/report.ts'
import { markdown } from '../../reporters/markdown.ts'
import type { View } from '../../reporters/reporter.ts'
import { appendOutput } from '../../run/write-output.ts'
import type { Context } from '../terminal/context.ts'

type Sourced = Pick<View, 'sourceText'>

/** Bytes. GitHub shows nothing of a step's summary that is longer. */
const maxBytes = 1024 * 1024
const maxBytesOfCharacter = 3
/** A report in less room would say little but what it leaves out. */
const minCharacters = 65_536

/**
 * Adds the report to the summary that GitHub shows of a job, where there is one. A
 * fault of it does not change how a run ends: a warning says it.
 */
export async function addJobSummary(
  report: Report,
  { sourceText }: Sourced,
  { observe, env, cwd }: Context,
): Promise<void> {
  const file = env.GITHUB_STEP_SUMMARY
  if (!file) return
  try {
    const maxCharacters = await roomIn(resolve(cwd, file))
    await appendOutput(cwd, file, markdown(report, { color: false, width: 80, maxCharacters, sourceText }))
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    observe.warning(`cannot write the job summary: ${error.message}`)
  }
}

/** What earlier commands of the same step left. */
async function roomIn(path: string): Promise<number> {
  const size = await stat(path).then(
    ({ size }) => size,
    () => 0,
  )
  const room = Math.floor((maxBytes - size) / maxBytesOfCharacter)
  if (room >= minCharacters) return room
  throw usageError('summary-full', 'this step has used its 1 MB', 'Check fewer APIs in one step.')
}
