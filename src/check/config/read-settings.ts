import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { usageError } from '../../core/model/errors.ts'
import { dashboardAddress } from '../../settings/dashboard-url.ts'
import { mergeSettings, type Settings } from '../../settings/merge.ts'
import type { Layer, Setting } from '../../settings/setting.ts'
import { isDefinitionFile } from '../sources/find-definitions.ts'
import type { SettingsRequest } from '../types.ts'
import type { World } from '../world.ts'
import { findUncountedConfig } from './discover.ts'
import { readEnvironment } from './environment.ts'
import { type LoadedConfig, loadConfig, profileWithoutConfigError } from './load-config.ts'
import type { PolicyFile } from './policy-file.ts'

export interface FoundSettings {
  readonly settings: Settings
  /** Undefined when there is none: only the caller, the environment and defaults set anything then. */
  readonly config: LoadedConfig | undefined
  /** Undefined: the policy is the config's. */
  readonly policyFile: PolicyFile | undefined
}

/** Settings of a run that checks something. Throws GovError, usage. */
export async function readSettings(request: SettingsRequest, world: World): Promise<FoundSettings> {
  const found = await findSettings(request, world)
  const { api_ids, api_categories, definitions } = request.own
  const isOpen = request.config === 'nearest' && (api_ids ?? api_categories ?? definitions) === undefined
  if (found.config === undefined && (isOpen || request.config === 'required'))
    throw await noConfigError(world.cwd, request.fixes)
  tellUnusedDefinitions(request.own, found.config?.layer, world)
  const isNamed = found.settings.definitions?.origin.source === 'flag'
  return isNamed ? noteRulesetChoice(found, request, world) : found
}

export const builtinRuleset = 'spectral:oas'

/** Says which rules decide about files that somebody named. The built-in ones never replace a dashboard's or those of a config. */
async function noteRulesetChoice(
  found: FoundSettings,
  { namesFiles, fixes = false }: SettingsRequest,
  { observe, cwd }: World,
): Promise<FoundSettings> {
  const { settings, config, policyFile } = found
  const { ruleset_ids, categories, ruleset_files, checks } = settings
  const apis = settings.api_ids ?? settings.api_categories
  const { 'dashboard.url': url, 'dashboard.workspace': workspace } = settings
  const rulesets = (ruleset_ids ?? categories ?? ruleset_files ?? checks)?.origin
  if (config !== undefined) {
    const policy = policyFile?.name ?? config.name
    const by = rulesets && rulesets.source !== 'file' ? rulesets.place : config.name
    observe.note(
      by === policy ? `rulesets and policy from ${policy}` : `rulesets from ${by}, policy from ${policy}`,
    )
    return found
  }
  if (rulesets ?? apis ?? workspace) return found
  if (url && dashboardAddress(settings) !== undefined) throw unnamedRulesetsError(url)
  const uncounted = await findUncountedConfig(cwd)
  if (uncounted !== undefined) throw configOutsideError(uncounted)
  if (!namesFiles) throw flagAloneError(settings.definitions?.origin.place ?? '', fixes)
  observe.note(`no config: checking with the built-in ruleset ${builtinRuleset}`)
  const origin = { source: 'default', place: 'built-in' } as const
  return { ...found, settings: { ...settings, ruleset_files: { value: [builtinRuleset], origin } } }
}

/** The flag may be that of a pipeline whose config is gone: the built-in ruleset checks only what an argument names. */
function flagAloneError(flag: string, fixes: boolean): Error {
  return usageError(
    'selector-missing',
    `${flag} names what to check, but nothing says by which rules: no config, no dashboard, no ruleset`,
    `Add --ruleset-file ${builtinRuleset} for the built-in rules, which gov ${fixes ? 'fix' : 'check'} FILE uses by itself. Else name your ruleset, or --url with --ruleset-id.`,
  )
}

