import { basename, dirname, isAbsolute, join } from 'node:path'
import { usageError } from '../errors.ts'
import { readSource } from '../files.ts'
import { type MemoryRuleset, memoryWorkspace } from '../sandbox/memory-workspace.ts'
import type { Workspace } from '../sandbox/workspace.ts'

/** Ruleset files as a workspace that exists in memory only; each goes by its file's name without the ending. */
export interface RulesetFiles {
  readonly rulesetIds: readonly string[]
  readonly workspace: Workspace
}

/** Reads every file. Throws GovError, usage. */
export async function openRulesetFiles(files: readonly string[], cwd: string): Promise<RulesetFiles> {
  const rulesets: MemoryRuleset[] = []
  for (const file of files) rulesets.push(await readRuleset(file, cwd))
  const rulesetIds = rulesets.map(({ id }) => id)
  const twice = rulesetIds.find((id, index) => rulesetIds.indexOf(id) !== index)
  if (twice !== undefined) {
    throw usageError(
      'ruleset-file-repeated',
      `two ruleset files are both called "${twice}"`,
      'Give each file once, and rename one of two that share a name.',
    )
  }
  return { rulesetIds, workspace: memoryWorkspace({ rulesets }) }
}

async function readRuleset(file: string, cwd: string): Promise<MemoryRuleset> {
  const { text, format } = await readSource(cwd, file, 'ruleset')
  return {
    id: basename(file).replace(/\.(json|ya?ml)$/i, ''),
    name: file,
    text,
    format,
    read: async (reference, from) => {
      const name = isAbsolute(reference) ? reference : join(dirname(from), reference)
      return { name, text: (await readSource(cwd, name, 'ruleset')).text }
    },
  }
}
