import { usageError } from '../../model/errors.ts'
import { type Git, GitError } from './git.ts'

/** What a base is called, and what git is asked for. */
export interface GitRef {
  readonly name: string
  readonly ref: string
  /** What it was given for, in messages; absent: `--base`. */
  readonly option?: string | undefined
}

/**
 * The commit of a ref; undefined where there is none. A full one is that ref and no other. Throws GovError, usage, for a
 * short one that names several: git would take the tag, which anyone may add.
 */
export async function commitOfRef(git: Git, { name, ref, option }: GitRef): Promise<string | undefined> {
  const short = ref.replace(/(?:[~^:]|@\{).*$/s, '')
  const full = short.startsWith('refs/') ? [short] : meanings.map((place) => place.replace('*', () => short))
  const found = await existing(git, full)
  if (short.startsWith('refs/') && found.length === 0) return undefined
  const commits = await Promise.all(found.map((each) => commitOf(git, each)))
  if (new Set(commits).size > 1) throw ambiguous(name, found, option)
  return commitOf(git, ref)
}

/** Where git looks for a short name. */
const meanings = ['refs/*', 'refs/tags/*', 'refs/heads/*', 'refs/remotes/*', 'refs/remotes/*/HEAD']

/** Each pattern also finds what is below it. */
async function existing(git: Git, refs: readonly string[]): Promise<readonly string[]> {
  const found = (await git.text('for-each-ref', '--format=%(refname)', ...refs)).split('\n')
  return refs.filter((ref) => found.includes(ref))
}

/** Its id, of SHA-1 or SHA-256. */
export async function commitOf(git: Git, ref: string): Promise<string | undefined> {
  return git
    .text('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
    .catch((error: unknown) => {
      // For an id that looks like one and is not there, git ends with 128.
      if (error instanceof GitError) return undefined
      throw error
    })
}

function ambiguous(name: string, found: readonly string[], option = '--base'): Error {
  const message = `${option} ${name} is ambiguous: ${found.join(' and ')} are different commits`
  return usageError('base-ambiguous', message, `Write the one you mean in full: ${option} ${found.at(-1)}.`)
}
