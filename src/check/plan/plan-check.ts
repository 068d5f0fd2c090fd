import { isDeepStrictEqual } from 'node:util'
import type { Asked, NamedCheck, Selector } from '../../core/model/asked.ts'
import { usageError } from '../../core/model/errors.ts'
import { suggest } from '../../core/text/suggest.ts'
import { groupByChecks, refuseRepeatedIds } from '../../gate/requests/plan.ts'
import type { ConfigCheck } from '../../settings/entry-schemas.ts'
import { environmentVariables } from '../../settings/environment-variables.ts'
import { getLongFlag } from '../../settings/flags.ts'
import type { Settings } from '../../settings/merge.ts'
import { checkSettings, listRulesetIds } from '../../settings/rules.ts'
import { settingNames, settingTable } from '../../settings/table.ts'
import { type FoundSettings, readSettings } from '../config/read-settings.ts'
import { planConnection } from '../connect/plan-connection.ts'
import { listReportFiles } from '../reports/configured-reports.ts'
import { resolveRealPath } from '../sources/exists.ts'
import { findRepositoryPath } from '../sources/fence.ts'
import type { CheckPlan, CheckRequest, CheckTargets, Judgement, PolicyPlan, Unmet } from '../types.ts'
import type { World } from '../world.ts'
import { type LocalRulesets, openLocalRulesets } from './open-local-rulesets.ts'
import { unmetDefinitions, unmetWorkspace } from './pins.ts'
import { resolvePolicy } from './policy-in-force.ts'
import { resolveTargets } from './resolve-targets.ts'
import { suggestRulesets } from './suggest-rulesets.ts'
import { needsList } from './targets.ts'

/** The settings of caller, environment and config as one plan; `rulesetTypes` as in `selectApis`. Throws GovError, usage or access. */
export async function planCheck(
  request: CheckRequest,
  world: World,
  rulesetTypes?: ReadonlySet<string>,
): Promise<CheckPlan> {
  const { shard, shardRun } = request
  const isPart = shard !== undefined || shardRun !== undefined
  const parts = isPart ? await import('./shard.ts') : undefined
  const part = parts?.readShard(shard, world.env)
  const run = parts?.readRun(shardRun, part, world.env)
  const written = await readWhole(request, world).catch(async (error: unknown) => {
    throw await suggestRulesets(error, request, world)
  })
  await refuseUnknownBreaking(written.settings)
  const addresses = [...(request.allowRemote ?? []), ...(written.policyFile?.allowRemote ?? [])]
  if (addresses.length > 0) {
    const { allowRemote } = await import('../connect/allow-remote.ts')
    await allowRemote(addresses, written.settings, request, world)
  }
  const found = await resolveTargets(written, request.exclude ?? [], world)
  if (world.sources.searches.size > 0) await (await import('../git/left-out.ts')).refuseLeftOutMatches(world)
  const planned = await planFound(found, request, world)
  const plan = needsList(planned)
    ? await (await import('./select-apis.ts')).selectApis(planned, world, rulesetTypes)
    : planned
  requireTargets(plan.targets.whole)
  refuseRepeatedIds(plan.targets.whole)
  refuseUnknownMatches(plan)
  return parts ? parts.takePart(plan, part, run, world) : plan
}

/** The settings of a run that says what is checked, and by which rules. */
async function readWhole(request: CheckRequest, world: World): Promise<FoundSettings> {
  const written = await readSettings(request, world)
  tellUnreadVariables(world)
  refuseSecondSelector(request.own)
  checkSettings(written.settings)
  return written
}

