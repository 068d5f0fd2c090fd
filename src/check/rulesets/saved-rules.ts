import { GovError } from '../../core/model/errors.ts'
import { parsedJson } from '../../core/text/json.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import { type LoadOptions, loadRuleset } from '../../engine/ruleset/load-ruleset.ts'
import { RulesetError } from '../../engine/ruleset/ruleset-error.ts'
import { withLoadingLimit } from '../../sandbox/evaluation/time-limit.ts'
import type { MemoryRuleset } from '../../sandbox/store/memory-workspace.ts'

/** The rulesets of a dashboard that can be evaluated here, and why others cannot. */
export interface SavedRules {
  readonly rulesets: readonly MemoryRuleset[]
  readonly faults: readonly string[]
}

/** Reads saved rulesets, as the dashboard has them, for the embedded sandbox. */
export async function savedRules(
  ids: readonly string[],
  client: Pick<DashboardClient, 'getRuleset'>,
  dialect: Pick<LoadOptions, 'engine' | 'functions'>,
): Promise<SavedRules> {
  const rulesets: MemoryRuleset[] = []
  const faults: string[] = []
  for (const id of ids) {
    try {
      rulesets.push(await savedRuleset(id, client, dialect))
    } catch (error) {
      if (!isFault(error)) throw error
      faults.push(`ruleset ${id} cannot be evaluated here: ${error.message.split('\n')[0]}`)
    }
  }
  return { rulesets, faults }
}

async function savedRuleset(
  id: string,
  client: Pick<DashboardClient, 'getRuleset'>,
  dialect: Pick<LoadOptions, 'engine' | 'functions'>,
): Promise<MemoryRuleset> {
  const { definition: text } = await client.getRuleset(id)
  if (text === undefined)
    throw new GovError('not_found', 'ruleset-without-definition', 'the dashboard sent no definition', '')
  const source = { name: id, text, format: parsedJson(text) !== undefined ? 'json' : 'yaml' } as const
  const compiled = await loadRuleset(source, { ...dialect, read: noFiles, bounded: withLoadingLimit })
  return { id, ...source, compiled }
}

function isFault(error: unknown): error is Error {
  if (error instanceof GovError) return error.kind === 'not_found' || error.kind === 'access'
  return error instanceof RulesetError
}

async function noFiles(reference: string): Promise<never> {
  throw new Error(`${reference} is a file of the dashboard, which does not send it`)
}
