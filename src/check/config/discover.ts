import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { usageError } from '../../core/model/errors.ts'
import { isObject } from '../../core/model/record.ts'
import { tryMake } from '../../core/model/try-make.ts'
import { findRepository } from '../sources/fence.ts'

/** The key of `package.json` that holds a config. */
export const packageKey = 'governance'

const extensions = ['yml', 'yaml', 'json']
const names = [
  ...extensions.map((extension) => `${packageKey}.${extension}`),
  `${packageKey}rc`,
  ...extensions.map((extension) => `${packageKey}rc.${extension}`),
]

/** Names that a folder's config may have, besides `package.json`. Data only: nothing that a loader would run. */
export const configPlaces: readonly string[] = [
  ...names.map((name) => `.${name}`),
  ...names.map((name) => `.config/${name}`),
  ...names.map((name) => `.config/.${name}`),
]

const maxBytes = 1024 * 1024

/**
 * The nearest config, from the working directory up to the repository's root (the folder that holds `.git`). Outside
 * a repository only the working directory counts: a file in a parent folder, say of a shared temporary folder, may be
 * anyone's. Throws GovError, usage, when a folder has two.
 */
export async function discoverConfig(cwd: string): Promise<string | undefined> {
  const root = await findRepository(cwd)
  return findFirstConfig(root === undefined ? [resolve(cwd)] : listFoldersUpwards(cwd, root), cwd)
}

/** The nearest config above, relative to `cwd`, that does not count because `cwd` is in no repository, as in an image without `.git`. */
export async function findUncountedConfig(cwd: string): Promise<string | undefined> {
  if ((await findRepository(cwd)) !== undefined) return undefined
  const file = await findFirstConfig(listFoldersUpwards(cwd), cwd)
  return file && relative(cwd, file)
}

async function findFirstConfig(folders: readonly string[], cwd: string): Promise<string | undefined> {
  for (const folder of folders) {
    const file = await findConfigInFolder(folder, cwd)
    if (file !== undefined) return file
  }
  return undefined
}

/** `cwd` first, then its parents up to `last`. */
export function listFoldersUpwards(cwd: string, last?: string): readonly string[] {
  const folders = [resolve(cwd)]
  for (let folder = resolve(cwd); folder !== last && dirname(folder) !== folder; ) {
    folder = dirname(folder)
    folders.push(folder)
  }
  return folders
}

/**
 * The guards of the search: cosmiconfig would take the first of two configs, wait for a pipe, and pass over a file that it
 * may not read. What is there and is not a plain file is the config all the same, so that its fault is reported.
 */
async function findConfigInFolder(folder: string, cwd: string): Promise<string | undefined> {
  const [place, other] = configPlaces.filter((name) => isPresent(join(folder, name)))
  if (place !== undefined && other !== undefined) throw ambiguousConfigError(folder, place, other, cwd)
  if (place !== undefined && !isPlain(join(folder, place))) return join(folder, place)
  if (place === undefined && !isPlain(join(folder, 'package.json'))) return undefined
  return searchFolder(folder)
}

function ambiguousConfigError(folder: string, place: string, other: string, cwd: string): Error {
  const [one, two] = [place, other].map((file) => relative(cwd, join(folder, file)))
  const hint = 'Keep one, or choose one with --config.'
  return usageError('config-ambiguous', `${one} and ${two} are both configs in one folder`, hint)
}

/** True for a dead link, too. */
function isPresent(path: string): boolean {
  return tryMake(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined
}

/** A file that can be read to its end, through links. */
function isPlain(path: string): boolean {
  const found = tryMake(() => {
    accessSync(path, constants.R_OK)
    return statSync(path)
  })
  return found?.isFile() === true && found.size <= maxBytes
}

/** Searches by cosmiconfig's `Explorer`: its functions run `.config/config.js` of the cwd (docs/decisions/cosmiconfig.md). */
async function searchFolder(folder: string): Promise<string | undefined> {
  const { Explorer } = await import('cosmiconfig/dist/Explorer.js')
  const explorer = new Explorer({
    moduleName: packageKey,
    packageProp: packageKey,
    searchPlaces: [...configPlaces, 'package.json'],
    searchStrategy: 'none',
    loaders: { default: load },
    metaConfigFilePath: null,
    ignoreEmptySearchPlaces: false,
    cache: false,
    transform: (found) => (found?.isEmpty && basename(found.filepath) === 'package.json' ? null : found),
  })
  return (await explorer.search(folder))?.filepath
}

/** Says only whether there is a config: no value, so that cosmiconfig finds nothing to follow, such as a `$import`. */
function load(file: string, text: string): object {
  if (basename(file) !== 'package.json') return {}
  return holdsConfig(text) ? { [packageKey]: {} } : {}
}

/** A `package.json` that cannot be read as JSON may hold a config when it says so: found, so that its fault is reported. */
function holdsConfig(text: string): boolean {
  if (!text.includes(`"${packageKey}"`)) return false
  const value: unknown = tryMake(() => JSON.parse(text.replace(/^\ufeff/, '')))
  return value === undefined || (isObject(value) && Object.hasOwn(value, packageKey))
}
