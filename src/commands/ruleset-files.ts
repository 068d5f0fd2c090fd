import { dirname, isAbsolute, join, resolve } from 'node:path'
import { type Fence, fenceFault, fenceOf } from '../config/fence.ts'
import { rulesetIdOf } from '../config/rules.ts'
import { loadRuleset } from '../engine/ruleset/load-ruleset.ts'
import { RulesetError } from '../engine/ruleset/ruleset-error.ts'
import type { RulesetReader, RulesetSource } from '../engine/ruleset/ruleset-source.ts'
import { type GovError, usageError } from '../errors.ts'
import { readSource } from '../files.ts'
import { type MemoryRuleset, memoryWorkspace } from '../sandbox/memory-workspace.ts'
import type { Workspace } from '../sandbox/workspace.ts'
import { digestOf } from './digest.ts'

/** Ruleset files as a workspace that exists in memory only; each goes by its file's name without the ending. */
export interface RulesetFiles {
  readonly rulesetIds: readonly string[]
  readonly workspace: Workspace
  /** Of each file itself, by the ruleset's id; what it extends is not in it. */
  readonly digests: Readonly<Record<string, string>>
}

/**
 * Reads every file. What a file extends is read from its own repository only, unless `trustPaths`. Throws GovError,
 * usage.
 */
export async function openRulesetFiles(
  files: readonly string[],
  cwd: string,
  trustPaths = false,
): Promise<RulesetFiles> {
  const rulesets: MemoryRuleset[] = []
  for (const file of files) {
    const fence = trustPaths ? undefined : await fenceOf(dirname(resolve(cwd, file)))
    rulesets.push(await readRuleset(file, cwd, fence))
  }
  const rulesetIds = rulesets.map(({ id }) => id)
  const twice = rulesetIds.find((id, index) => rulesetIds.indexOf(id) !== index)
  if (twice !== undefined) {
    throw usageError(
      'ruleset-file-repeated',
      `two ruleset files are both called "${twice}"`,
      'Give each file once, and rename one of two that share a name.',
    )
  }
  const digests = Object.fromEntries(rulesets.map(({ id, text }) => [id, digestOf(text)]))
  return { rulesetIds, workspace: memoryWorkspace({ rulesets }), digests }
}

async function readRuleset(file: string, cwd: string, fence: Fence | undefined): Promise<MemoryRuleset> {
  const { text, format } = await readSource(cwd, file, 'ruleset')
  const read: RulesetReader = async (reference, from) => {
    const name = isAbsolute(reference) ? reference : join(dirname(from), reference)
    const fault = fence && (await fenceFault(resolve(cwd, name), fence, 'read'))
    if (fault !== undefined) throw outside(name, fault)
    return { name, text: (await readSource(cwd, name, 'ruleset')).text }
  }
  await requireValid({ name: file, text, format }, read)
  return { id: rulesetIdOf(file), name: file, text, format, read }
}

function outside(name: string, fault: string): GovError {
  const hint =
    'Keep what a ruleset extends in its repository; --trust-paths lets one that you trust extend any file.'
  return usageError('ruleset-outside', `${name} ${fault}`, hint)
}

/** A faulty file is told of here, by its own place: the sandbox could only refuse the request that needs it. */
async function requireValid(source: RulesetSource, read: RulesetReader): Promise<void> {
  try {
    await loadRuleset(source, { read })
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error
    throw usageError('ruleset-invalid', error.message, 'Correct the ruleset at that place.', error)
  }
}
