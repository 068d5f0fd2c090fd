import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { GovError, usageError } from '../../model/errors.ts'
import { fetchHint, wholeHistory } from './fetch-hint.ts'
import { type Git, GitError, linesIn } from './git.ts'
import { commitOf, commitOfRef, type GitRef } from './git-ref.ts'

/**
 * The commit that HEAD and `ref` have in common, as `git diff REF...` takes it. Throws GovError: usage for a ref that is
 * not there or has no commit in common with HEAD; incomplete where the clone lacks the commits that decide which one it
 * is.
 */
export async function mergeBase(git: Git, base: GitRef, cwd: string): Promise<string> {
  const { name: ref } = base
  const head = await commitOf(git, 'HEAD')
  if (head === undefined) throw noCommit()
  const other = await commitOfRef(git, base)
  if (other === undefined) throw await noRef(git, ref)
  const shallow = await shallowCommits(git, cwd)
  const [found] = await git.lines('merge-base', other, head).catch(onOne([]))
  if (found !== undefined && (await isCertain(git, other, head, shallow))) return found
  throw shallow.length > 0 ? tooShallow(ref) : unrelated(ref)
}

/** The commits whose parents were left out of the clone. */
async function shallowCommits(git: Git, cwd: string): Promise<readonly string[]> {
  if ((await git.text('rev-parse', '--is-shallow-repository')) !== 'true') return []
  const file = await git.text('rev-parse', '--git-path', 'shallow')
  return linesIn(await readFile(resolve(cwd, file), 'utf8'))
}

/**
 * Where the history is cut on the way from either commit to what they have in common, a later commit may be their merge
 * base, which the clone does not know.
 */
async function isCertain(git: Git, one: string, other: string, shallow: readonly string[]): Promise<boolean> {
  if (shallow.length === 0) return true
  const between = new Set(await git.lines('rev-list', `${one}...${other}`))
  return shallow.every((commit) => !between.has(commit))
}

/** Exit code 1 says that there is none; any other that git could not tell. */
function onOne<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof GitError && error.status === 1) return value
    throw error
  }
}

function noCommit(): Error {
  const message = '--base needs a commit, and this repository has none yet'
  return usageError('base-no-commit', message, 'Commit first, or omit --base.')
}

async function noRef(git: Git, ref: string): Promise<Error> {
  const remote = `origin/${ref}`
  const hasRemote = (await commitOf(git, remote)) !== undefined
  const hint = hasRemote ? `Pass --base ${remote}.` : await fetchHint(git, ref)
  return usageError('base-not-found', `--base ${ref}: no commit of that name in this clone`, hint)
}

function tooShallow(ref: string): Error {
  const message = `--base ${ref}: this clone is shallow and lacks the commits that tell where the change began`
  const hint = `Fetch the whole history: git fetch --unshallow (${wholeHistory}).`
  return new GovError('incomplete', 'base-shallow', message, hint)
}

function unrelated(ref: string): Error {
  const message = `--base ${ref} and HEAD have no commit in common`
  return usageError('base-unrelated', message, 'Pass a ref of the same history.')
}
