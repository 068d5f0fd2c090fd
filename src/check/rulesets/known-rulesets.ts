import { resolve } from 'node:path'
import { GovError, survivable } from '../../core/model/errors.ts'
import { parsedJson } from '../../core/text/json.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import { applyDay } from '../../engine/apply-day.ts'
import { type LoadOptions, loadDrafts, loadRuleset, type ParsedRules } from '../../engine/load-ruleset.ts'
import { RulesetError, type RulesetReader, type RulesetSource } from '../../engine/ruleset/ruleset-source.ts'
import { builtinRulesets } from '../../engine/rulesets/index.ts'
import { withLoadingLimit } from '../../sandbox/evaluation/limits.ts'
import type { MemoryRuleset } from '../../sandbox/store/memory-workspace.ts'
import { dashboardAddress } from '../../settings/dashboard-url.ts'
import type { Settings } from '../../settings/merge.ts'
import { listRulesetIds } from '../../settings/rules.ts'
import type { Setting } from '../../settings/setting.ts'
import { readSettings } from '../config/read-settings.ts'
import type { OpenServiceRequest } from '../connect/open-service.ts'
import { useAndClose } from '../evaluation/evaluator.ts'
import type { Sources } from '../sources/sources.ts'
import type { CheckRequest } from '../types.ts'
import { silenceWarnings, today, type World } from '../world.ts'
import { readFileDrafts } from './ruleset-source.ts'

/** A ruleset whose rules can be looked up. */
export interface KnownRuleset {
  /** As issues name it. */
  readonly id: string
  readonly name: string
  readonly from: 'file' | 'workspace' | 'dashboard' | 'built-in'
  readonly drafts: ParsedRules
}

/** Rulesets, and what kept others from being read: one sentence each. */
export interface KnownRulesets {
  readonly rulesets: readonly KnownRuleset[]
  readonly faults: readonly string[]
}

/** The rulesets that come with the engine; `spectral:owasp` is another name of one of them. */
export const builtinNames = [...builtinRulesets.keys()].filter((name) => name !== 'spectral:owasp')

export async function builtinDrafts(): Promise<readonly KnownRuleset[]> {
  return Promise.all(builtinNames.map(builtinDraft))
}

export async function builtinDraft(name: string): Promise<KnownRuleset> {
  const source = { name, text: JSON.stringify({ extends: name }), format: 'json' } as const
  return { name, id: name, from: 'built-in', drafts: await loadDrafts(source, { read: refuseFile }) }
}

/** Local ruleset files. Throws GovError, usage. */
export async function fileDrafts(
  files: Setting<readonly string[]> | undefined,
  sources: Sources,
  trustPaths = false,
): Promise<readonly KnownRuleset[]> {
  return Promise.all(
    [...listRulesetIds(files)].map(async ([file, id]) => {
      return { id, name: file, from: 'file', drafts: await readFileDrafts(file, sources, trustPaths) }
    }),
  )
}

/** The rulesets of the configured dashboard, or of the workspace that is embedded, if there is one. Only a signal is thrown. */
export async function dashboardDrafts(
  settings: Settings,
  request: OpenServiceRequest,
  world: World,
): Promise<KnownRulesets> {
  const address = dashboardAddress(settings)
  if ((address ?? settings['dashboard.workspace']) === undefined) return { rulesets: [], faults: [] }
  try {
    return address === undefined
      ? await readEach(await listWorkspaceRulesets(settings, world), 'workspace')
      : await readEach(await listSavedRulesets(request, world), 'dashboard')
  } catch (error) {
    const { message } = survivable(error)
    const whose = address ?? 'the embedded workspace'
    return { rulesets: [], faults: [`cannot list the rulesets of ${whose}: ${message}`] }
  }
}

/** The rulesets that a check uses. Throws GovError, usage: a file that is named cannot be read. */
export async function findUsedRulesets(request: CheckRequest, world: World): Promise<KnownRulesets> {
  const { settings } = await readSettings(request, silenceWarnings(world))
  const { ruleset_files: files } = settings
  const { rulesets, faults } = files
    ? { rulesets: await fileDrafts(files, world.sources, request.trustPaths), faults: [] }
    : await dashboardDrafts(settings, request, world)
  const day = today(world.now())
  return {
    rulesets: rulesets.map((ruleset) => ({ ...ruleset, drafts: applyDay(ruleset.drafts, day) })),
    faults,
  }
}

