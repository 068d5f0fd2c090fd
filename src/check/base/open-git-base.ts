import { lstat, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { baseName } from '../../core/model/base.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import { once } from '../../core/model/once.ts'
import { isUrl } from '../../core/text/url.ts'
import { joinNames } from '../../core/text/wording.ts'
import { createSourcesWithReader } from '../sources/sources.ts'
import type { CheckPlan, CheckTargets } from '../types.ts'
import type { World } from '../world.ts'
import { type BaseCommit, type EarlierEntry, earlierFiles, findEarlier } from './earlier-files.ts'
import type { Base } from './evaluate-base.ts'
import { createGit, type Git, GitError } from './git.ts'
import { gitReader, type WorkTree } from './git-reader.ts'
import { type GitRef, mergeBase, resolveCommit } from './git-ref.ts'
import { readTree } from './git-tree.ts'
import { removedDefinitions } from './removed-definitions.ts'

/** The definitions as they were where the change began. Throws GovError: usage, or incomplete where git cannot tell. */
export async function openGitBase(
  wanted: GitRef,
  { targets }: CheckPlan,
  world: World,
  looksForRemoved: boolean,
): Promise<Base> {
  const { name } = wanted
  const git = createGit(world.cwd, world.env)
  const place = await workTree(git, world.cwd)
  try {
    const commit = await mergeBase(git, wanted, world.cwd)
    const tree = await readTree(git, commit, (path) => openSubmodule(join(place.root, path), world.env))
    const reader = gitReader(tree, place, world.sources.remote, (file) =>
      world.sources.parts()?.findText(file),
    )
    const files = new Map<string, string | undefined>()
    const others = new Map<string, readonly string[]>()
    const inSubmodules: string[] = []
    // Also those of other shards: an earlier file is that of one definition of the run.
    for (const { file } of targets.whole.definitions) {
      if (world.sources.given(file) !== undefined) throw baseWithoutFileError(file, 'given as content')
      if (isUrl(file)) throw baseWithoutFileError(file, 'a URL')
      const called = baseName({ name, commit })
      const found = await findEarlier(file, { tree, place, called }, world)
      // Without its old version all of its issues count, but breaking changes would be overlooked.
      const countsWhole = found.kind === 'submodule' && !looksForRemoved
      if (countsWhole) inSubmodules.push(file)
      files.set(file, countsWhole ? undefined : fileThere(file, found, called))
      others.set(file, found.others)
    }
    if (inSubmodules.length > 0) world.observe.warning(notCompared(inSubmodules))
    const missing = [...files].flatMap(([file, found]) =>
      found === undefined && !inSubmodules.includes(file) ? [file] : [],
    )
    const opened = { tree, place, called: baseName({ name, commit }) }
    const earlier = await earlierFiles(missing, opened, world)
    const found = new Map([...files, ...earlier])
    const removed = looksForRemoved ? await removedSince(found, targets, opened, world) : []
    return {
      kind: 'git',
      name,
      commit,
      isHead: (await resolveCommit(git, 'HEAD')) === commit,
      isUnedited: missing.length + inSubmodules.length === 0 && (await isUnedited(git)),
      sources: createSourcesWithReader(reader),
      files: found,
      removed,
      others: withoutKnown(others, [...found.values(), ...removed.map(({ file }) => file)]),
      unread: reader.unread,
    }
  } catch (error) {
    throw error instanceof GitError ? commitUnreadableError(name, error) : error
  }
}

/** Keeps the files that no definition is compared with, and that are not gone: the others are covered so. */
function withoutKnown(
  others: ReadonlyMap<string, readonly string[]>,
  known: readonly (string | undefined)[],
): ReadonlyMap<string, readonly string[]> {
  return new Map([...others].map(([file, all]) => [file, all.filter((each) => !known.includes(each))]))
}

/** Only the first shard reports removed definitions, so that each is reported once. */
async function removedSince(
  found: ReadonlyMap<string, string | undefined>,
  targets: CheckTargets,
  commit: BaseCommit,
  world: World,
) {
  if ((targets.shard?.index ?? 1) !== 1) return []
  const taken = new Set([...found.values()].flatMap((file) => file ?? []))
  return removedDefinitions(taken, targets, commit, world).catch((error: unknown) => {
    if (error instanceof GitError) throw error
    const message = `which definitions were removed since ${commit.called} is not known: ${readMessage(error)}`
    const hint = 'Compare with a commit in which it is valid, or pass --breaking off.'
    throw new GovError('incomplete', 'base-removed-unknown', message, hint, error)
  })
}

export async function workTree(git: Git, cwd: string): Promise<WorkTree> {
  try {
    const root = await realpath(await git.text('rev-parse', '--show-toplevel'))
    const leftOut = once(() => listFilesLeftOut(git, root))
    const isFile = (path: string) => lstat(resolve(root, ...path.split('/'))).then((found) => found.isFile())
    const has = async (path: string) => (await isFile(path).catch(() => false)) || (await leftOut()).has(path)
    return { root, cwd, realCwd: await realpath(cwd), has }
  } catch (error) {
    throw error instanceof GitError ? noGitRepositoryError(error) : error
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

/** Lists what a sparse checkout leaves out, by `git ls-files -t`: an `S` before the path. */
async function listFilesLeftOut(git: Git, root: string): Promise<ReadonlySet<string>> {
  const rows = (await git.text('-C', root, 'ls-files', '-t', '-z')).split('\0')
  return new Set(rows.filter((row) => row.startsWith('S ')).map((row) => row.slice(2)))
}

/**
 * The old file of that name; undefined where the base lacks it. Throws GovError, usage, where it is not a
 * file.
 */
function fileThere(file: string, { kind, file: earlier }: EarlierEntry, base: string): string | undefined {
  if (kind === 'file') return earlier
  if (kind === 'absent') return undefined
  const why = {
    folder: `is a folder at ${base}`,
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

function notCompared(files: readonly string[]): string {
  const [are, their] = files.length === 1 ? ['is in a submodule', 'its'] : ['are in submodules', 'their']
  return `--base does not compare ${joinNames(files, mostNamed)}, which ${are} without the commit of the base: all of ${their} issues count as new`
}

const mostNamed = 10

function baseWithoutFileError(file: string, what: string): Error {
  const message = `--base reads definitions from git, and ${file} is ${what}`
  return usageError(
    'base-without-file',
    message,
    'Pass the file itself, or its earlier version: --base FILE.',
  )
}

function noGitRepositoryError(error: GitError): Error {
  const hint = /dubious ownership/.test(error.message)
    ? 'If you trust it: git config --global --add safe.directory "$PWD".'
    : 'Run gov in a clone of the repository, or pass a file as the base.'
  return usageError('base-no-repository', `--base needs a git work tree: ${error.message}`, hint, error)
}

function commitUnreadableError(name: string, error: GitError): Error {
  const message = `--base ${name} cannot be read from git: ${error.message}`
  const hint = 'Check the clone with git fsck, or clone again with the whole history and without --filter.'
  return new GovError('incomplete', 'base-unreadable', message, hint, error)
}
