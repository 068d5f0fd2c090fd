import { createHash } from 'node:crypto'
import { join, relative, resolve, sep } from 'node:path'
import { GovError } from '../../core/model/errors.ts'
import { FileFault, toFileFault } from '../../core/model/file-fault.ts'
import { isUrl } from '../../core/text/url.ts'
import type { RemoteFiles } from '../sources/remote-files.ts'
import { createSourceFile, SourceError, type SourceNoun } from '../sources/source-file.ts'
import { readRemote, type SourceReader } from '../sources/source-reader.ts'
import { GitError } from './git.ts'
import type { GitTree, TreeEntry } from './git-tree.ts'

/** Where a work tree is. */
export interface WorkTree {
  /** Its root, absolute, without links. */
  readonly root: string
  /** The folder that names are relative to: as the run has it, and without links. */
  readonly cwd: string
  readonly realCwd: string
  /**
   * Whether a file of a commit is still there: on disk, or in the index where a sparse checkout leaves it out. A folder or
   * a link in its place is not that file.
   */
  readonly has: (path: string) => Promise<boolean>
}

/** Worded like faults of files on disk, so that an issue about a file that both versions lack stays equal. */
const faults: Readonly<Record<Exclude<TreeEntry['kind'], 'file'>, FileFault>> = {
  absent: new FileFault('not-found', 'does not exist'),
  folder: new FileFault('is-folder', 'is a folder, not a file'),
  outside: new FileFault('unreadable', 'is outside the repository there'),
  submodule: new FileFault('unreadable', 'is in a submodule there'),
}

interface GitReader extends SourceReader {
  /** Files that exist and could not be read: a reference to one looks unresolved. */
  readonly unread: readonly string[]
}

/**
 * Reads a commit's files by the names that they have in the work tree, and never the work tree. Where `findText` gives the
 * content that a file has in the commit, git is not asked.
 */
export function gitReader(
  tree: GitTree,
  place: WorkTree,
  remote: RemoteFiles,
  findText: (file: string) => string | undefined = () => undefined,
): GitReader {
  const unread: string[] = []
  const find = (file: string) => tree.find(inTree(resolve(place.cwd, file), place))
  const readBlob = async (file: string, id: string) => {
    const bytes = Buffer.from(findText(file) ?? '')
    return isBlob(bytes, id) ? bytes : tree.read(id)
  }
  const readCommitted = async (file: string, noun: SourceNoun) => {
    try {
      const found = await find(file)
      if (found.kind !== 'file') throw faults[found.kind]
      return createSourceFile(file, await readBlob(file, found.id), noun)
    } catch (error) {
      const isInLfs =
        error instanceof GovError && error.cause instanceof FileFault && error.cause.code === 'in-lfs'
      if (error instanceof GovError && !isInLfs) throw error
      const fault = error instanceof GitError ? ofGit(error) : isInLfs ? inLfs : toFileFault(error)
      if (error instanceof GitError || isInLfs || fault === faults.submodule)
        unread.push(`${file} ${fault.message}`)
      throw new SourceError(fault, file, noun)
    }
  }
  return {
    unread,
    cwd: place.cwd,
    remote,
    stamps: new Map(),
    stampOf: () => undefined,
    note: async () => 'commit',
    isInput: () => false,
    realPath: async (path) => {
      const found = await find(path)
      if (found.kind === 'absent') return undefined
      return 'path' in found
        ? join(place.root, ...found.path.split('/'))
        : join(place.root, '..', 'elsewhere')
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
export function inTree(path: string, { root, cwd, realCwd }: WorkTree): string {
  const real = resolve(realCwd, relative(cwd, path))
  return relative(root, real).split(sep).join('/') || '.'
}

/** The name, relative to the working directory, of a path in a commit. */
export function fromTree(path: string, { root, realCwd }: WorkTree): string {
  return relative(realCwd, join(root, ...path.split('/')))
}

function ofGit(error: GitError): FileFault {
  return new FileFault('unreadable', `cannot be read from git: ${error.message}`, undefined, error)
}

const inLfs = new FileFault('in-lfs', 'is kept by Git LFS there, which --base does not read')
