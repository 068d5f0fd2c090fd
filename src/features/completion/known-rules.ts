import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { breakingRules } from '../../check/base/breaking-rules.ts'
import { parseDocument } from '../../core/document/document.ts'
import { isRecord } from '../../core/model/record.ts'
import { explainedRules } from '../../engine/rulesets/explanations/index.ts'
import { readSmallText } from '../../settings/load/small-file.ts'

const mostRulesets = 100
const mostBytes = 1024 * 1024

/**
 * Ids of built-in rules, of rules of breaking changes, and of rules in ruleset files and a workspace. A
 * broken file has none.
 */
export async function knownRules(files: readonly string[], workspace?: string): Promise<readonly string[]> {
  const saved = workspace === undefined ? [] : await listRulesetFiles(join(workspace, 'rulesets'))
  const [builtIn, ...own] = await Promise.all([explainedRules(), ...[...files, ...saved].map(listRuleNames)])
  return [...[builtIn, ...own].flat(), ...breakingRules.map(({ id }) => id)]
}

async function listRulesetFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.slice(0, mostRulesets).map((name) => join(folder, name, 'rules.yaml'))
}

async function listRuleNames(file: string): Promise<string[]> {
  try {
    const { value } = parseDocument(await readSmallText(file, mostBytes), 'yaml')
    return isRecord(value) && isRecord(value.rules) ? Object.keys(value.rules) : []
  } catch {
    return []
  }
}
