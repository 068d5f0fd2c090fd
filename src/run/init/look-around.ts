import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { GovError } from '../../model/errors.ts'
import { repositoryOf } from '../../settings/load/fence.ts'
import type { Settings } from '../../settings/merge.ts'
import { openRulesetFiles } from '../rulesets/ruleset-files.ts'
import type { Sources } from '../sources.ts'
import type { World } from '../world.ts'
import { findDefinitions } from './find-definitions.ts'
import { starterFile } from './setup.ts'

/** What is there already, and what a config can be made of. */
export interface Surroundings {
  /** Of the environment. */
  readonly url: string | undefined
  readonly definitions: readonly string[]
  /** More definitions than are listed may be there. */
  readonly isCut: boolean
  /** Files that say that they are OpenAPI, and cannot be read as that. */
  readonly unusable: readonly GovError[]
  /** A ruleset that is here under one of the usual names. */
  readonly rulesetFile: string | undefined
  /** The repository's package.json has this program among its dependencies, so that its pipelines can run it. */
  readonly isPackage: boolean
  /** The folder is the repository's root, where pipelines live. */
  readonly isRoot: boolean
  /** The path of the JSON Schema of the config, from the folder. */
  readonly schema: string | undefined
}

const rulesetNames = [starterFile, '.spectral.yaml', '.spectral.yml', '.spectral.json']
const schemaNames = [`node_modules/${packageJson.name}/docs/config.schema.json`, '.governance.schema.json']

export async function inspectRepository(settings: Settings, { sources }: World): Promise<Surroundings> {
  const folder = sources.cwd
  const { files, isCut } = await findDefinitions(folder)
  const ruleset = await usableRuleset(sources)
  const { definitions, unusable } = await usable(files, sources)
  return {
    url: settings['dashboard.url']?.value,
    definitions,
    unusable: [...unusable, ...ruleset.unusable],
    isCut,
    rulesetFile: ruleset.file,
    isPackage: await hasGovDependency(folder),
    isRoot: (await repositoryOf(folder)) === folder,
    schema: await firstOf(schemaNames, folder),
  }
}

/** A config that names a file which no check can read would stop every check. */
async function usable(
  files: readonly string[],
  { readDefinition }: Sources,
): Promise<Pick<Surroundings, 'definitions' | 'unusable'>> {
  const definitions: string[] = []
  const unusable: GovError[] = []
  for (const file of files) {
    try {
      await readDefinition(file)
      definitions.push(file)
    } catch (error) {
      if (!(error instanceof GovError)) throw error
      unusable.push(error)
    }
  }
  return { definitions, unusable }
}

/** A ruleset of another tool may ask for what this engine refuses to run. */
async function usableRuleset(sources: Sources): Promise<{ file: string | undefined; unusable: GovError[] }> {
  const file = await firstOf(rulesetNames, sources.cwd)
  if (file === undefined) return { file, unusable: [] }
  try {
    await openRulesetFiles([file], sources)
    return { file, unusable: [] }
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    return { file: undefined, unusable: [error] }
  }
}

async function firstOf(names: readonly string[], folder: string): Promise<string | undefined> {
  for (const name of names) if (await exists(join(folder, name))) return name
  return undefined
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function hasGovDependency(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')
  try {
    const { dependencies, devDependencies } = JSON.parse(text)
    return packageJson.name in { ...dependencies, ...devDependencies }
  } catch {
    return false
  }
}
