import { dirname, posix, resolve } from 'node:path'
import { parseDocument } from '../../core/document/document.ts'
import { parseShallow } from '../../core/document/parse-named.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import { isRecord, toList } from '../../core/model/record.ts'
import { compileGlob } from '../../core/text/file-glob.ts'
import { configPlaces } from '../config/discover.ts'
import { compileExclusions, isExclusion } from '../definitions/expand-definitions.ts'
import { isGlob } from '../sources/find-matches.ts'
import type { CheckTargets } from '../types.ts'
import type { World } from '../world.ts'
import { type BaseCommit, deletedFiles, isDefinition } from './earlier-files.ts'
import { fromTree, inTree, type WorkTree } from './git-reader.ts'
import type { GitTree } from './git-tree.ts'

/** A definition of the base that is gone. */
export interface RemovedDefinition {
  readonly file: string
  readonly api_id?: string | undefined
}

interface Wanted {
  /** A file, or a glob, from the root of the work tree. */
  readonly name: string
  readonly api_id?: string | undefined
  /** Of a path from there. */
  readonly isExcluded?: (path: string) => boolean
}

/**
 * The definitions that the run would check if they were still there: those that its globs match in the commit, and those
 * that the config listed there, also in checks that it no longer has. `taken` are the earlier names of others. Throws what says why the earlier config cannot be
 * read.
 */
export async function removedDefinitions(
  taken: ReadonlySet<string>,
  { listedBy, unchosen }: Pick<CheckTargets, 'listedBy' | 'unchosen'>,
  { tree, place }: Pick<BaseCommit, 'tree' | 'place'>,
  { sources }: Pick<World, 'sources'>,
): Promise<readonly RemovedDefinition[]> {
  const globs: readonly Wanted[] = [...sources.searches.keys()].map((glob) => ({
    name: fromRoot(glob, place.cwd, place),
    isExcluded: (path) => sources.exclusions.get(glob)?.every((fits) => fits(fromTree(path, place))) ?? false,
  }))
  const listed = listedBy === undefined ? [] : await listConfigured(listedBy, unchosen, tree, place)
  const wanted: Wanted[] = []
  for (const each of [...listed, ...globs]) wanted.push({ ...each, name: await followLinks(each.name, tree) })
  const removed: RemovedDefinition[] = []
  for (const path of wanted.length === 0 ? [] : await tree.allPaths()) {
    const file = fromTree(path, place)
    const entry = wanted.find(
      ({ name, isExcluded }) => name === path || (isMeant(name, path) && !isExcluded?.(path)),
    )
    if (entry === undefined || taken.has(file) || (await place.has(path))) continue
    const found = await tree.find(path)
    if (found.kind !== 'file') continue
    // A file that the config named is a definition whatever its content.
    if (entry.name !== path && !isDefinition(path, await tree.read(found.id))) continue
    removed.push({ file, ...(entry.api_id !== undefined && { api_id: entry.api_id }) })
  }
  return removed
}

/** The definitions of the config as it was, those of its profiles too. */
async function listConfigured(
  config: string,
  unchosen: readonly string[],
  tree: GitTree,
  place: WorkTree,
): Promise<readonly Wanted[]> {
  const listed: Wanted[] = []
  for (const path of await earlierConfigs(config, tree, place)) {
    const found = await tree.find(path)
    if (found.kind !== 'file') continue
    const value = parseConfig(path, new TextDecoder().decode(await tree.read(found.id)))
    listed.push(...listEntries(value, resolve(place.cwd, fromTree(path, place)), unchosen, place))
  }
  return listed
}

/** Of the checks, all but those that `unchosen` names: one that was renamed or deleted has nobody else to ask for it. */
function listEntries(
  value: unknown,
  config: string,
  unchosen: readonly string[],
  place: WorkTree,
): readonly Wanted[] {
  const profiles = isRecord(value) && isRecord(value.profiles) ? Object.values(value.profiles) : []
  const checks = [value, ...profiles].flatMap((each) =>
    isRecord(each) && Array.isArray(each.checks) ? each.checks.filter(isRecord) : [],
  )
  const own = checks.filter(({ name }) => !unchosen.some((each) => each === name))
  const folder = /[/\\]\.config$/.test(dirname(config)) ? dirname(dirname(config)) : dirname(config)
  return [value, ...profiles, ...own].flatMap((each) => {
    const entries = toList(isRecord(each) ? each.definitions : []).flatMap((entry) => {
      const { file, api_id } = isRecord(entry) ? entry : { file: entry, api_id: undefined }
      if (typeof file !== 'string') return []
      const [, mark = '', name = ''] = /^(!?)(.*)$/s.exec(file) ?? []
      return [{ file: mark + fromRoot(name, folder, place), ...(typeof api_id === 'string' && { api_id }) }]
    })
    const isExcluded = compileExclusions(entries)
    return entries
      .filter(({ file }) => !isExclusion(file))
      .map(({ file, ...entry }) => ({ ...entry, name: file, isExcluded }))
  })
}

