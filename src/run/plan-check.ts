import { isDeepStrictEqual } from 'node:util'
import type { RulesetProblem } from '../engine/ruleset/ruleset-error.ts'
import { refuseRepeatedIds } from '../gate/requests/repeated-ids.ts'
import type { Asked, Selector } from '../model/asked.ts'
import { usageError } from '../model/errors.ts'
import type { Run } from '../model/run.ts'
import { folderInRepository } from '../settings/load/fence.ts'
import type { LoadedConfig } from '../settings/load/load-config.ts'
import type { Settings } from '../settings/merge.ts'
import { checkSettings } from '../settings/rules.ts'
import type { Setting } from '../settings/setting.ts'
import { sealOf } from '../text/digest.ts'
import type { CheckPlan } from './check-plan.ts'
import type { CheckRequest } from './check-request.ts'
import { tellUnreadVariables } from './config/unread-variables.ts'
import { chosenEngine } from './connect/chosen-engine.ts'
import { openEmbedded, openNetwork, tokenMissing } from './connect/open-dashboard.ts'
import { withMatches } from './definitions/expand-definitions.ts'
import { type Unmet, unmetRulesets, unmetWorkspace } from './pins.ts'
import { policyInForce } from './policy-in-force.ts'
import { type FoundSettings, readSettings, refuseFlagAlone } from './read-settings.ts'
import { openRulesetWeb } from './rulesets/ruleset-web.ts'
import { readShard, takePart } from './shard.ts'
import type { World } from './world.ts'

type RequestPlan = Pick<
  CheckPlan,
  | 'asked'
  | 'whole'
  | 'dashboardName'
  | 'dashboardOrigin'
  | 'rulesetDigests'
  | 'workspace'
  | 'workspaceOrigin'
  | 'engine'
  | 'unmet'
  | 'seal'
  | 'openDashboard'
>

/** The caller's settings, the environment and the config as one plan. Throws GovError, usage or access. */
export async function planCheck(request: CheckRequest, world: World): Promise<CheckPlan> {
  const part = readShard(request.shard, world.env)
  const written = await readSettings(request, world)
  await tellUnreadVariables(world)
  refuseSecondSelector(request.own)
  refuseFlagAlone(written, request.fixes)
  checkSettings(written.settings)
  await refuseUnknownBreaking(written.settings)
  const found = await foundDefinitions(written, world)
  const { ruleset_files: files } = found.settings
  const plan = files
    ? await planOfRulesetFiles(found, request, files, world)
    : await planOfSettings(found, request, world)
  refuseRepeatedIds(plan.whole)
  refuseUnknownMatches(plan)
  const uncovered = await uncoveredBy(plan, world)
  const folder = await folderInRepository(world.cwd)
  return takePart({ ...plan, folder, unmet: [...plan.unmet, ...uncovered] }, part, world)
}

async function refuseUnknownBreaking({ 'policy.breaking_rules': own }: Settings): Promise<void> {
  if (own === undefined) return
  const { unknownBreakingRules } = await import('./base/breaking-severity.ts')
  const [unknown] = unknownBreakingRules(own)
  if (unknown) throw unknown
}

/** Globs are replaced by files; what the caller names keeps the id that the config gives it. */
async function foundDefinitions(written: FoundSettings, { sources, cwd }: World): Promise<FoundSettings> {
  const settings = await withMatches(written.settings, sources)
  const { definitions } = settings
  const configured = written.config?.layer.definitions?.value ?? []
  if (definitions?.origin.source !== 'flag' || configured.length === 0) return { ...written, settings }
  const { asConfigured } = await import('./definitions/named-files.ts')
  const value = await asConfigured(definitions.value, configured, cwd)
  return { ...written, settings: { ...settings, definitions: { ...definitions, value } } }
}

async function uncoveredBy(
  { required, whole }: Pick<CheckPlan, 'required' | 'whole'>,
  { cwd }: Pick<World, 'cwd'>,
): Promise<readonly Unmet[]> {
  if (required.all_definitions !== true) return []
  const { unmetDefinitions } = await import('./uncovered-definitions.ts')
  return unmetDefinitions(whole.definitions, cwd)
}

/** Whether a plan still misses what it did, also in files that the run does not read. */
export async function isUnmetAsPlanned(plan: CheckPlan, world: Pick<World, 'cwd'>): Promise<boolean> {
  const planned = plan.unmet.filter(({ subject }) => subject !== 'ruleset file')
  const ofWorkspace = await unmetWorkspace(plan.required, plan.workspace, world.cwd)
  return isDeepStrictEqual(planned, [...ofWorkspace, ...(await uncoveredBy(plan, world))])
}

/** Only the embedded sandbox says which rules matched something. */
function refuseUnknownMatches({ policy, dashboardName }: CheckPlan): void {
  if (policy.on_unmatched !== 'fail' || dashboardName === 'embedded') return
  throw usageError(
    'on-unmatched-elsewhere',
    `on_unmatched: fail needs the embedded sandbox, but the dashboard is ${dashboardName}`,
    'Remove it from the policy. A dashboard does not say which rules matched.',
  )
}

