import { connectionValues } from '../cli/flags/connection-flags.ts'
import { usageError } from '../model/errors.ts'
import { readEnvironment } from '../settings/environment.ts'
import { readFlags } from '../settings/flags.ts'
import { type ConfigRequest, type LoadedConfig, loadConfig } from '../settings/load.ts'
import { loadPolicy, type PolicyFile, underPolicy } from '../settings/policy-file.ts'
import { type Layer, mergeSettings, type Settings } from '../settings/settings.ts'
import type { PlanFlags } from './check-plan.ts'
import type { Context } from './context.ts'

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
  const { config: explicit, policy, trustPaths } = flags
  return gatherSettings(fromFlags, { config: { explicit }, policy, trustPaths }, context)
}

/** The files that have a say in a run. */
export interface SettingsFiles {
  /** Undefined: none is read. */
  readonly config: Pick<ConfigRequest, 'explicit'> | undefined
  readonly policy?: string | undefined
  readonly trustPaths?: boolean | undefined
}

/** What the caller sets, `own`, before the environment and the files. Throws GovError, usage. */
export async function gatherSettings(
  own: Layer,
  { config: request, policy, trustPaths }: SettingsFiles,
  context: Context,
): Promise<FoundSettings> {
  const environment = await readEnvironment(context)
  const config = request && (await loadConfig({ cwd: context.cwd, ...request, trustPaths }))
  await tellUnusedUrls(environment, config?.layer, context)
  const policyFile = policy === undefined ? undefined : await loadPolicy(context.cwd, policy)
  const layer = config?.layer ?? {}
  const counted = policyFile ? underPolicy(layer, policyFile) : layer
  return { settings: mergeSettings(own, environment, counted), config, policyFile }
}

/** For a run that nothing else tells what to check. */
export function noConfig(): Error {
  return usageError(
    'config-not-found',
    'there is no config: no .governance.yml from here up to the repository root',
    'gov init writes one; --config names one; gov check --definition openapi.yaml --ruleset-file rules.yaml needs none.',
  )
}