function parseConfig(config: string, text: string): unknown {
  try {
    const { value } = parseShallow(text, config.endsWith('.json') ? 'json' : 'yaml')
    return config.endsWith('package.json') && isRecord(value) ? value.governance : value
  } catch (error) {
    throw new Error(`${config} cannot be parsed there: ${readMessage(error)}`, { cause: error })
  }
}

/** The same name without links: all that is looked through are files under their own names. */
async function followLinks(name: string, tree: GitTree): Promise<string> {
  const parts = name.split('/')
  const first = parts.findIndex((part) => isGlob(part))
  const [start, rest] = first === -1 ? [parts, []] : [parts.slice(0, first), parts.slice(first)]
  const isFolder = start.at(-1) === ''
  const found = await tree.find(start.join('/') || '.')
  if (!('path' in found)) return name
  const path = found.path === '.' ? [] : [found.path]
  return [...path, ...(isFolder ? [''] : []), ...rest].join('/') || name
}

/** A trailing slash marks a folder, so it is kept. */
function fromRoot(name: string, folder: string, place: WorkTree): string {
  return `${inTree(resolve(folder, name), place)}${/[/\\]$/.test(name) ? '/' : ''}`
}

function isMeant(name: string, path: string): boolean {
  if (name.endsWith('/')) return name === './' || path.startsWith(name)
  if (!isGlob(name)) return name === path
  return name.includes('/') ? compileGlob(name)(path) : !path.includes('/') && compileGlob(name)(path)
}

/** More deleted files than this are not read. */
const mostDeleted = 500

/**
 * Where the commit has the config, from its root: under its own name, else each file that may have been it. Throws where
 * too many files were deleted to tell.
 */
async function earlierConfigs(config: string, tree: GitTree, place: WorkTree): Promise<readonly string[]> {
  const own = inTree(config, place)
  if ((await tree.find(own)).kind === 'file') return [own]
  const known = new Set(tree.paths)
  const usual = listFoldersUpwards(posix.dirname(own)).flatMap((folder) =>
    [...configPlaces, 'package.json'].map((name) => (folder === '.' ? name : `${folder}/${name}`)),
  )
  const found = new Set(usual.filter((path) => known.has(path)))
  for (const path of await deletedConfigs(tree, place)) found.add(path)
  return [...found]
}

/** `a/b`, `a` and `.` of `a/b`. */
function listFoldersUpwards(folder: string): readonly string[] {
  return folder === '.' ? ['.'] : [folder, ...listFoldersUpwards(posix.dirname(folder))]
}

async function deletedConfigs(tree: GitTree, place: WorkTree): Promise<readonly string[]> {
  const deleted = await deletedFiles(tree, place, /\.(json|ya?ml)$|(^|\/)\.?governancerc$/i)
  if (deleted.length > mostDeleted)
    throw new Error(`the config has another name there, and ${deleted.length} files were deleted since`)
  const configs: string[] = []
  for (const path of deleted) if (await isConfig(path, tree)) configs.push(path)
  return configs
}

async function isConfig(path: string, tree: GitTree): Promise<boolean> {
  if (configPlaces.some((name) => posix.basename(name) === posix.basename(path))) return true
  const found = await tree.find(path)
  return found.kind === 'file' && listsDefinitions(path, await tree.read(found.id))
}

function listsDefinitions(path: string, bytes: Uint8Array): boolean {
  try {
    const format = /\.json$/i.test(path) ? 'json' : 'yaml'
    const { value } = parseDocument(new TextDecoder().decode(bytes), format)
    return isRecord(value) && (Array.isArray(value.definitions ?? value.checks) || isRecord(value.profiles))
  } catch {
    return false
  }
}
