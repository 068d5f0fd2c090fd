import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { type FoundRuleset, findRuleset } from '../../check/rulesets/find-ruleset.ts'
import { openRulesetFiles } from '../../check/rulesets/ruleset-files.ts'
import { exists } from '../../check/sources/exists.ts'
import { findRepository } from '../../check/sources/fence.ts'
import { findDefinitions } from '../../check/sources/find-definitions.ts'
import type { World } from '../../check/world.ts'
import { GovError } from '../../core/model/errors.ts'
import { parsedJson } from '../../core/text/json.ts'
import type { Settings } from '../../settings/merge.ts'
import { starterFile } from './setup.ts'

export interface RepositoryFacts {
  /** From flags and the environment. */
  readonly url: string | undefined
  readonly definitions: readonly string[]
  /** More definitions than are listed may be there. */
  readonly isCut: boolean
  /** Files that say that they are OpenAPI, and cannot be read as that. */
  readonly unusable: readonly { readonly file: string; readonly error: GovError }[]
  /** A ruleset that is here under one of the usual names. */
  readonly rulesetFile: string | undefined
  /** Notes on other files of that tool, which are not used. */
  readonly notTakenOver: readonly string[]
  /** The repository's package.json has this program among its dependencies. */
  readonly isPackage: boolean
  /** The folder is the repository's root, where pipelines live. */
  readonly isRoot: boolean
  /** The path of the JSON Schema of the config, from the folder. */
  readonly schema: string | undefined
  /** Address of the JSON Schema of rulesets. */
  readonly rulesetSchema: string | undefined
}

const packaged = `node_modules/${packageJson.name}/docs`
const schemaNames = [`${packaged}/config.schema.json`, '.governance.schema.json']

export async function inspectRepository(settings: Settings, { sources }: World): Promise<RepositoryFacts> {
  const folder = sources.cwd
  const { files, isCut } = await findDefinitions(folder)
  const unusable: { file: string; error: GovError }[] = []
  // Leave out unreadable files: one in the config would stop every check.
  const isUsable = async (file: string, read: (file: string) => Promise<unknown>): Promise<boolean> => {
    try {
      await read(file)
      return true
    } catch (error) {
      if (!(error instanceof GovError)) throw error
      unusable.push({ file, error })
      return false
    }
  }
  const definitions: string[] = []
  for (const file of files) if (await isUsable(file, sources.readDefinition)) definitions.push(file)
  let ruleset: FoundRuleset | undefined
  // A ruleset of another tool may need what this engine refuses to run.
  const hasRuleset = await isUsable('.', async () => {
    const isStarted = await exists(folder, starterFile)
    ruleset = isStarted ? { file: starterFile, notes: [] } : await findRuleset('.', sources)
    if (ruleset !== undefined) await openRulesetFiles([ruleset.file], sources)
  })
  return {
    url: settings['dashboard.url']?.value,
    definitions,
    unusable,
    isCut,
    rulesetFile: hasRuleset ? ruleset?.file : undefined,
    notTakenOver: ruleset?.notes ?? [],
    isPackage: await hasGovDependency(folder),
    isRoot: (await findRepository(folder)) === folder,
    schema: await findFirstFile(schemaNames, folder),
    rulesetSchema: await findFirstFile([`${packaged}/ruleset.schema.json`], folder),
  }
}

async function findFirstFile(names: readonly string[], folder: string): Promise<string | undefined> {
  for (const name of names) if (await exists(folder, name)) return name
  return undefined
}

async function hasGovDependency(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')
  const { dependencies, devDependencies } = Object(parsedJson(text))
  return packageJson.name in { ...dependencies, ...devDependencies }
}
