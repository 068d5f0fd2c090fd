import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { baseName } from '../../core/model/base.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { isUrl } from '../../core/text/url.ts'
import { joinNames } from '../../core/text/wording.ts'
import { createCommitReader, fromTreePath, openWorkTree, toTreePath } from '../git/commit-reader.ts'
import { findMergeBase, type GitRef, resolveCommit } from '../git/find-commit.ts'
import { createGit, type Git, GitError } from '../git/git.ts'
import { readTree, type TreeEntry } from '../git/read-tree.ts'
import { localDefinition } from '../sources/local-definition.ts'
import { isOpenApi } from '../sources/openapi-text.ts'
import { createSourceFile } from '../sources/source-file.ts'
import { createSourcesWithReader } from '../sources/sources.ts'
import type { CheckPlan } from '../types.ts'
import type { World } from '../world.ts'
import type { Base, BaseCommit } from './base.ts'
import { type Candidate, findRenamed } from './find-renamed.ts'
import { findRemovedDefinitions, listDeleted, mostDeleted, readFile } from './removed-definitions.ts'

/** The definitions as they were where the change began. Throws GovError: usage, or incomplete where git cannot tell. */
export async function openGitBase(
  ref: GitRef,
  { targets }: CheckPlan,
  world: World,
  looksForRemoved: boolean,
): Promise<Base> {
  const { name } = ref
  const git = createGit(world.cwd, world.env)
  const workTree = await openWorkTree(git, world.cwd)
  try {
    const id = await findMergeBase(git, ref, world.cwd)
    const tree = await readTree(git, id, (path) => openSubmodule(join(workTree.root, path), world.env))
    const commit = { tree, workTree, name: baseName({ name, commit: id }) }
    const reader = createCommitReader(tree, workTree, world.sources.remote, (file) =>
      world.sources.parts()?.findText(file),
    )
    const files = new Map<string, string | undefined>()
    const formerTargets = new Map<string, readonly string[]>()
    const inSubmodules: string[] = []
    // Those of other shards too: an old file is that of one definition of the run.
    for (const { file } of targets.whole.definitions) {
      const entry = await findOldEntry(file, commit, world)
      formerTargets.set(file, entry.targets)
      // Without its old version all of its issues count, but breaking changes would be overlooked.
      if (entry.kind === 'submodule' && !looksForRemoved) inSubmodules.push(file)
      else files.set(file, requireFile(file, entry, commit))
    }
    if (inSubmodules.length > 0) world.observe.warning(describeNotCompared(inSubmodules))
    const missing = [...files].flatMap(([file, oldFile]) => (oldFile === undefined ? file : []))
    for (const [file, oldFile] of await findRenamedFiles(missing, commit, world)) files.set(file, oldFile)
    const compared = new Set([...files.values()].flatMap((file) => file ?? []))
    // Only the first shard reports removed definitions, so that each is reported once.
    const isFirst = (targets.shard?.index ?? 1) === 1
    const removed =
      looksForRemoved && isFirst ? await findRemovedDefinitions(compared, targets, commit, world) : []
    for (const { file } of removed) compared.add(file)
    return {
      kind: 'git',
      name,
      commit: id,
      isHead: (await resolveCommit(git, 'HEAD')) === id,
      isUnedited: missing.length + inSubmodules.length === 0 && (await isUnedited(git)),
      sources: createSourcesWithReader(reader),
      files,
      removed,
      // The others are covered: a definition is compared with them, or they are gone.
      formerTargets: new Map(
        [...formerTargets].map(([file, all]) => [file, all.filter((target) => !compared.has(target))]),
      ),
      unread: reader.unread,
    }
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    const message = `--base ${name} cannot be read from git: ${error.message}`
    const hint = 'Check the clone with git fsck, or clone again with the whole history and without --filter.'
    throw new GovError('incomplete', 'base-unreadable', message, hint, error)
  }
}

/** A definition in a commit. */
interface OldEntry {
  readonly kind: TreeEntry['kind']
  /** Its own name there, where that is a file; a link is followed. */
  readonly file?: string
  /** Other files to which rows of the definition led there, through links. */
  readonly targets: readonly string[]
}

/**
 * What the commit has under the name of a definition. Where there is nothing of that name, a link may have come with the
 * file that it leads to: then what the row led to there is the old version.
 */
