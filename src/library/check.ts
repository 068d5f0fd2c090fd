import packageJson from '../../package.json' with { type: 'json' }
import { GovError } from '../model/errors.ts'
import { carryOut, describedBy } from '../run/carry-out.ts'
import { planOf } from '../run/check-plan.ts'
import { type Context, createContext } from '../run/context.ts'
import { nothingRun } from '../run/failed-report.ts'
import type { Judged } from '../run/judge.ts'
import { gatherSettings, noConfig } from '../run/read-settings.ts'
import type { CheckOptions, CheckResult } from './check-options.ts'
import { quietHost } from './quiet-host.ts'
import { type ReadOptions, readOptions } from './read-options.ts'

/**
 * The gate of `gov check`: the same steps, and the same verdict. Prints nothing, and leaves the process as it is. A
 * policy that does not accept what was found, and a run that is incomplete, are values. Throws GovError where the
 * command ends with an error, and what `onProgress` throws.
 */
export async function check(options: CheckOptions): Promise<CheckResult> {
  const read = readOptions(options)
  const { host, lines, release } = quietHost(read)
  const context = createContext(host, packageJson.version)
  try {
    context.interruption().throwIfAborted()
    const { report, warnings } = await steps(read, context)
    const { passed, exit_code } = report.verdict
    return { passed, exitCode: exit_code, report, warnings: [...lines(), ...warnings] }
  } finally {
    release()
  }
}

/** Those of the command, with what the options say in place of its flags. */
async function steps(read: ReadOptions, context: Context): Promise<Judged> {
  const flags = flagsOf(read, context)
  const { config } = read
  const named = config === true ? {} : { explicit: config }
  const files = { config: config === undefined ? undefined : named, ...flags }
  const found = await gatherSettings(read.layer, files, context)
  if (config !== undefined && found.config === undefined) throw noConfig()
  const plan = { ...(await planOf(found, flags, context)), contents: read.contents }
  if (plan.dashboardName !== 'embedded' && found.settings.token === undefined)
    throw noToken(plan.dashboardName)
  const run = describedBy(plan, nothingRun(context.now(), context.version))
  return carryOut(plan, run, context, read.onProgress)
}

function noToken(url: string): GovError {
  const hint = 'Give the token, or the environment as env, for GOV_TOKEN to be read.'
  return new GovError('access', 'token-missing', `there is no token for ${url}`, hint)
}

function flagsOf(read: ReadOptions, { env }: Context) {
  const { trustPaths = false, allowExtends = [], strictBaseline = false, diagnose = false } = read
  const policy = read.policyFile ?? env.GOV_POLICY
  return {
    trustPaths,
    strictBaseline,
    diagnose,
    ...(allowExtends.length > 0 && { allowExtends }),
    ...(policy !== undefined && { policy }),
  }
}