/** The plan of settings that were found. Local rulesets are read for it. */
async function planFound(found: FoundSettings, request: CheckRequest, world: World): Promise<CheckPlan> {
  const { settings } = found
  const { ruleset_files: files } = settings
  const policy = resolvePolicy(found, request)
  const asked = readAsked(settings)
  const groups = groupByChecks(asked)
  const rulesets =
    files && (await openLocalRulesets(files, { required: policy.required, settings, request, groups }, world))
  const connection = await planConnection(settings, request, {
    rulesets: rulesets?.workspace,
    isPinned: policy.required.workspace !== undefined,
    cwd: world.cwd,
  })
  const repository = await findRepositoryPath(await resolveRealPath(world.cwd, '.'))
  const targets = planTargets(found, asked, rulesets, repository)
  const unmet = [
    ...(rulesets?.unmet ??
      (policy.required.ruleset_files ?? []).map((name) => ({ subject: 'ruleset file', name }))),
    ...(await unmetWorkspace(policy.required, connection.workspace, world.cwd)),
    ...(await listUncovered(policy, targets, world)),
  ]
  return {
    targets,
    judgement: planJudgement(settings, policy, unmet, request),
    connection,
    reports: listReportFiles(settings.reports),
  }
}

function planTargets(
  { settings, config }: FoundSettings,
  asked: Asked,
  rulesets: LocalRulesets | undefined,
  folder: string | undefined,
): CheckTargets {
  const { api_ids, api_categories, definitions, ruleset_ids, categories, ruleset_files, checks, check } =
    settings
  const narrowing: readonly unknown[] = config ? ['flag', 'option'] : ['flag']
  const selections = [api_ids, api_categories, definitions, ruleset_ids, categories, ruleset_files, check]
  const isListed = definitions?.origin.source === 'file'
  const lists = api_ids?.origin.source === 'file' ? config : undefined
  const findCheck = (file: string) =>
    checks?.value.find((each) => each.definitions?.some((definition) => definition.file === file))?.name
  return {
    asked,
    whole: asked,
    shard: undefined,
    narrowed: selections.some((setting) => narrowing.includes(setting?.origin.source)),
    rulesetDigests: rulesets?.digests,
    namedIn: lists && { file: lists.name, lines: lists.apiLines },
    folder,
    listedBy: isListed ? config?.file : undefined,
    unchosen: check
      ? [...(config?.checkPlaces.keys() ?? [])].filter((name) => !check.value.includes(name))
      : [],
    findListing: (file) =>
      isListed ? (config?.checkPlaces.get(findCheck(file) ?? '') ?? definitions.origin.place) : undefined,
  }
}

/** Every ruleset for every target, unless checks say which are for which. */
function readAsked(settings: Settings): Asked {
  const { api_ids, definitions, ruleset_files: files, checks } = settings
  return {
    api_ids: files ? [] : (api_ids?.value ?? []),
    definitions: definitions?.value ?? [],
    selector: chooseNames({
      ruleset_ids: settings.ruleset_ids?.value,
      categories: settings.categories?.value,
      ruleset_files: settings.ruleset_files,
    }),
    ...(checks && { checks: checks.value.map((check) => nameTargets(check, checks)) }),
  }
}

function nameTargets(
  { name, api_ids = [], definitions = [], ruleset_files: value, ...names }: ConfigCheck,
  checks: NonNullable<Settings['checks']>,
): NamedCheck {
  const selector = chooseNames({ ...names, ruleset_files: value && { ...checks, value } })
  return { name, api_ids, definitions: definitions.map(({ file }) => file), ...selector }
}

function planJudgement(
  { waivers, baseline }: Settings,
  plan: PolicyPlan,
  unmet: readonly Unmet[],
  { strictBaseline, withoutBreaking, own }: CheckRequest,
): Judgement {
  const { policy } = plan
  const omitsBreaking = withoutBreaking === true && own['policy.breaking'] === undefined
  return {
    ...plan,
    policy: omitsBreaking ? { ...policy, breaking: undefined } : policy,
    waivers: waivers?.value ?? [],
    baseline: baseline?.value,
    strictBaseline: strictBaseline === true,
    unmet,
  }
}

interface SelectedNames {
  readonly ruleset_ids?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  readonly ruleset_files?: Settings['ruleset_files']
}

