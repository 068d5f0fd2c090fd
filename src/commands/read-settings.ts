import { readEnvironment } from '../config/environment.ts'
import { readFlags } from '../config/flags.ts'
import { loadConfig } from '../config/load.ts'
import { type Layer, mergeSettings, type Settings } from '../config/settings.ts'
import type { Context } from '../context.ts'
import { usageError } from '../errors.ts'
import type { PlanFlags } from './check-plan.ts'

/** Flags, environment and config as one. Throws GovError, usage. */
export async function readSettings(flags: PlanFlags, context: Context): Promise<Settings> {
  const fromFlags = readFlags({
    url: flags.url,
    workspace: flags.workspace,
    timeout: flags.timeout,
    deadline: flags.deadline,
    retries: flags.retries,
    concurrency: flags.concurrency,
    apiIds: flags.apiId,
    definitions: flags.definition?.map((file) => ({ file })),
    rulesetIds: flags.rulesetId,
    categories: flags.category,
    failOn: flags.failOn,
    maxError: flags.maxError,
    maxWarn: flags.maxWarn,
    maxInfo: flags.maxInfo,
    maxHint: flags.maxHint,
    onTruncation: flags.onTruncation,
    baseline: flags.baseline,
  })
  const environment = await readEnvironment(context)
  const config = await loadConfig({ cwd: context.cwd, explicit: flags.config })
  if (config === undefined && !namesTarget(fromFlags)) throw noConfig()
  return mergeSettings(fromFlags, environment, config?.layer ?? {})
}

function namesTarget(flags: Layer): boolean {
  return flags.api_ids !== undefined || flags.definitions !== undefined
}

function noConfig(): Error {
  return usageError(
    'config-not-found',
    'there is no config: no .governance.yml from here up to the repository root',
    'Write one, name one with --config, or say what to check: gov check --definition openapi.yaml --ruleset-file rules.yaml',
  )
}
