import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { BaselineEntry } from '../../core/model/baseline-entry.ts'
import { identifier } from '../../core/model/identity.ts'
import type { Excuses } from '../../gate/excuse/excuse.ts'
import { findLatestDay } from '../../gate/excuse/waivers.ts'
import type { CheckPlan } from '../types.ts'
import { getDay, type World } from '../world.ts'

/**
 * Reads what may excuse issues of this run: read before anything is asked, unless `entries` are at hand.
 * Throws GovError, usage.
 */
export async function readExcuses(
  { targets, judgement }: CheckPlan,
  world: World,
  entries?: readonly BaselineEntry[],
): Promise<Excuses> {
  const { asked, narrowed } = targets
  const { waivers, baseline, strictBaseline, policy } = judgement
  const { cwd, sources } = world
  const today = getDay(world)
  if (baseline !== undefined && entries === undefined) await sources.note(baseline)
  const found = baseline === undefined ? undefined : await openBaseline(cwd, baseline, entries)
  const names = new Set(asked.definitions.map(({ file }) => found?.names(file)))
  return {
    asked,
    waivers,
    baseline: entries ?? found?.entries,
    strictBaseline,
    missing: baseline === undefined ? undefined : await missingFiles(cwd, baseline, found?.entries, names),
    narrowed,
    policy,
    today,
    latest: findLatestDay(today, policy.max_waiver_days),
    identifier: identifier(asked.definitions, found?.names),
  }
}

/** Its entries, read unless they are at hand, and the names that it has for files. */
async function openBaseline(cwd: string, file: string, entries?: readonly BaselineEntry[]) {
  const { createFileNamer, readBaseline } = await import('./baseline-file.ts')
  return { names: createFileNamer(cwd, file), entries: entries ?? (await readBaseline(cwd, file)) }
}

/** The files of entries that are not there; those of the run are, wherever their content is. */
async function missingFiles(
  cwd: string,
  baseline: string,
  entries: readonly BaselineEntry[] = [],
  asked: ReadonlySet<string | undefined>,
): Promise<ReadonlySet<string>> {
  const folder = dirname(resolve(cwd, baseline))
  const files = new Set(entries.flatMap((entry) => ('file' in entry ? [entry.file] : [])))
  const unasked = [...files].filter((file) => !asked.has(file))
  const found = await Promise.all(unasked.map((file) => isAbsent(resolve(folder, file))))
  return new Set(unasked.filter((_, at) => found[at]))
}

/** False for files that exist but cannot be read. */
async function isAbsent(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    ({ code }) => code === 'ENOENT' || code === 'ENOTDIR',
  )
}
