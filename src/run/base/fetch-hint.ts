import type { Git } from './git.ts'
import { commitOf } from './git-ref.ts'

/** The setting of each CI system that has its jobs fetch the whole history. */
export const wholeHistory =
  'GitHub: fetch-depth: 0; GitLab: GIT_DEPTH: 0; Azure: fetchDepth: 0; Bitbucket: clone: depth: full'

/** How to get a ref that this clone lacks. */
export async function fetchHint(git: Git, ref: string): Promise<string> {
  const [, short = ref, steps = ''] = /^(.*?)((?:[~^]|@\{).*)?$/s.exec(ref) ?? []
  if (steps !== '' && short !== '' && (await commitOf(git, short)) !== undefined)
    return `${short} is there, and its history does not go back that far. In a shallow clone: git fetch --unshallow.`
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
  const remote = remotes.find((each) => name.startsWith(`${each}/`)) ?? 'origin'
  const branch = name.startsWith(`${remote}/`) ? name.slice(remote.length + 1) : name
  const then = name === branch ? `, and then pass ${remote}/${branch}` : ''
  return `git fetch ${remote} ${branch}:refs/remotes/${remote}/${branch}${then}`
}
