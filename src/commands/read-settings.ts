import { readEnvironment } from '../config/environment.ts'
import { readFlags } from '../config/flags.ts'
import { type LoadedConfig, loadConfig } from '../config/load.ts'
import { loadPolicy, type PolicyFile, underPolicy } from '../config/policy-file.ts'
import { mergeSettings, type Settings } from '../config/settings.ts'
import type { Context } from '../context.ts'
import { usageError } from '../errors.ts'
import type { PlanFlags } from './check-plan.ts'

import { connectionValues } from './connection-flags.ts'

import { tellUnusedUrls } from './unused-urls.ts'

/** Flags, environment and config as one. Throws GovError, usage. */
export async function readSettings(flags: PlanFlags, context: Context): Promise<FoundSettings> {
  const found = await findSettings(flags, context)
  const { settings, config } = found
  const named = [settings.api_ids, settings.definitions].some((each) => each?.origin.source === 'flag')
  if (config === undefined && !named) throw noConfig()
  return found
}

export interface FoundSettings {
  readonly settings: Settings
  /** Undefined when there is none: nothing but flags, environment and defaults is set then. */
  readonly config: LoadedConfig | undefined
  /** Undefined: the policy is the config's. */
  readonly policyFile: PolicyFile | undefined
}

/** The same, also where there is no config. Throws GovError, usage. */
export async function findSettings(flags: PlanFlags, context: Context): Promise<FoundSettings> {
  const fromFlags = readFlags({
    url: flags.url,
    workspace: flags.workspace,
    ...connectionValues(flags),
    concurrency: flags.concurrency,
    apiIds: flags.apiId,
    definitions: flags.definition?.map((file) => ({ file })),
    rulesetIds: flags.rulesetId,
    categories: flags.category,
    rulesetFiles: flags.rulesetFile,
    failOn: flags.failOn,
    maxError: flags.maxError,
    maxWarn: flags.maxWarn,
    maxInfo: flags.maxInfo,
    maxHint: flags.maxHint,
    onTruncation: flags.onTruncation,
    baseline: flags.baseline,
  })
  const environment = await readEnvironment(context)
  const { config: explicit, trustPaths } = flags
  const config = await loadConfig({ cwd: context.cwd, explicit, trustPaths })
  await tellUnusedUrls(environment, config?.layer, context)
  const policyFile = flags.policy === undefined ? undefined : await loadPolicy(context.cwd, flags.policy)
  const layer = config?.layer ?? {}
  const counted = policyFile ? underPolicy(layer, policyFile) : layer
  return { settings: mergeSettings(fromFlags, environment, counted), config, policyFile }
}

function noConfig(): Error {
  return usageError(
    'config-not-found',
    'there is no config: no .governance.yml from here up to the repository root',
    'gov init writes one; --config names one; gov check --definition openapi.yaml --ruleset-file rules.yaml needs none.',
  )
}
