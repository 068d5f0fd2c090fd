import { posix, resolve } from 'node:path'
import { parseShallow } from '../../core/document/parse-named.ts'
import { GovError } from '../../core/model/errors.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import { isRecord, toList } from '../../core/model/record.ts'
import { compileGlob } from '../../core/text/file-glob.ts'
import { configPlaces } from '../config/discover.ts'
import { findConfigFolder } from '../config/load-config.ts'
import { compileExclusions, isExclusion } from '../definitions/expand-definitions.ts'
import { fromTreePath, toTreePath, type WorkTree } from '../git/commit-reader.ts'
import { GitError } from '../git/git.ts'
import type { GitTree } from '../git/read-tree.ts'
import { isGlob } from '../sources/find-matches.ts'
import { isOpenApi, parseIfValid } from '../sources/openapi-text.ts'
import type { CheckTargets } from '../types.ts'
import type { World } from '../world.ts'
import type { BaseCommit, RemovedDefinition } from './base.ts'

interface Wanted {
  /** A file, or a glob, from the root of the work tree. */
  readonly name: string
  readonly api_id?: string | undefined
  /** Takes a path from the root. */
  readonly isExcluded?: (path: string) => boolean
}

/**
 * The definitions that the run would check if they were still there: those that its globs match in the commit, and those
 * that the config listed there, also in checks that it no longer has. `taken` are the old names of definitions that are
 * there. Throws GovError, incomplete, where the old config cannot be read.
 */
export async function findRemovedDefinitions(
  taken: ReadonlySet<string>,
  targets: CheckTargets,
  commit: BaseCommit,
  world: World,
): Promise<readonly RemovedDefinition[]> {
  try {
    return await findRemoved(taken, await listWanted(targets, commit, world), commit)
  } catch (error) {
    if (error instanceof GitError) throw error
    const message = `which definitions were removed since ${commit.name} is not known: ${readMessage(error)}`
    const hint = 'Compare with a commit in which it is valid, or pass --breaking off.'
    throw new GovError('incomplete', 'base-removed-unknown', message, hint, error)
  }
}

async function findRemoved(
  taken: ReadonlySet<string>,
  wanted: readonly Wanted[],
  { tree, workTree }: BaseCommit,
): Promise<readonly RemovedDefinition[]> {
  const removed: RemovedDefinition[] = []
  for (const path of wanted.length === 0 ? [] : await tree.allPaths()) {
    const file = fromTreePath(path, workTree)
    const entry = wanted.find(
      ({ name, isExcluded }) => name === path || (isMeant(name, path) && !isExcluded?.(path)),
    )
    if (entry === undefined || taken.has(file) || (await workTree.has(path))) continue
    const bytes = await readFile(path, tree)
    // A file that the config named is a definition whatever its content.
    if (bytes === undefined || (entry.name !== path && !isOpenApi(new TextDecoder().decode(bytes), true)))
      continue
    removed.push({ file, ...(entry.api_id !== undefined && { api_id: entry.api_id }) })
  }
  return removed
}

/** The globs of the run, and what the config listed in the commit, under names without links: all paths of a commit are such names. */
async function listWanted({ listedBy, unchosen }: CheckTargets, commit: BaseCommit, { sources }: World) {
  const { tree, workTree } = commit
  const globs = [...sources.searches.keys()].map((glob) => ({
    name: nameFromRoot(glob, workTree.cwd, workTree),
    isExcluded: (path: string) =>
      sources.exclusions.get(glob)?.every((fits) => fits(fromTreePath(path, workTree))) ?? false,
  }))
  const listed = listedBy === undefined ? [] : await listConfigured(listedBy, unchosen, commit)
  const wanted: Wanted[] = []
  for (const entry of [...listed, ...globs])
    wanted.push({ ...entry, name: await followLinks(entry.name, tree) })
  return wanted
}

/** The definitions of the config as it was, those of its profiles too. */
async function listConfigured(config: string, unchosen: readonly string[], { tree, workTree }: BaseCommit) {
  const listed: Wanted[] = []
  for (const path of await findOldConfigs(config, tree, workTree)) {
    const bytes = await readFile(path, tree)
    if (bytes === undefined) continue
    const value = parseConfig(path, new TextDecoder().decode(bytes))
    listed.push(
      ...listEntries(value, resolve(workTree.cwd, fromTreePath(path, workTree)), unchosen, workTree),
    )
  }
  return listed
}

