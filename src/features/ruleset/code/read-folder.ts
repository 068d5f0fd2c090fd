import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { exists } from '../../../check/sources/exists.ts'
import { readDataFile } from '../../../check/sources/read-data-file.ts'
import { createSources } from '../../../check/sources/sources.ts'
import type { World } from '../../../check/world.ts'
import { isReservedId } from '../../../core/model/breaking.ts'
import { usageError } from '../../../core/model/errors.ts'
import { findErrorCode } from '../../../core/model/file-fault.ts'
import { once } from '../../../core/model/once.ts'
import type { RulesetContent } from './content.ts'
import { manifestName } from './manifest.ts'

export const factsFile = 'ruleset.yml'
export const defaultRules = 'rules.yaml'

/** A ruleset in a folder of its own: its facts in `ruleset.yml`, its rules in a file that any linter reads. */
export interface FolderRuleset extends RulesetContent {
  readonly folder: string
  /** The name of the file with its rules, in that folder. */
  readonly rulesFile: string
}

const plainName = /^(?!\.)[^/\\:]+\.(?:json|ya?ml)$/i

const rulesetFacts = once(() =>
  z.strictObject({
    ruleset_id: z.string().min(1).optional(),
    name: z.string().min(1),
    description: z.string().default(''),
    active: z.boolean(),
    action: z.enum(['none', 'warn']),
    resource_type: z.enum(['oas-api', 'mcp-api']).default('oas-api'),
    categories: z.array(z.string().min(1)).default([]),
    rules: z
      .string()
      .regex(plainName, 'expected a JSON or YAML file in the same folder')
      .default(defaultRules),
  }),
)

/** The rulesets of a folder, by id. Throws GovError, usage: a file is missing or invalid, or two have one id or name. */
export async function readRulesetFolder(folder: string, world: World): Promise<readonly FolderRuleset[]> {
  await refuseOneRuleset(folder, world)
  // Separate sources, because files read here may be written later in the run.
  const reading = { ...world, sources: createSources(world.cwd) }
  const rulesets: FolderRuleset[] = []
  for (const name of await listFolders(folder, world)) rulesets.push(await readOne(folder, name, reading))
  requireDistinct(rulesets, 'ruleset_id')
  requireDistinct(rulesets, 'name')
  return rulesets.sort((one, other) => (one.ruleset_id < other.ruleset_id ? -1 : 1))
}

/** Throws GovError, usage: the folder of one ruleset would look like an empty folder of rulesets. */
export async function refuseOneRuleset(folder: string, { cwd }: World): Promise<void> {
  const above = join(folder, '..')
  const isOne = (await exists(cwd, folder, factsFile)) || (await exists(cwd, above, manifestName))
  if (!isOne) return
  const message = `${folder} is the folder of one ruleset, not a folder of rulesets`
  throw usageError('ruleset-folder-of-one', message, `Pass the folder above it: ${above}`)
}

async function listFolders(folder: string, { cwd }: World): Promise<readonly string[]> {
  try {
    const entries = await readdir(resolve(cwd, folder), { withFileTypes: true })
    return entries.filter((entry) => !entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
  } catch (error) {
    const reason =
      findErrorCode(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${findErrorCode(error)})`
    const hint = 'Name a folder with a folder for each ruleset. To make one, run gov ruleset pull.'
    throw usageError('ruleset-folder-unreadable', `the folder ${folder} ${reason}`, hint, error)
  }
}

async function readOne(root: string, folder: string, world: World): Promise<FolderRuleset> {
  await requireFile(root, folder, factsFile, world)
  const file = join(root, folder, factsFile)
  const {
    ruleset_id = folder,
    rules: rulesFile,
    ...facts
  } = await readDataFile(file, 'ruleset', rulesetFacts(), world)
  if (isReservedId(ruleset_id)) {
    const hint = 'Use another id.'
    throw usageError('ruleset-id-reserved', `${file}: the ruleset_id ${ruleset_id} is reserved for gov`, hint)
  }
  await requireFile(root, folder, rulesFile, world)
  const rules = await readDataFile(join(root, folder, rulesFile), 'ruleset', z.unknown(), world)
  return { ruleset_id, ...facts, rules, folder, rulesFile }
}

async function requireFile(root: string, folder: string, file: string, { cwd }: World): Promise<void> {
  if (await exists(resolve(cwd, root, folder, file))) return
  const hint = `Add it, or move the folder elsewhere. gov ruleset pull writes both ${factsFile} and the rules.`
  throw usageError('ruleset-file-missing', `the folder ${join(root, folder)} has no ${file}`, hint)
}

function requireDistinct(rulesets: readonly FolderRuleset[], key: 'ruleset_id' | 'name'): void {
  const seen = new Map<string, string>()
  for (const ruleset of rulesets) {
    const other = seen.get(ruleset[key])
    if (other !== undefined) {
      const message = `${other} and ${ruleset.folder} have the same ${key}: ${ruleset[key]}`
      throw usageError('ruleset-repeated', message, `Give each ruleset its own ${key}.`)
    }
    seen.set(ruleset[key], ruleset.folder)
  }
}
