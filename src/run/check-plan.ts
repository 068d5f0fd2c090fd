import type { PolicyFlags } from '../cli/check/check-flags.ts'
import type { AskFlags } from '../cli/flags/ask-flags.ts'
import type { Asked, Selector } from '../model/asked.ts'
import { usageError } from '../model/errors.ts'
import type { Run } from '../model/run.ts'
import type { Waiver } from '../model/waiver.ts'
import { checkSettings } from '../settings/rules.ts'
import type { Origin, ReportFile, Setting, Settings } from '../settings/settings.ts'
import { openEmbedded, openNetwork } from './connect/open-dashboard.ts'
import type { Context, Dashboard } from './context.ts'
import { type PolicyPlan, policyInForce } from './policy-in-force.ts'
import { type FoundSettings, readSettings } from './read-settings.ts'
import { openRulesetWeb } from './rulesets/ruleset-web.ts'

/** Flags of a command that has something evaluated; without policy flags, the policy is the config's. */
export type PlanFlags = AskFlags & PolicyFlags

/** What a run is to do, with everything read that can be read before the first request. */
export interface CheckPlan extends PolicyPlan {
  readonly asked: Asked
  /** All that the run is asked, whatever part of it this is. */
  readonly whole: Asked
  /** Requests under way at once. */
  readonly concurrency: number
  /** Narrow what failed in part down to the rulesets and APIs that failed. */
  readonly diagnose: boolean
  readonly waivers: readonly Waiver[]
  /** The baseline's file; undefined when there is none. */
  readonly baseline: string | undefined
  readonly strictBaseline: boolean
  /** Flags, or a script's options beside a config, leave out a part of what the config asks for. */
  readonly narrowed: boolean
  /** Which part of the run this is; `asked` holds that part only. */
  readonly shard: Run['shard']
  /** Of local ruleset files, by their ids. */
  readonly rulesetDigests: Run['ruleset_digests']
  /** For the report: the address, or `embedded`. */
  readonly dashboardName: string
  /** Of what names the dashboard, or the local rulesets that need none. */
  readonly dashboardOrigin: Origin | undefined
  /** The folder that the embedded sandbox serves; undefined where a dashboard or local rulesets are asked. */
  readonly workspace: string | undefined
  /** Of the config. */
  readonly reports: readonly ReportFile[]
  /** What is checked in place of definitions' files, by their names. */
  readonly contents?: ReadonlyMap<string, Uint8Array> | undefined
  readonly openDashboard: () => Promise<Dashboard>
}

type WhatToAsk = Pick<
  CheckPlan,
  'asked' | 'whole' | 'dashboardName' | 'dashboardOrigin' | 'rulesetDigests' | 'workspace' | 'openDashboard'
>

/** Flags, environment and config as one plan. Throws GovError, usage or access. */
export async function readCheckPlan(flags: PlanFlags, context: Context): Promise<CheckPlan> {
  const found = await readSettings(flags, context)
  refuseSecondSelector(flags)
  return planOf(found, flags, context)
}

/** The plan of settings that are known. Throws GovError, usage or access. */
export async function planOf(found: FoundSettings, flags: PlanFlags, context: Context): Promise<CheckPlan> {
  checkSettings(found.settings)
  const { ruleset_files: files } = found.settings
  return files === undefined
    ? planOfSettings(found, flags, context)
    : planOfRulesetFiles(found, flags, files, context)
}

function planOfSettings(found: FoundSettings, flags: PlanFlags, context: Context): CheckPlan {
  if (flags.allowExtends) throw extendsElsewhere()
  const { settings } = found
  const url = settings['dashboard.url']?.value ?? ''
  const asked = { ...targets(settings), selector: selectorOf(settings) }
  return {
    asked,
    whole: asked,
    ...howToJudge(found, flags),
    dashboardName: url,
    dashboardOrigin: settings['dashboard.url']?.origin,
    rulesetDigests: undefined,
    workspace: url === 'embedded' ? settings['dashboard.workspace']?.value : undefined,
    openDashboard: () =>
      url === 'embedded' ? openEmbedded(settings, flags, context) : openNetwork(settings, flags, context),
  }
}

async function planOfRulesetFiles(
  found: FoundSettings,
  flags: PlanFlags,
  files: Setting<readonly string[]>,
  context: Context,
): Promise<CheckPlan> {
  const { settings } = found
  // The engine is loaded with it, which the rulesets of a dashboard do without.
  const { openRulesetFiles } = await import('./rulesets/ruleset-files.ts')
  const { trustPaths, allowExtends = [] } = flags
  const web = await openRulesetWeb(allowExtends, settings, flags, context)
  const access = { trustPaths, fetch: web.fetch }
  const opening = openRulesetFiles(files.value, context.cwd, access).finally(web.close)
  const { rulesetIds, workspace, digests } = await opening
  const asked = { ...targets(settings), api_ids: [], selector: { ruleset_ids: rulesetIds } }
  return {
    asked,
    whole: asked,
    ...howToJudge(found, flags),
    dashboardName: 'embedded',
    dashboardOrigin: files.origin,
    rulesetDigests: digests,
    workspace: undefined,
    openDashboard: () => openEmbedded(settings, flags, context, workspace),
  }
}

function extendsElsewhere(): Error {
  const message = '--allow-extends is for local rulesets, and none is run'
  const hint = 'Name one with --ruleset-file or ruleset_files, or leave the flag out.'
  return usageError('allow-extends-elsewhere', message, hint)
}

/** The settings say it too, but not that the two are flags of one command line. */
function refuseSecondSelector({ rulesetFile, rulesetId, category }: PlanFlags): void {
  const flag = rulesetId ? '--ruleset-id' : category ? '--category' : undefined
  if (rulesetFile === undefined || flag === undefined) return
  throw usageError(
    'ruleset-file-conflict',
    `--ruleset-file runs a local ruleset here, and ${flag} names rulesets of a dashboard`,
    `Leave out ${flag}.`,
  )
}

function howToJudge(found: FoundSettings, flags: PlanFlags): Omit<CheckPlan, keyof WhatToAsk> {
  const { settings } = found
  const { api_ids, definitions, ruleset_ids, categories, ruleset_files } = settings
  const narrowing: readonly unknown[] = found.config ? ['flag', 'option'] : ['flag']
  const selections = [api_ids, definitions, ruleset_ids, categories, ruleset_files]
  return {
    ...policyInForce(found, flags),
    concurrency: settings['dashboard.concurrency'].value,
    diagnose: flags.diagnose === true,
    waivers: settings.waivers?.value ?? [],
    baseline: settings.baseline?.value,
    strictBaseline: flags.strictBaseline === true,
    narrowed: selections.some((setting) => narrowing.includes(setting?.origin.source)),
    shard: undefined,
    reports: (settings.reports?.value ?? []).map((report) => ({ ...report, fence: settings.reports?.fence })),
  }
}

function targets(settings: Settings): Pick<Asked, 'api_ids' | 'definitions'> {
  return { api_ids: settings.api_ids?.value ?? [], definitions: settings.definitions?.value ?? [] }
}

function selectorOf({ ruleset_ids, categories }: Settings): Selector {
  return ruleset_ids === undefined
    ? { categories: categories?.value ?? [] }
    : { ruleset_ids: ruleset_ids.value }
}
