import { resolve } from 'node:path'
import { parseDocument } from '../../core/document/document.ts'
import { GovError } from '../../core/model/errors.ts'
import { isRecord } from '../../core/model/record.ts'
import { localDefinition } from '../sources/local-definition.ts'
import { createSourceFile } from '../sources/source-file.ts'
import type { World } from '../world.ts'
import { type Candidate, findRenamed } from './find-renamed.ts'
import { fromTree, inTree, type WorkTree } from './git-reader.ts'
import type { GitTree, TreeEntry } from './git-tree.ts'

/** The files of the base, and where they are checked out. */
export interface BaseCommit {
  readonly tree: GitTree
  readonly place: WorkTree
  /** Its name in messages. */
  readonly called: string
}

/** More deleted files than this are not compared. */
const mostDeleted = 500

/**
 * Old names of definitions that the base lacks under their current names. Throws GovError, incomplete, where
 * a deleted file that may be one of them cannot be read: a definition counts as new only when that is
 * certain.
 */
export async function earlierFiles(
  missing: readonly string[],
  commit: BaseCommit,
  { sources }: Pick<World, 'sources'>,
): Promise<ReadonlyMap<string, string>> {
  if (missing.length === 0) return new Map()
  const { tree, place, called } = commit
  const deleted = await deletedFiles({ paths: await tree.allPaths() }, place)
  if (deleted.length > mostDeleted)
    throw cannotTellEarlierError(missing, called, `${deleted.length} files were deleted since`)
  const removed: Candidate[] = []
  for (const path of deleted) removed.push(...(await read(path, missing, commit)))
  const added: Candidate[] = []
  for (const file of removed.length === 0 ? [] : missing)
    added.push({ file, value: (await sources.readDefinition(file)).value })
  return findRenamed(added, removed)
}

/** JSON and YAML files of the base, or others of these names, that are no longer there. */
export async function deletedFiles(
  { paths }: Pick<GitTree, 'paths'>,
  { has }: WorkTree,
  names = /\.(json|ya?ml)$/i,
): Promise<readonly string[]> {
  const deleted: string[] = []
  for (const path of paths) if (names.test(path) && !(await has(path))) deleted.push(path)
  return deleted
}

async function read(
  path: string,
  missing: readonly string[],
  { tree, place, called }: BaseCommit,
): Promise<readonly Candidate[]> {
  const found = await tree.find(path)
  if (found.kind !== 'file') return []
  const bytes = await tree.read(found.id)
  const file = fromTree(path, place)
  try {
    return [{ file, value: localDefinition(createSourceFile(file, bytes, 'definition')).value }]
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    if (isDefinition(path, bytes)) throw cannotTellEarlierError(missing, called, error.message)
    return []
  }
}

function cannotTellEarlierError([file = '']: readonly string[], base: string, why: string): Error {
  const message = `${file} is not in the base ${base}, and whether it had another name there is not known: ${why}`
  const hint = 'Name its earlier version: --base FILE. Or omit --base to count every issue.'
  return new GovError('incomplete', 'base-rename-unknown', message, hint)
}

/** Whether a file says that it is an API definition; one that cannot be parsed, whether its text looks like it. */
export function isDefinition(path: string, bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  try {
    const { value } = parseDocument(text, /\.json$/i.test(path) ? 'json' : 'yaml')
    return isRecord(value) && [value.openapi, value.swagger].some(isVersion)
  } catch {
    return /(^|[{,])[\s{]*["']?(openapi|swagger)["']?\s*:/m.test(text)
  }
}

function isVersion(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

/** What a commit has of a definition. */
export interface EarlierEntry {
  readonly kind: TreeEntry['kind']
  /** Its own name there, where that is a file; a link is followed. */
  readonly file?: string
  /** Other files to which rows of the definition led there, through links. */
  readonly others: readonly string[]
}

/**
 * What the commit has under the name of a definition. Where there is nothing of that name, a link may have come with the
 * file that it leads to: then what the row led to there is the earlier version.
 */
export async function findEarlier(
  file: string,
  { tree, place, called }: BaseCommit,
  { sources, observe }: Pick<World, 'sources' | 'observe'>,
): Promise<EarlierEntry> {
  const find = async (name: string): Promise<Omit<EarlierEntry, 'others'>> => {
    const path = inTree(resolve(place.cwd, name), place)
    const found = await tree.find(path)
    if (found.kind !== 'file') return found
    return { kind: 'file', file: found.path === path ? name : fromTree(found.path, place) }
  }
  let earlier = await find(file)
  const others: string[] = []
  for (const [typed, name] of sources.names) {
    // A path through what is not in git says nothing about the commit.
    const isInGit = !/^\.\.(\/|$)/.test(inTree(resolve(place.cwd, typed), place))
    if (name !== file || typed === file || !isInGit) continue
    const led = await find(typed)
    if (led.kind === 'absent' || isSame(led, earlier)) continue
    if (earlier.kind === 'absent' || earlier.kind === 'outside' || led.file === undefined) earlier = led
    else {
      others.push(led.file)
      observe.warning(
        `${typed} led to ${led.file} at ${called}, and leads to ${file} now: issues that ${file} had there are not new`,
      )
    }
  }
  return { ...earlier, others }

  function isSame(one: { readonly file?: string }, other: { readonly file?: string }): boolean {
    const [path, otherPath] = [one, other].map((each) => each.file && resolve(place.cwd, each.file))
    return path !== undefined && path === otherPath
  }
}