/** Its rules may be stricter than the built-in ones: passing by these would look like passing by those. */
function configOutsideError(file: string): Error {
  return usageError(
    'config-outside-repository',
    `${file} may be the config, but it is above this folder, and no .git shows that both are in one repository`,
    `To use it, add --config ${file}. To check by built-in rules instead, add --ruleset-file ${builtinRuleset}.`,
  )
}

/** A verdict by other rules than those of the dashboard would look like its own. */
function unnamedRulesetsError({ value, origin }: Setting<string>): Error {
  const instead = origin.source === 'environment' ? 'add' : `replace ${origin.place} by`
  return usageError(
    'selector-missing',
    `${origin.place} names the dashboard ${value}, but nothing says which of its rulesets to run`,
    `Add --category NAME or --ruleset-id ID. To check by built-in rules, without the dashboard, ${instead} --ruleset-file ${builtinRuleset}.`,
  )
}

/** Reads the settings where nothing may be named to check. Throws GovError, usage. */
export async function findSettings(
  { own, config: wanted, policy, trustPaths }: SettingsRequest,
  world: World,
): Promise<FoundSettings> {
  const { cwd, sources } = world
  const environment = await readEnvironment(world)
  const explicit = typeof wanted === 'object' ? wanted.file : undefined
  if (explicit !== undefined) await sources.note(explicit)
  const profile = (own.profile ?? environment.profile)?.value
  if (wanted === 'none' && profile !== undefined) throw profileWithoutConfigError(profile)
  const config = wanted === 'none' ? undefined : await loadConfig({ cwd, explicit, profile, trustPaths })
  if (config && explicit === undefined) await sources.note(config.file)
  tellUnusedUrls(environment, config?.layer, world)
  if (policy !== undefined) await sources.note(policy)
  const layer = config?.layer ?? {}
  if (policy === undefined)
    return { settings: mergeSettings(own, environment, layer), config, policyFile: undefined }
  const { limitConfig, loadPolicy } = await import('./policy-file.ts')
  const policyFile = await loadPolicy(cwd, policy)
  return { settings: mergeSettings(own, environment, limitConfig(layer, policyFile)), config, policyFile }
}

async function noConfigError(cwd: string, fixes = false): Promise<Error> {
  const found = await findDefinition(cwd)
  const verb = fixes ? 'fix' : 'check'
  return usageError(
    'config-not-found',
    'no config found: no .governance.yml from here up to the repository root',
    `${found === undefined ? `${fixes ? 'Fix' : 'Check'} a file without one` : `To ${verb} the OpenAPI file here`}: gov ${verb} ${found ?? 'openapi.yaml'}. Create a config with gov init, or pass --config.`,
  )
}

const mostNames = 200

/** The first file of a folder, by name, that is OpenAPI. */
async function findDefinition(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.sort().slice(0, mostNames))
    if (/^[\w.-]+$/.test(name) && (await isDefinitionFile(resolve(folder, name), false))) return name
  return undefined
}

/** Says that the environment overrides an address of the config: its author may believe that it is asked. */
function tellUnusedUrls(environment: Layer, config: Layer | undefined, { observe }: World): void {
  for (const name of ['dashboard.url', 'gateway.url'] as const) {
    const [used, unused] = [environment[name], config?.[name]]
    if (used === undefined || unused === undefined || used.value === unused.value) continue
    observe.note(`${used.origin.place} overrides ${name} (${unused.origin.place})`)
  }
}

/** Says that APIs named by the caller override the config's definitions: its author may believe that both are checked. */
function tellUnusedDefinitions(own: Layer, config: Layer | undefined, { observe }: World): void {
  const used = own.api_ids ?? own.api_categories
  const isInCheck = config?.checks?.value.some(({ definitions }) => definitions)
  const unused = config?.definitions ?? (isInCheck ? config?.checks : undefined)
  if (used && unused && own.definitions === undefined)
    observe.note(`${used.origin.place} overrides the definitions of ${unused.origin.place}`)
}
