import { readEnvironment } from '../config/environment.ts'
import { readFlags } from '../config/flags.ts'
import { loadConfig } from '../config/load.ts'
import { checkSettings, rules, somethingToCheck } from '../config/rules.ts'
import { type Layer, mergeSettings, policyOf, type ReportFile, type Settings } from '../config/settings.ts'
import type { Context, Dashboard } from '../context.ts'
import { usageError } from '../errors.ts'
import { strictnesses } from '../gate/policy.ts'
import type { Asked, Policy, Selector } from '../model.ts'
import type { CheckFlags } from './check-flags.ts'
import { openEmbedded, openNetwork } from './open-dashboard.ts'
import { openRulesetFiles } from './ruleset-files.ts'

/** What a run is to do, with everything read that can be read before the first request. */
export interface CheckPlan {
  readonly asked: Asked
  readonly policy: Policy
  /** Requests under way at once. */
  readonly concurrency: number
  /** Narrow what failed in part down to the rulesets and APIs that failed. */
  readonly diagnose: boolean
  /** For the report: the address, or `embedded`. */
  readonly dashboardName: string
  /** Of the config. */
  readonly reports: readonly ReportFile[]
  readonly openDashboard: () => Promise<Dashboard>
}

/** Flags, environment and config as one plan. Throws GovError, usage or access. */
export async function readCheckPlan(flags: CheckFlags, context: Context): Promise<CheckPlan> {
  const settings = await readSettings(flags, context)
  return flags.rulesetFile === undefined
    ? planOfSettings(settings, flags, context)
    : planOfRulesetFiles(settings, flags, flags.rulesetFile, context)
}

async function readSettings(flags: CheckFlags, context: Context): Promise<Settings> {
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

function planOfSettings(settings: Settings, flags: CheckFlags, context: Context): CheckPlan {
  checkSettings(settings, rules)
  const url = settings['dashboard.url']?.value ?? ''
  return {
    asked: { ...targets(settings), selector: selectorOf(settings) },
    reports: settings.reports?.value ?? [],
    ...howToAsk(settings, flags),
    dashboardName: url,
    openDashboard: () =>
      url === 'embedded' ? openEmbedded(settings, flags, context) : openNetwork(settings, flags, context),
  }
}

async function planOfRulesetFiles(
  settings: Settings,
  flags: CheckFlags,
  files: readonly string[],
  context: Context,
): Promise<CheckPlan> {
  checkSettings(settings, [somethingToCheck])
  refuseBesideRulesetFiles(settings, flags)
  const { rulesetIds, workspace } = await openRulesetFiles(files, context.cwd)
  return {
    asked: { ...targets(settings), api_ids: [], selector: { ruleset_ids: rulesetIds } },
    reports: settings.reports?.value ?? [],
    ...howToAsk(settings, flags),
    dashboardName: 'embedded',
    openDashboard: () => openEmbedded(settings, flags, context, workspace),
  }
}

/** Local rulesets run here, on local definitions: anything else that was asked for would go unchecked. */
function refuseBesideRulesetFiles(settings: Settings, flags: CheckFlags): void {
  const flag = flags.rulesetId ? '--ruleset-id' : flags.category ? '--category' : undefined
  if (flag !== undefined)
    throw besideRulesetFiles(`${flag} names rulesets of a dashboard`, `Leave out ${flag}.`)
  if (settings.api_ids !== undefined) {
    const where = settings.api_ids.origin.place
    const what = `api_ids (${where}) names saved APIs, which only a dashboard can evaluate`
    throw besideRulesetFiles(what, 'Name the files to check with --definition.')
  }
  const url = settings['dashboard.url']
  if (url?.origin.source === 'flag' && url.value !== 'embedded') {
    throw besideRulesetFiles('--url names a dashboard, which has its own rulesets', 'Leave out --url.')
  }
}

function besideRulesetFiles(what: string, hint: string): Error {
  return usageError('ruleset-file-conflict', `--ruleset-file runs a local ruleset here, and ${what}`, hint)
}

function howToAsk(
  settings: Settings,
  flags: CheckFlags,
): Pick<CheckPlan, 'policy' | 'concurrency' | 'diagnose'> {
  const concurrency = settings['dashboard.concurrency'].value
  return { policy: policyFor(settings, flags), concurrency, diagnose: flags.diagnose === true }
}

/** `--strictness` is the whole of what weighs issues: what the config says of that is put aside. */
function policyFor(settings: Settings, { strictness }: CheckFlags): Policy {
  return { ...policyOf(settings), ...(strictness && strictnesses[strictness]) }
}

function targets(settings: Settings): Pick<Asked, 'api_ids' | 'definitions'> {
  return { api_ids: settings.api_ids?.value ?? [], definitions: settings.definitions?.value ?? [] }
}

function selectorOf({ ruleset_ids, categories }: Settings): Selector {
  return ruleset_ids === undefined
    ? { categories: categories?.value ?? [] }
    : { ruleset_ids: ruleset_ids.value }
}