async function findOldEntry(
  file: string,
  { tree, workTree, name: base }: BaseCommit,
  { sources, observe }: Pick<World, 'sources' | 'observe'>,
): Promise<OldEntry> {
  if (sources.given(file) !== undefined) throw baseWithoutFileError(file, 'given as content')
  if (isUrl(file)) throw baseWithoutFileError(file, 'a URL')
  const find = async (name: string): Promise<Omit<OldEntry, 'targets'>> => {
    const path = toTreePath(resolve(workTree.cwd, name), workTree)
    const entry = await tree.find(path)
    if (entry.kind !== 'file') return { kind: entry.kind }
    return { kind: 'file', file: entry.path === path ? name : fromTreePath(entry.path, workTree) }
  }
  let entry = await find(file)
  const targets: string[] = []
  for (const [typed, name] of sources.names) {
    // A path through what is not in git says nothing about the commit.
    const isInGit = !/^\.\.(\/|$)/.test(toTreePath(resolve(workTree.cwd, typed), workTree))
    if (name !== file || typed === file || !isInGit) continue
    const target = await find(typed)
    const isSame =
      target.file !== undefined &&
      entry.file !== undefined &&
      resolve(workTree.cwd, target.file) === resolve(workTree.cwd, entry.file)
    if (target.kind === 'absent' || isSame) continue
    if (entry.kind === 'absent' || entry.kind === 'outside' || target.file === undefined) entry = target
    else {
      targets.push(target.file)
      observe.warning(
        `${typed} led to ${target.file} at ${base}, and leads to ${file} now: issues that ${file} had there are not new`,
      )
    }
  }
  return { ...entry, targets }
}

/** The old file of a definition; undefined where the base lacks it. Throws GovError, usage, where it is not a file. */
function requireFile(
  file: string,
  { kind, file: oldFile }: OldEntry,
  { name }: BaseCommit,
): string | undefined {
  if (kind === 'file') return oldFile
  if (kind === 'absent') return undefined
  const why = {
    folder: `is a folder at ${name}`,
    outside: 'is outside this repository',
    submodule:
      'is in a submodule without the commit of the base, and breaking changes in it would be overlooked',
  }[kind]
  const hint =
    kind === 'submodule'
      ? 'Fetch the history of the submodule, pass --breaking off, or check it in the repository that holds it.'
      : 'Check it in a run of its own: in the repository that holds it, or without --base.'
  throw usageError('base-elsewhere', `--base cannot compare ${file}: it ${why}`, hint)
}

/**
 * Old names of definitions that the base lacks. A definition counts as new only when that is certain: throws GovError, incomplete,
 * where a deleted file that may be one of them cannot be read.
 */
async function findRenamedFiles(
  missing: readonly string[],
  commit: BaseCommit,
  { sources }: Pick<World, 'sources'>,
): Promise<ReadonlyMap<string, string>> {
  if (missing.length === 0) return new Map()
  const deleted = await listDeleted(await commit.tree.allPaths(), commit.workTree)
  if (deleted.length > mostDeleted)
    throw unknownRenameError(missing, commit, `${deleted.length} files were deleted since`)
  const removed: Candidate[] = []
  for (const path of deleted) removed.push(...(await readCandidate(path, missing, commit)))
  const added: Candidate[] = []
  for (const file of removed.length === 0 ? [] : missing)
    added.push({ file, value: (await sources.readDefinition(file)).value })
  return findRenamed(added, removed)
}

async function readCandidate(path: string, missing: readonly string[], commit: BaseCommit) {
  const bytes = await readFile(path, commit.tree)
  if (bytes === undefined) return []
  const file = fromTreePath(path, commit.workTree)
  try {
    return [{ file, value: localDefinition(createSourceFile(file, bytes, 'definition')).value }]
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    if (isOpenApi(new TextDecoder().decode(bytes), true))
      throw unknownRenameError(missing, commit, error.message)
    return []
  }
}

/** Undefined for a folder that is part of the repository around it, such as an empty one. */
async function openSubmodule(folder: string, env: World['env']): Promise<Git | undefined> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return undefined
  const git = createGit(folder, env)
  return resolve(await git.text('rev-parse', '--show-toplevel')) === folder ? git : undefined
}

/** `git diff` may write the index, and `git diff-index` takes what was touched for edited: `git status` does neither. */
async function isUnedited(git: Git): Promise<boolean> {
  return (await git.text('status', '--porcelain', '--untracked-files=no')) === ''
}

const mostNamed = 10

function describeNotCompared(files: readonly string[]): string {
  const [are, their] = files.length === 1 ? ['is in a submodule', 'its'] : ['are in submodules', 'their']
  return `--base does not compare ${joinNames(files, mostNamed)}, which ${are} without the commit of the base: all of ${their} issues count as new`
}

function unknownRenameError([file = '']: readonly string[], { name }: BaseCommit, why: string): Error {
  const message = `${file} is not in the base ${name}, and whether it had another name there is not known: ${why}`
  const hint = 'Name its earlier version: --base FILE. Or omit --base to count every issue.'
  return new GovError('incomplete', 'base-rename-unknown', message, hint)
}

function baseWithoutFileError(file: string, what: string): Error {
  const message = `--base reads definitions from git, and ${file} is ${what}`
  const hint = 'Pass the file itself, or its earlier version: --base FILE.'
  return usageError('base-without-file', message, hint)
}