async function planOfSettings(
  found: FoundSettings,
  request: CheckRequest,
  { cwd }: World,
): Promise<CheckPlan> {
  if (request.allowExtends) throw extendsElsewhere()
  const { settings, policyFile } = found
  const required = policyFile?.required ?? {}
  const url = settings['dashboard.url']?.value ?? ''
  const served = url === 'embedded' ? settings['dashboard.workspace'] : undefined
  const asked = { ...targets(settings), selector: selectorOf(settings) }
  const files = required.ruleset_files ?? []
  const pinned = required.workspace !== undefined
  const unmetFiles = files.map((name) => ({ subject: 'ruleset file', name }) as const)
  return {
    asked,
    whole: asked,
    ...verdictSettings(found, request),
    dashboardName: url,
    dashboardOrigin: settings['dashboard.url']?.origin,
    rulesetDigests: undefined,
    workspace: served?.value,
    workspaceOrigin: served?.origin,
    engine: url === 'embedded' ? await chosenEngine(settings, served, { pinned, cwd }) : undefined,
    unmet: [...unmetFiles, ...(await unmetWorkspace(required, served?.value, cwd))],
    seal: url === 'embedded' ? undefined : sealBy(settings),
    openDashboard: (world, limit) =>
      url === 'embedded'
        ? openEmbedded(settings, request, world, { limit })
        : openNetwork(settings, request, world, limit),
  }
}

/** What the dashboard is asked with decides its answers, and nobody else has it. */
function sealBy({ token, 'dashboard.url': url, 'dashboard.headers': headers }: Settings): CheckPlan['seal'] {
  return (text) => {
    if (token === undefined) throw tokenMissing(url?.value ?? '')
    return sealOf(JSON.stringify([token.value.reveal(), url?.value, headers?.value]), text)
  }
}

async function planOfRulesetFiles(
  found: FoundSettings,
  request: CheckRequest,
  files: Setting<readonly string[]>,
  world: World,
): Promise<CheckPlan> {
  const { settings, policyFile } = found
  const required = policyFile?.required ?? {}
  // The engine is loaded with it, which the rulesets of a dashboard do without.
  const { openRulesetFiles } = await import('./rulesets/ruleset-files.ts')
  const { trustPaths, allowExtends = [] } = request
  const web = await openRulesetWeb(allowExtends, settings, request, world)
  const access = {
    trustPaths,
    fetch: web.fetch,
    functions: settings['policy.functions'].value,
    warn: ({ file, line, column, reason }: RulesetProblem) =>
      world.observe.warning(`ruleset ${file}:${line}:${column}: ${reason}`),
    engine: settings.engine.value,
  }
  const open = (names: readonly string[]) => openRulesetFiles(names, world.sources, access)
  const trusted = async (file: string) => (await open([file])).digests
  const opening = open(files.value).then(async (opened) => ({
    ...opened,
    unmet: await unmetRulesets(required, opened.digests, trusted),
  }))
  const { rulesetIds, workspace, carried, digests, unmet } = await opening.finally(web.close)
  const asked = { ...targets(settings), api_ids: [], selector: { ruleset_ids: rulesetIds } }
  return {
    asked,
    whole: asked,
    ...verdictSettings(found, request),
    dashboardName: 'embedded',
    dashboardOrigin: files.origin,
    rulesetDigests: digests,
    workspace: undefined,
    workspaceOrigin: undefined,
    engine: await chosenEngine(settings, undefined, { pinned: false, cwd: world.cwd }),
    unmet: [...unmet, ...(await unmetWorkspace(required, undefined, world.cwd))],
    openDashboard: (own, limit) => openEmbedded(settings, request, own, { workspace, carried, limit }),
  }
}

function extendsElsewhere(): Error {
  const message = '--allow-extends needs a local ruleset'
  const hint = 'Pass --ruleset-file, set ruleset_files, or omit the flag.'
  return usageError('allow-extends-elsewhere', message, hint)
}

/** The settings say it too, but not that the two are flags of one command line. */
function refuseSecondSelector({ ruleset_files, ruleset_ids, categories }: CheckRequest['own']): void {
  const flag = ruleset_ids ? '--ruleset-id' : categories ? '--category' : undefined
  if (ruleset_files?.origin.source !== 'flag' || flag === undefined) return
  throw usageError(
    'ruleset-file-conflict',
    `--ruleset-file runs local rulesets, but ${flag} names dashboard rulesets`,
    `Omit ${flag}.`,
  )
}

function verdictSettings(found: FoundSettings, request: CheckRequest): Omit<CheckPlan, keyof RequestPlan> {
  const { settings } = found
  const { api_ids, definitions, ruleset_ids, categories, ruleset_files } = settings
  const narrowing: readonly unknown[] = found.config ? ['flag', 'option'] : ['flag']
  const selections = [api_ids, definitions, ruleset_ids, categories, ruleset_files]
  return {
    ...policyInForce(found, request),
    namedIn: api_ids?.origin.source === 'file' && found.config ? namedInOf(found.config) : undefined,
    listedBy: definitions?.origin.source === 'file' ? found.config?.file : undefined,
    listedAt: definitions?.origin.source === 'file' ? definitions.origin.place : undefined,
    concurrency: settings['dashboard.concurrency'].value,
    deadlineMs: settings['dashboard.deadline'].value,
    diagnose: request.diagnose === true,
    waivers: settings.waivers?.value ?? [],
    baseline: settings.baseline?.value,
    strictBaseline: request.strictBaseline === true,
    narrowed: selections.some((setting) => narrowing.includes(setting?.origin.source)),
    shard: undefined,
    folder: undefined,
    reports: (settings.reports?.value ?? []).map((report) => ({ ...report, fence: settings.reports?.fence })),
  }
}

function namedInOf({ name: file, apiLines: lines }: LoadedConfig): Run['named_in'] {
  return { file, lines }
}

function targets(settings: Settings): Pick<Asked, 'api_ids' | 'definitions'> {
  return { api_ids: settings.api_ids?.value ?? [], definitions: settings.definitions?.value ?? [] }
}

function selectorOf({ ruleset_ids, categories }: Settings): Selector {
  return ruleset_ids === undefined
    ? { categories: categories?.value ?? [] }
    : { ruleset_ids: ruleset_ids.value }
}
