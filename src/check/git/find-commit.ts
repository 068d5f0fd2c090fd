import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { GovError, usageError } from '../../core/model/errors.ts'
import { type Git, GitError, splitLines } from './git.ts'

/** A git ref, and its name in messages. */
export interface GitRef {
  readonly name: string
  readonly ref: string
  /** The option that names it, for messages; absent: `--base`. */
  readonly option?: string | undefined
}

/**
 * The commit of a ref; undefined where there is none. A full one is that ref and no other. Throws GovError, usage, for a
 * short one that names several: git would take the tag, which anyone may add.
 */
export async function findCommit(git: Git, { name, ref, option }: GitRef): Promise<string | undefined> {
  const short = ref.replace(/(?:[~^:]|@\{).*$/s, '')
  const full = short.startsWith('refs/') ? [short] : meanings.map((place) => place.replace('*', () => short))
  const existing = await listExisting(git, full)
  if (short.startsWith('refs/') && existing.length === 0) return undefined
  const commits = await Promise.all(existing.map((fullName) => resolveCommit(git, fullName)))
  if (new Set(commits).size > 1) throw ambiguousRefError(name, existing, option)
  return resolveCommit(git, ref)
}

/** The full names that git tries for a short one. */
const meanings = ['refs/*', 'refs/tags/*', 'refs/heads/*', 'refs/remotes/*', 'refs/remotes/*/HEAD']

/** Each pattern also finds what is below it. */
async function listExisting(git: Git, refs: readonly string[]): Promise<readonly string[]> {
  const names = (await git.text('for-each-ref', '--format=%(refname)', ...refs)).split('\n')
  return refs.filter((ref) => names.includes(ref))
}

/** Its id, of SHA-1 or SHA-256. */
export async function resolveCommit(git: Git, ref: string): Promise<string | undefined> {
  return git
    .text('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
    .catch((error: unknown) => {
      // For an id that looks like one and is not there, git ends with 128.
      if (error instanceof GitError) return undefined
      throw error
    })
}

function ambiguousRefError(name: string, refs: readonly string[], option = '--base'): Error {
  const message = `${option} ${name} is ambiguous: ${refs.join(' and ')} are different commits`
  return usageError('base-ambiguous', message, `Write the one you mean in full: ${option} ${refs.at(-1)}.`)
}

/**
 * The commit that HEAD and `ref` have in common, as `git diff REF...` takes it. Throws GovError: usage where there is none;
 * incomplete where the clone lacks the commits that decide which one it is.
 */
export async function findMergeBase(git: Git, base: GitRef, cwd: string): Promise<string> {
  const { name: ref } = base
  const head = await resolveCommit(git, 'HEAD')
  if (head === undefined) {
    const message = '--base needs a commit, and this repository has none yet'
    throw usageError('base-no-commit', message, 'Commit first, or omit --base.')
  }
  const target = await findCommit(git, base)
  if (target === undefined) throw await refNotFoundError(git, ref)
  const shallow = await listShallowCommits(git, cwd)
  const common = await findCommonCommit(git, target, head)
  if (common !== undefined && (await isCertain(git, target, head, shallow))) return common
  throw shallow.length > 0 ? tooShallowError(ref) : unrelatedHistoryError(ref)
}

/** The commits whose parents were left out of the clone. */
async function listShallowCommits(git: Git, cwd: string): Promise<readonly string[]> {
  if ((await git.text('rev-parse', '--is-shallow-repository')) !== 'true') return []
  const file = await git.text('rev-parse', '--git-path', 'shallow')
  return splitLines(await readFile(resolve(cwd, file), 'utf8'))
}

/** In a shallow clone, a commit that is left out may be the merge base, unless the history between both commits is complete. */
async function isCertain(
  git: Git,
  first: string,
  second: string,
  shallow: readonly string[],
): Promise<boolean> {
  if (shallow.length === 0) return true
  const between = new Set(await git.lines('rev-list', `${first}...${second}`))
  return shallow.every((commit) => !between.has(commit))
}

/** `git merge-base` exits with 1 where there is none, and with another code where it cannot tell. */
async function findCommonCommit(git: Git, first: string, second: string): Promise<string | undefined> {
  try {
    return (await git.lines('merge-base', first, second))[0]
  } catch (error) {
    if (error instanceof GitError && error.status === 1) return undefined
    throw error
  }
}

async function refNotFoundError(git: Git, ref: string): Promise<Error> {
  const remote = `origin/${ref}`
  const hasRemote = (await resolveCommit(git, remote)) !== undefined
  const hint = hasRemote ? `Pass --base ${remote}.` : await fetchHint(git, ref)
  return usageError('base-not-found', `--base ${ref}: no commit of that name in this clone`, hint)
}

function tooShallowError(ref: string): Error {
  const message = `--base ${ref}: this clone is shallow and lacks the commits that tell where the change began`
  const hint = `Fetch the whole history: git fetch --unshallow (${wholeHistory}).`
  return new GovError('incomplete', 'base-shallow', message, hint)
}

function unrelatedHistoryError(ref: string): Error {
  const message = `--base ${ref} and HEAD have no commit in common`
  return usageError('base-unrelated', message, 'Pass a ref of the same history.')
}

/** The setting of each CI system that has its jobs fetch the whole history. */
export const historySettings = [
  ['GitHub', 'fetch-depth: 0', 'under `actions/checkout`'],
  ['GitLab', 'GIT_DEPTH: 0', 'under `variables`'],
  ['Azure', 'fetchDepth: 0', 'under `checkout`'],
  ['Bitbucket', 'clone: depth: full', ''],
] as const
const wholeHistory = historySettings.map(([system, setting]) => `${system}: ${setting}`).join('; ')

/** How to get a ref that this clone lacks. */
export async function fetchHint(git: Git, ref: string): Promise<string> {
  const [, short = ref, steps = ''] = /^(.*?)((?:[~^]|@\{).*)?$/s.exec(ref) ?? []
  if (steps !== '' && short !== '' && (await resolveCommit(git, short)) !== undefined)
    return `${short} is there, and its history does not go back that far. In a shallow clone: git fetch --unshallow.`
  if (short === 'HEAD') return 'This branch has no commit yet. Commit first, or name a file.'
  const fetched = fetchCommand(short, await git.lines('remote'))
  return fetched === undefined
    ? 'Name a branch, a tag or a commit of this clone.'
    : `Fetch it first: ${fetched}. In a CI job, fetch all of it (${wholeHistory}).`
}

/** With a full refspec, because a clone of one branch keeps no other branch under its name. */
function fetchCommand(ref: string, remotes: readonly string[]): string | undefined {
  if (!/^\w[\w./-]*$/.test(ref)) return undefined
  if (/^[0-9a-f]{40,64}$/.test(ref)) return `git fetch origin ${ref}`
  if (/^refs\/(?!remotes\/)/.test(ref)) return `git fetch origin ${ref}:${ref}`
  const name = ref.replace(/^refs\/remotes\//, '')
  const remote = remotes.find((remote) => name.startsWith(`${remote}/`)) ?? 'origin'
  const branch = name.startsWith(`${remote}/`) ? name.slice(remote.length + 1) : name
  const then = name === branch ? `, and then pass ${remote}/${branch}` : ''
  return `git fetch ${remote} ${branch}:refs/remotes/${remote}/${branch}${then}`
}