/** Local rulesets are known by their files' names. */
function chooseNames({ ruleset_files, categories = [], ...names }: SelectedNames): Selector {
  const ruleset_ids = ruleset_files ? [...listRulesetIds(ruleset_files).values()] : names.ruleset_ids
  return ruleset_ids === undefined ? { categories } : { ruleset_ids }
}

async function listUncovered(
  { required }: Pick<Judgement, 'required'>,
  { whole }: Pick<CheckTargets, 'whole'>,
  world: Pick<World, 'cwd' | 'env'>,
): Promise<readonly Unmet[]> {
  if (required.all_definitions !== true) return []
  return unmetDefinitions(whole.definitions, required.except_definitions, world)
}

/** Whether a plan still misses what it did, also in files that the run does not read. */
export async function isUnmetAsPlanned(
  { judgement, targets, connection }: CheckPlan,
  world: Pick<World, 'cwd' | 'env'>,
): Promise<boolean> {
  const { required, unmet } = judgement
  const planned = unmet.filter(({ subject }) => subject !== 'ruleset file')
  const ofWorkspace = await unmetWorkspace(required, connection.workspace, world.cwd)
  return isDeepStrictEqual(planned, [...ofWorkspace, ...(await listUncovered(judgement, targets, world))])
}

async function refuseUnknownBreaking({ 'policy.breaking_rules': own }: Settings): Promise<void> {
  if (own === undefined) return
  const { unknownBreakingRules } = await import('../breaking/rules/index.ts')
  const [unknown] = unknownBreakingRules(own)
  if (unknown) throw unknown
}

/** Whatever leaves out the last target must have said so: without one the run would pass. */
function requireTargets({ api_ids, definitions }: Asked): void {
  if (api_ids.length + definitions.length === 0) throw new Error('the run has nothing to check')
}

function refuseUnknownMatches({ judgement: { policy }, connection }: CheckPlan): void {
  if (policy.on_unmatched !== 'fail' || connection.capabilities.tellsMatches) return
  const message = `on_unmatched: fail needs the embedded sandbox, but the dashboard is ${connection.name}`
  const hint = 'Remove it from the policy. A dashboard does not say which rules matched.'
  throw usageError('on-unmatched-elsewhere', message, hint)
}

/** The settings say it too, but not that the two are flags of one command line. */
function refuseSecondSelector({ ruleset_files, ruleset_ids, categories }: CheckRequest['own']): void {
  const flag = ruleset_ids ? '--ruleset-id' : categories ? '--category' : undefined
  if (ruleset_files?.origin.source !== 'flag' || flag === undefined) return
  const message = `--ruleset-file runs local rulesets, but ${flag} names dashboard rulesets`
  throw usageError('ruleset-file-conflict', message, `Omit ${flag}.`)
}

const prefix = 'GOV_'
/** Options of a check that the table of settings does not have. */
const others = ['--config', '--base', '--strictness']

/** Warns of variables named like an option, or nearly like one that is read: they do not count. Others may be for other programs. */
function tellUnreadVariables({ env, observe }: Pick<World, 'env' | 'observe'>): void {
  const given = Object.keys(env).filter((name) => name.startsWith(prefix) && !name.startsWith('GOV_INPUT_'))
  const read = environmentVariables.flatMap(([name]) =>
    name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
  )
  const flags = [
    ...settingNames.flatMap((name) =>
      settingTable[name].flag ? [getLongFlag(settingTable[name].flag)] : [],
    ),
    ...others,
  ]
  // The common prefix would make all names similar.
  for (const name of given.map((each) => each.slice(prefix.length)).filter((each) => !read.includes(each))) {
    const flag = `--${name.toLowerCase().replaceAll('_', '-')}`
    const meant = suggest(name, read, 2)
    const says = `gov does not read ${prefix}${name}`
    if (flags.includes(flag)) observe.warning(`${says}: pass ${flag}`)
    else if (meant !== undefined) observe.warning(`${says}; did you mean ${prefix}${meant}?`)
  }
}
