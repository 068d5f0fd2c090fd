import { basename } from 'node:path'
import { usageError } from '../errors.ts'
import { readSource } from '../files.ts'
import { memoryWorkspace } from '../sandbox/memory-workspace.ts'
import type { Workspace } from '../sandbox/workspace.ts'

/** Ruleset files as a workspace that exists in memory only; each goes by its file's name without the ending. */
export interface RulesetFiles {
  readonly rulesetIds: readonly string[]
  readonly workspace: Workspace
}

/** Reads every file. Throws GovError, usage. */
export async function openRulesetFiles(files: readonly string[], cwd: string): Promise<RulesetFiles> {
  const rulesets = []
  for (const file of files) {
    const { text, format } = await readSource(cwd, file, 'ruleset')
    const id = basename(file).replace(/\.(json|ya?ml)$/i, '')
    rulesets.push({ id, name: file, text, format })
  }
  const rulesetIds = rulesets.map(({ id }) => id)
  const twice = rulesetIds.find((id, index) => rulesetIds.indexOf(id) !== index)
  if (twice !== undefined) {
    throw usageError(
      'ruleset-file-repeated',
      `two ruleset files are both called "${twice}"`,
      'Rename one of them.',
    )
  }
  return { rulesetIds, workspace: memoryWorkspace({ rulesets }) }
}