interface Readable {
  readonly id: string
  readonly open: () => Promise<{ readonly source: RulesetSource; readonly read: RulesetReader }>
}

async function listWorkspaceRulesets(settings: Settings, { cwd }: World): Promise<readonly Readable[]> {
  const folder = settings['dashboard.workspace']?.value
  if (folder === undefined) return []
  const { openWorkspace } = await import('../../sandbox/store/workspace.ts')
  const workspace = await openWorkspace(resolve(cwd, folder), { called: folder })
  return workspace.rulesets.map((record) => ({
    id: record.ruleset_id,
    open: async () => {
      const { read, ...source } = await workspace.rules(record)
      return { source, read }
    },
  }))
}

/** A dashboard sends only the ruleset: the files that it extends cannot be read here. */
async function listSavedRulesets(request: OpenServiceRequest, world: World): Promise<readonly Readable[]> {
  const { openService } = await import('../connect/open-service.ts')
  const found: Readable[] = []
  await useAndClose(await openService('user', request, world), async ({ client }) => {
    for await (const { rulesets } of client.listRulesets())
      for (const { ruleset_id: id, definition } of rulesets ?? []) {
        // A page leaves out what would make it too large.
        const text = definition ?? (await client.getRuleset(id)).definition ?? ''
        const source = { name: id, text, format: 'json' } as const
        found.push({ id, open: async () => ({ source, read: refuseFile }) })
      }
  })
  return found
}

async function readEach(found: readonly Readable[], from: KnownRuleset['from']): Promise<KnownRulesets> {
  const rulesets: KnownRuleset[] = []
  const faults: string[] = []
  for (const { id, open } of found) {
    try {
      const { source, read } = await open()
      const drafts = await loadDrafts(source, { read, bounded: withLoadingLimit })
      rulesets.push({ name: id, id, from, drafts })
    } catch (error) {
      if (!(error instanceof RulesetError || error instanceof GovError)) throw error
      faults.push(`cannot read ruleset ${id}: ${error.message.split('\n')[0]}`)
    }
  }
  return { rulesets, faults }
}

async function refuseFile(reference: string): Promise<never> {
  throw new Error(`${reference} is a file that is not available here`)
}

/** The rulesets of a dashboard that can be evaluated here, and why others cannot. */
export interface SavedRules {
  readonly rulesets: readonly MemoryRuleset[]
  readonly faults: readonly string[]
}

/** Reads saved rulesets, as the dashboard has them, for the embedded sandbox. */
export async function readSavedRules(
  ids: readonly string[],
  client: Pick<DashboardClient, 'getRuleset'>,
  dialect: Pick<LoadOptions, 'engine' | 'functions'>,
): Promise<SavedRules> {
  const rulesets: MemoryRuleset[] = []
  const faults: string[] = []
  for (const id of ids) {
    try {
      rulesets.push(await readSavedRuleset(id, client, dialect))
    } catch (error) {
      if (!isFault(error)) throw error
      faults.push(`ruleset ${id} cannot be evaluated here: ${error.message.split('\n')[0]}`)
    }
  }
  return { rulesets, faults }
}

async function readSavedRuleset(
  id: string,
  client: Pick<DashboardClient, 'getRuleset'>,
  dialect: Pick<LoadOptions, 'engine' | 'functions'>,
): Promise<MemoryRuleset> {
  const { definition: text } = await client.getRuleset(id)
  if (text === undefined)
    throw new GovError('not_found', 'ruleset-without-definition', 'the dashboard sent no definition', '')
  const source = { name: id, text, format: parsedJson(text) !== undefined ? 'json' : 'yaml' } as const
  const compiled = await loadRuleset(source, {
    ...dialect,
    read: refuseDashboardFile,
    bounded: withLoadingLimit,
  })
  return { id, ...source, compiled }
}

function isFault(error: unknown): error is Error {
  if (error instanceof GovError) return error.kind === 'not_found' || error.kind === 'access'
  return error instanceof RulesetError
}

async function refuseDashboardFile(reference: string): Promise<never> {
  throw new Error(`${reference} is a file of the dashboard, which does not send it`)
}
