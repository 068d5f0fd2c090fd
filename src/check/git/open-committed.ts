import { relative, resolve, sep } from 'node:path'
import { GovError, usageError } from '../../core/model/errors.ts'
import { createSourcesWithReader, type Sources } from '../sources/sources.ts'
import type { World } from '../world.ts'
import { createCommitReader, openWorkTree, type WorkTree } from './commit-reader.ts'
import { fetchHint, findCommit } from './find-commit.ts'
import { createGit, GitError } from './git.ts'
import { readTree } from './read-tree.ts'

/** `REF:FILE`, as it was typed and in its parts. */
interface CommittedName {
  readonly name: string
  readonly ref: string
  readonly path: string
}

interface CommittedFile {
  readonly file: string
  /** Read from git's objects: what the file refers to is of the same commit, and nothing outside of it can be read. */
  readonly sources: Sources
  readonly commit: string
  /** Files that exist and could not be read, with the reason. */
  readonly unread: readonly string[]
}

/** The parts of `REF:FILE`; undefined for what is none, such as a URL or `C:\file`. */
export function parseCommitted(name: string): CommittedName | undefined {
  const [, ref, path] = /^([^:]{2,}):(.+)$/s.exec(name) ?? []
  return ref === undefined || path === undefined || /^https?$/i.test(ref) ? undefined : { name, ref, path }
}

/** A file in a commit. `suggestHint`: what to do about an unknown ref besides fetching it. Throws GovError: usage, or incomplete. */
export async function openCommitted(
  { name, ref, path }: CommittedName,
  noun: 'ruleset' | 'definition',
  world: World,
  suggestHint: (name: string) => string | undefined = () => undefined,
): Promise<CommittedFile> {
  const git = createGit(world.cwd, world.env)
  try {
    const workTree = await openWorkTree(git, world.cwd)
    const commit = await findCommit(git, { name: ref, ref, option: 'the ref' })
    if (commit === undefined) throw noCommitError(name, ref, suggestHint(name) ?? (await fetchHint(git, ref)))
    const reader = createCommitReader(await readTree(git, commit), workTree, world.sources.remote)
    const sources = createSourcesWithReader(reader)
    return { file: findFile(path, workTree), sources, commit, unread: reader.unread }
  } catch (error) {
    if (error instanceof GovError && error.code === 'base-no-repository') throw noRepositoryError(name, error)
    if (!(error instanceof GitError)) throw error
    const hint = 'Check the clone with git fsck, or clone again with the whole history.'
    throw new GovError('incomplete', `${noun}-unreadable`, `${name}: ${error.message}`, hint, error)
  }
}

function noCommitError(name: string, ref: string, hint: string): GovError {
  return usageError('ref-not-found', `${name}: no commit ${ref} in this clone`, hint)
}

/** Git counts paths from the root of the work tree, or from here if it begins with a dot. */
function findFile(path: string, { root, cwd, realCwd }: WorkTree): string {
  const absolute = /^\.\.?\//.test(path) ? resolve(realCwd, path) : resolve(root, path)
  return relative(realCwd, absolute).split(sep).join('/') || resolve(cwd, path)
}

function noRepositoryError(name: string, error: GovError): GovError {
  const message = `${name}: ${error.message.replace('--base needs', 'a ref needs')}`
  const hint = 'Run gov in a clone of the repository, or name a file.'
  return usageError('ref-no-repository', message, hint, error)
}