/** Leaves out checks that `unchosen` names. One that was renamed or deleted counts: nobody else asks for it. */
function listEntries(
  value: unknown,
  config: string,
  unchosen: readonly string[],
  workTree: WorkTree,
): readonly Wanted[] {
  const root = isRecord(value) ? value : {}
  const configs = [root, ...(isRecord(root.profiles) ? Object.values(root.profiles).filter(isRecord) : [])]
  const checks = configs
    .flatMap((holder) => (Array.isArray(holder.checks) ? holder.checks.filter(isRecord) : []))
    .filter(({ name }) => !unchosen.some((check) => check === name))
  const folder = findConfigFolder(config)
  return [...configs, ...checks].flatMap(({ definitions }) => {
    const entries = toList(definitions).flatMap((entry) => {
      const { file, api_id } = isRecord(entry) ? entry : { file: entry, api_id: undefined }
      if (typeof file !== 'string') return []
      const [, mark = '', name = ''] = /^(!?)(.*)$/s.exec(file) ?? []
      return [
        { file: mark + nameFromRoot(name, folder, workTree), ...(typeof api_id === 'string' && { api_id }) },
      ]
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
  const entry = await tree.find(start.join('/') || '.')
  if (!('path' in entry)) return name
  const path = entry.path === '.' ? [] : [entry.path]
  return [...path, ...(isFolder ? [''] : []), ...rest].join('/') || name
}

/** A trailing slash marks a folder, so it is kept. */
function nameFromRoot(name: string, folder: string, workTree: WorkTree): string {
  return `${toTreePath(resolve(folder, name), workTree)}${/[/\\]$/.test(name) ? '/' : ''}`
}

function isMeant(name: string, path: string): boolean {
  if (name.endsWith('/')) return name === './' || path.startsWith(name)
  if (!isGlob(name)) return name === path
  return name.includes('/') ? compileGlob(name)(path) : !path.includes('/') && compileGlob(name)(path)
}

/** More deleted files than this are not read. */
export const mostDeleted = 500

/** Where the commit has the config: under its own name, else each file that may have been it. Throws where too many were deleted. */
async function findOldConfigs(config: string, tree: GitTree, workTree: WorkTree): Promise<readonly string[]> {
  const name = toTreePath(config, workTree)
  if ((await tree.find(name)).kind === 'file') return [name]
  const paths = new Set(tree.paths)
  const usual = listFoldersUpwards(posix.dirname(name)).flatMap((folder) =>
    [...configPlaces, 'package.json'].map((place) => posix.join(folder, place)),
  )
  const deleted = await listDeleted(tree.paths, workTree, /\.(json|ya?ml)$|(^|\/)\.?governancerc$/i)
  if (deleted.length > mostDeleted)
    throw new Error(`the config has another name there, and ${deleted.length} files were deleted since`)
  const configs = new Set(usual.filter((path) => paths.has(path)))
  for (const path of deleted) if (await isConfig(path, tree)) configs.add(path)
  return [...configs]
}

/** `a/b`, `a` and `.` of `a/b`. */
function listFoldersUpwards(folder: string): readonly string[] {
  return folder === '.' ? ['.'] : [folder, ...listFoldersUpwards(posix.dirname(folder))]
}

async function isConfig(path: string, tree: GitTree): Promise<boolean> {
  if (configPlaces.some((name) => posix.basename(name) === posix.basename(path))) return true
  const bytes = await readFile(path, tree)
  const format = /\.json$/i.test(path) ? 'json' : 'yaml'
  const value = bytes && parseIfValid(new TextDecoder().decode(bytes), format)
  return isRecord(value) && (Array.isArray(value.definitions ?? value.checks) || isRecord(value.profiles))
}

/** The content of a file of the commit; undefined if it is not a file. */
export async function readFile(path: string, tree: GitTree): Promise<Uint8Array | undefined> {
  const entry = await tree.find(path)
  return entry.kind === 'file' ? tree.read(entry.id) : undefined
}

/** JSON and YAML files of the base, or others of these names, that are no longer there. */
export async function listDeleted(
  paths: readonly string[],
  { has }: WorkTree,
  names = /\.(json|ya?ml)$/i,
): Promise<readonly string[]> {
  const deleted: string[] = []
  for (const path of paths) if (names.test(path) && !(await has(path))) deleted.push(path)
  return deleted
}
