import { createHash } from 'node:crypto'
import { lstat, realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { GovError, usageError } from '../../core/model/errors.ts'
import { FileFault, toFileFault } from '../../core/model/file-fault.ts'
import { once } from '../../core/model/once.ts'
import { isUrl } from '../../core/text/url.ts'
import type { RemoteFiles } from '../sources/remote-files.ts'
import { createSourceFile, SourceError, type SourceNoun } from '../sources/source-file.ts'
import { readRemote, type SourceReader } from '../sources/source-reader.ts'
import { type Git, GitError } from './git.ts'
import { listSkipped } from './left-out.ts'
import type { GitTree, TreeEntry } from './read-tree.ts'

/** A work tree on the disk. */
export interface WorkTree {
  /** Its root, absolute, without links. */
  readonly root: string
  /** The folder that names are relative to: as the run has it, and without links. */
  readonly cwd: string
  readonly realCwd: string
  /** Whether a file of a commit is still there, on disk or, in a sparse checkout, in the index. A folder or link of its name is not. */
  readonly has: (path: string) => Promise<boolean>
}

/** Finds the work tree around a folder. Throws GovError, usage, where there is none. */
export async function openWorkTree(git: Git, cwd: string): Promise<WorkTree> {
  try {
    const root = await realpath(await git.text('rev-parse', '--show-toplevel'))
    const skipped = once(() => listSkipped(git, root))
    const isFile = async (path: string) => (await lstat(resolve(root, ...path.split('/')))).isFile()
    const has = async (path: string) => (await isFile(path).catch(() => false)) || (await skipped()).has(path)
    return { root, cwd, realCwd: await realpath(cwd), has }
  } catch (error) {
    throw error instanceof GitError ? noGitRepositoryError(error) : error
  }
}

function noGitRepositoryError(error: GitError): Error {
  const hint = /dubious ownership/.test(error.message)
    ? 'If you trust it: git config --global --add safe.directory "$PWD".'
    : 'Run gov in a clone of the repository, or pass a file as the base.'
  return usageError('base-no-repository', `--base needs a git work tree: ${error.message}`, hint, error)
}

/** Worded like faults of files on disk, so that an issue about a file that both versions lack stays equal. */
const faults: Readonly<Record<Exclude<TreeEntry['kind'], 'file'>, FileFault>> = {
  absent: new FileFault('not-found', 'does not exist'),
  folder: new FileFault('is-folder', 'is a folder, not a file'),
  outside: new FileFault('unreadable', 'is outside the repository there'),
  submodule: new FileFault('unreadable', 'is in a submodule there'),
}

interface CommitReader extends SourceReader {
  /** Files that exist and could not be read: a reference to one looks unresolved. */
  readonly unread: readonly string[]
}

/** Reads a commit's files by their names in the work tree, and never the work tree. Git is not asked for content that `findText` has. */
export function createCommitReader(
  tree: GitTree,
  workTree: WorkTree,
  remote: RemoteFiles,
  findText: (file: string) => string | undefined = () => undefined,
): CommitReader {
  const unread: string[] = []
  const find = (file: string) => tree.find(toTreePath(resolve(workTree.cwd, file), workTree))
  const readBlob = async (file: string, id: string) => {
    const bytes = Buffer.from(findText(file) ?? '')
    return isBlob(bytes, id) ? bytes : tree.read(id)
  }
  const readCommitted = async (file: string, noun: SourceNoun) => {
    try {
      const entry = await find(file)
      if (entry.kind !== 'file') throw faults[entry.kind]
      return createSourceFile(file, await readBlob(file, entry.id), noun)
    } catch (error) {
      const isInLfs =
        error instanceof GovError && error.cause instanceof FileFault && error.cause.code === 'in-lfs'
      if (error instanceof GovError && !isInLfs) throw error
      const fault = error instanceof GitError ? unreadableFault(error) : isInLfs ? inLfs : toFileFault(error)
      if (error instanceof GitError || isInLfs || fault === faults.submodule)
        unread.push(`${file} ${fault.message}`)
      throw new SourceError(fault, file, noun)
    }
  }
  return {
    unread,
    cwd: workTree.cwd,
    locate: (path) => path,
    remote,
    stamps: new Map(),
    stampOf: () => undefined,
    note: async () => 'commit',
    isInput: () => false,
    realPath: async (path) => {
      const entry = await find(path)
      if (entry.kind === 'absent') return undefined
      const parts = 'path' in entry ? entry.path.split('/') : ['..', 'elsewhere']
      return join(workTree.root, ...parts)
    },
    read: (file, noun) => (isUrl(file) ? readRemote(file, noun, remote) : readCommitted(file, noun)),
  }
}

/** Whether git gives this content that id: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects */
function isBlob(bytes: Uint8Array, id: string): boolean {
  const hash = createHash(id.length === 64 ? 'sha256' : 'sha1').update(`blob ${bytes.length}\0`)
  return hash.update(bytes).digest('hex') === id
}

/** The path in a commit of an absolute path in the work tree. */
export function toTreePath(path: string, { root, cwd, realCwd }: WorkTree): string {
  const real = resolve(realCwd, relative(cwd, path))
  return relative(root, real).split(sep).join('/') || '.'
}

/** The name, relative to the working directory, of a path in a commit. */
export function fromTreePath(path: string, { root, realCwd }: WorkTree): string {
  return relative(realCwd, join(root, ...path.split('/')))
}

function unreadableFault(error: GitError): FileFault {
  return new FileFault('unreadable', `cannot be read from git: ${error.message}`, undefined, error)
}

const inLfs = new FileFault('in-lfs', 'is kept by Git LFS, which is not read there')
