import packageJson from '../../package.json' with { type: 'json' }
import { carryOutCheck as runCheck } from '../check/check.ts'
import { createSources } from '../check/sources/sources.ts'
import type { CheckRequest } from '../check/types.ts'
import { createUnattendedWorld, interruptedError, type World } from '../check/world.ts'
import { GovError, usageError } from '../core/model/errors.ts'
import { chooseExitCode } from '../core/model/outcome.ts'
import type { CheckOptions, CheckResult } from './check-options.ts'
import { type ReadOptions, readOptions } from './read-options.ts'

/**
 * The gate of `gov check`: the same steps, and the same verdict. Prints nothing, and leaves the process as it is. A
 * policy that does not accept what was found, and a run that is incomplete, are values. Throws GovError where the
 * command ends with an error, and what `onProgress` throws.
 */
export async function check(options: CheckOptions): Promise<CheckResult> {
  const read = readOptions(options)
  const warned: string[] = []
  const ending = new AbortController()
  const end = () => ending.abort(interruptedError())
  if (read.signal?.aborted) throw interruptedError()
  read.signal?.addEventListener('abort', end)
  try {
    const world = createWorld(read, warned, ending.signal)
    // Without this check every relative file would be reported as missing.
    if ((await world.sources.note('.')) !== 'folder')
      throw usageError('option-invalid', `cwd: ${world.cwd} is not a folder`, 'Name a folder that exists.')
    const { report, warnings } = await runCheck(toCheckRequest(read), world)
    const exitCode = chooseExitCode(report.outcome)
    return { passed: report.outcome.kind === 'passed', exitCode, report, warnings: [...warned, ...warnings] }
  } catch (error) {
    throw explainToCaller(error)
  } finally {
    read.signal?.removeEventListener('abort', end)
  }
}

function toCheckRequest(read: ReadOptions): CheckRequest {
  const { layer, config, policyFile, env = {}, allowRemote } = read
  return {
    own: layer,
    config: config === undefined ? 'none' : config === true ? 'required' : { file: config },
    policy: policyFile ?? env.GOV_POLICY,
    trustPaths: read.trustPaths,
    strictBaseline: read.strictBaseline,
    diagnose: read.diagnose,
    allowRemote,
    base: read.base,
    // Only flags say these.
    ...{ namesFiles: undefined, fixes: undefined, insecureHttp: undefined, insecureTls: undefined },
    ...{ verbose: undefined, debug: undefined, longestAskedMs: undefined, serviceLimits: undefined },
    ...{ strictness: undefined, shard: undefined, shardRun: undefined, listsChanges: undefined },
    ...{ withoutBreaking: undefined, exclude: undefined, isNameless: undefined, compare: undefined },
  }
}

/** Creates what the caller gives of the surroundings; what a run says goes to `warned`. */
function createWorld(
  { cwd = '.', env = {}, contents, onProgress }: ReadOptions,
  warned: string[],
  signal: AbortSignal,
): World {
  const keep = (text: string) => void warned.push(text)
  const sources = createSources(cwd, contents)
  const { version } = packageJson
  const observe = { warning: keep, note: keep, log: keep, progress: onProgress }
  const now = () => new Date()
  return createUnattendedWorld(
    { cwd: sources.cwd, env, version, nodeVersion: '', now, observe, sources },
    () => signal,
  )
}

function explainToCaller(error: unknown): unknown {
  if (!(error instanceof GovError) || error.code !== 'token-missing') return error
  const hint = 'Pass token, or pass the environment as env to read GOV_TOKEN.'
  return new GovError(error.kind, error.code, error.message, hint)
}
