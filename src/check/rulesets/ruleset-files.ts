import { dirname, relative } from 'node:path'
import { usageError } from '../../core/model/errors.ts'
import { computeDigest } from '../../core/text/digest.ts'
import { type LoadOptions, loadDrafts, toRuleset } from '../../engine/load-ruleset.ts'
import { withLoadingLimit } from '../../sandbox/evaluation/limits.ts'
import { type MemoryRuleset, memoryWorkspace } from '../../sandbox/store/memory-workspace.ts'
import type { Workspace } from '../../sandbox/store/workspace.ts'
import { createRulesetId } from '../../settings/rules.ts'
import type { Sources } from '../sources/sources.ts'
import { openRulesetSource, refuseRuleset, rulesOfRun } from './ruleset-source.ts'

/** Ruleset files as a workspace that exists in memory only. */
export interface RulesetFiles {
  readonly rulesetIds: readonly string[]
  readonly workspace: Workspace
  /** The SHA-256 of each ruleset by its id; covers all that it extends. */
  readonly digests: Readonly<Record<string, string>>
  /** The files, by their rulesets' ids, whose rules depend on the name of what is checked, as seen from their folder. */
  readonly overriding: ReadonlyMap<string, string>
}

/** The limits on ruleset files: URLs that they may extend, paths, and JavaScript. */
export interface RulesetAccess extends Pick<LoadOptions, 'fetch' | 'functions' | 'warn' | 'engine'> {
  readonly trustPaths?: boolean | undefined
}

/**
 * Reads every file. What a file extends is read from its own repository only, unless `trustPaths`. Throws GovError,
 * usage.
 */
export async function openRulesetFiles(
  files: readonly string[],
  sources: Sources,
  { ids = new Map(), ...access }: RulesetAccess & { readonly ids?: ReadonlyMap<string, string> } = {},
): Promise<RulesetFiles> {
  const read: ReadRuleset[] = []
  for (const file of files)
    read.push(await readRulesetFile(file, ids.get(file) ?? createRulesetId(file, files), sources, access))
  const rulesets = read.map(({ ruleset }) => ruleset)
  const rulesetIds = rulesets.map(({ id }) => id)
  const twice = rulesetIds.findIndex((id, index) => rulesetIds.indexOf(id) !== index)
  const id = rulesetIds[twice]
  if (id !== undefined) {
    throw usageError(
      'ruleset-file-repeated',
      `ruleset files ${files[rulesetIds.indexOf(id)]} and ${files[twice]} have the same name, which is their id: "${id}"`,
      'Pass each file once, and rename one of the two.',
    )
  }
  const digests = Object.fromEntries(read.map(({ ruleset, digest }) => [ruleset.id, digest]))
  const overriding = new Map(
    rulesets.flatMap(({ id, compiled }, at) => (compiled?.overrides ? [[id, files[at] ?? ''] as const] : [])),
  )
  return { rulesetIds, workspace: memoryWorkspace({ rulesets }), digests, overriding }
}

export interface ReadRuleset {
  readonly ruleset: MemoryRuleset
  readonly digest: string
}

export async function readRulesetFile(
  file: string,
  id: string,
  sources: Sources,
  { trustPaths = false, fetch, functions, warn, engine }: RulesetAccess,
): Promise<ReadRuleset> {
  const { source, read } = await openRulesetSource(file, sources, trustPaths)
  const extended = new Map<string, string>()
  const keep = (name: string, text: string) => extended.set(name.replaceAll('\\', '/'), computeDigest(text))
  // Compiled here, because the sandbox could only refuse the request that needs a faulty file.
  const rules = await loadDrafts(source, {
    functions,
    engine,
    folder: sources.cwd,
    warn,
    bounded: withLoadingLimit,
    read: async (reference, from) => {
      const found = await read(reference, from)
      keep(relative(dirname(file), found.name), found.text)
      return found
    },
    fetch:
      fetch &&
      (async (url) => {
        const text = await fetch(url)
        keep(url, text)
        return text
      }),
  }).catch(refuseRuleset)
  rulesOfRun(sources).set(file, rules)
  return {
    ruleset: { id, ...source, read, compiled: await toRuleset(rules, engine) },
    digest: digestRuleset(source.text, extended),
  }
}

/** The SHA-256 of a ruleset that extends no files is that of its file. Others are named from the ruleset's folder. */
function digestRuleset(text: string, extended: ReadonlyMap<string, string>): string {
  const own = computeDigest(text)
  return extended.size === 0 ? own : computeDigest(JSON.stringify([own, ...[...extended].sort()]))
}
