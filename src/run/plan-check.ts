import { isDeepStrictEqual } from 'node:util'
import type { RulesetProblem } from '../engine/ruleset/ruleset-error.ts'
import { refuseRepeatedIds } from '../gate/requests/repeated-ids.ts'
import type { Asked, Selector } from '../model/asked.ts'
import { usageError } from '../model/errors.ts'
import { folderInRepository } from '../settings/load/fence.ts'
import type { Required } from '../settings/load/policy-file.ts'
import type { Settings } from '../settings/merge.ts'
import { checkSettings } from '../settings/rules.ts'
import type { CheckPlan } from './check-plan.ts'
import type { CheckRequest } from './check-request.ts'
import { tellNearerConfigs } from './config/nearer-configs.ts'
import { tellUnreadVariables } from './config/unread-variables.ts'
import { reportFilesOf } from './configured-reports.ts'
import { chosenEngine } from './connect/chosen-engine.ts'
import { openEmbedded, openNetwork } from './connect/open-dashboard.ts'
import { withFiles } from './definitions/expand-definitions.ts'
import { type Unmet, unmetRulesets, unmetWorkspace } from './pins.ts'
import { policyInForce } from './policy-in-force.ts'
import { type FoundSettings, readSettings, refuseFlagAlone } from './read-settings.ts'
import { openRulesetWeb } from './rulesets/ruleset-web.ts'
import { readShard, takePart } from './shard.ts'
import type { World } from './world.ts'

/** The caller's settings, the environment and the config as one plan. Throws GovError, usage or access. */
export async function planCheck(request: CheckRequest, world: World): Promise<CheckPlan> {
  const part = readShard(request.shard, world.env)
  const written = await readSettings(request, world)
  await tellUnreadVariables(world)
  refuseSecondSelector(request.own)
  refuseFlagAlone(written, request.fixes)
  checkSettings(written.settings)
  await refuseUnknownBreaking(written.settings)
  const found = await withFiles(written, world.sources)
  if (typeof request.config !== 'object') await tellNearerConfigs(found, world)
  const plan = await planOf(found, request, world)
  refuseRepeatedIds(plan.whole)
  refuseUnknownMatches(plan)
  const uncovered = await uncoveredBy(plan, world)
  const folder = await folderInRepository(world.cwd)
  return takePart({ ...plan, folder, unmet: [...plan.unmet, ...uncovered] }, part, world)
}

async function refuseUnknownBreaking({ 'policy.breaking_rules': own }: Settings): Promise<void> {
  if (own === undefined) return
  const { unknownBreakingRules } = await import('./base/breaking-rules.ts')
  const [unknown] = unknownBreakingRules(own)
  if (unknown) throw unknown
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

/** Local rulesets are evaluated in this process, wherever the dashboard is. */
async function planOf(found: FoundSettings, request: CheckRequest, world: World): Promise<CheckPlan> {
  const { settings } = found
  const policy = policyInForce(found, request)
  const { ruleset_files: files, 'dashboard.url': url, 'dashboard.workspace': folder, api_ids } = settings
  if (request.allowExtends && !files) throw extendsElsewhere()
  const isEmbedded = files !== undefined || url?.value === 'embedded'
  const served = isEmbedded && !files ? folder : undefined
  const local = files && (await openRulesets(files.value, policy.required, settings, request, world))
  const pinned = policy.required.workspace !== undefined
  const asked: Asked = {
    api_ids: files ? [] : (api_ids?.value ?? []),
    definitions: settings.definitions?.value ?? [],
    selector: local ? { ruleset_ids: local.rulesetIds } : selectorOf(settings),
  }
  return {
    settings,
    choices: request,
    asked,
    whole: asked,
    ...policy,
    ...verdictSettings(found, request),
    dashboardName: isEmbedded ? 'embedded' : (url?.value ?? ''),
    dashboardOrigin: (files ?? url)?.origin,
    rulesetDigests: local?.digests,
    workspace: served?.value,
    workspaceOrigin: served?.origin,
    engine: isEmbedded ? await chosenEngine(settings, served, { pinned, cwd: world.cwd }) : undefined,
    unmet: [
      ...(local?.unmet ?? (policy.required.ruleset_files ?? []).map(unmetFile)),
      ...(await unmetWorkspace(policy.required, served?.value, world.cwd)),
    ],
    openDashboard: (own, limit) =>
      isEmbedded
        ? openEmbedded(settings, request, own, { workspace: local?.workspace, limit })
        : openNetwork(settings, request, own, limit),
  }
}

function unmetFile(name: string): Unmet {
  return { subject: 'ruleset file', name }
}

async function openRulesets(
  files: readonly string[],
  required: Required,
  settings: Settings,
  request: CheckRequest,
  world: World,
) {
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
  try {
    const { overriding, ...opened } = await open(files)
    for (const file of request.isNameless ? overriding : [])
      world.observe.warning(
        `ruleset ${file} has overrides for files, and standard input has no name; add --stdin-filepath FILE`,
      )
    const trusted = async (file: string) => (await open([file])).digests
    const unmet = await unmetRulesets(required, opened.digests, trusted)
    return { ...opened, unmet }
  } finally {
    await web.close()
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

function verdictSettings({ settings, config }: FoundSettings, request: CheckRequest) {
  const { api_ids, definitions, ruleset_ids, categories, ruleset_files } = settings
  const narrowing: readonly unknown[] = config ? ['flag', 'option'] : ['flag']
  const selections = [api_ids, definitions, ruleset_ids, categories, ruleset_files]
  const isListed = definitions?.origin.source === 'file'
  const lists = api_ids?.origin.source === 'file' ? config : undefined
  return {
    namedIn: lists && { file: lists.name, lines: lists.apiLines },
    listedBy: isListed ? config?.file : undefined,
    listedAt: isListed ? definitions.origin.place : undefined,
    concurrency: settings['dashboard.concurrency'].value,
    deadlineMs: settings['dashboard.deadline'].value,
    diagnose: request.diagnose === true,
    waivers: settings.waivers?.value ?? [],
    baseline: settings.baseline?.value,
    strictBaseline: request.strictBaseline === true,
    narrowed: selections.some((setting) => narrowing.includes(setting?.origin.source)),
    shard: undefined,
    folder: undefined,
    reports: reportFilesOf(settings.reports),
  }
}

function selectorOf({ ruleset_ids, categories }: Settings): Selector {
  return ruleset_ids === undefined
    ? { categories: categories?.value ?? [] }
    : { ruleset_ids: ruleset_ids.value }
}
