import { dirname, join, normalize } from 'node:path/posix'
import { type Git, GitError } from './git.ts'

/** A name in a commit. */
export type TreeEntry =
  | { readonly kind: 'file'; readonly path: string; readonly id: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'absent' | 'outside' | 'submodule' }

/** The files of a commit, by their paths from the root, with slashes. */
export interface GitTree {
  /** Resolves a path; links are followed within the commit. */
  readonly find: (path: string) => Promise<TreeEntry>
  readonly read: (id: string) => Promise<Uint8Array>
  /** All files, without links, and without those of submodules. */
  readonly paths: readonly string[]
  /** All paths of the commit and, as far as they can be read, of its submodules. */
  readonly allPaths: () => Promise<readonly string[]>
}

/** Asks the repository of a submodule, by its path; undefined where that is not checked out. */
type OpenSubmodule = (path: string) => Promise<Git | undefined>

interface TreeRow {
  readonly mode: string
  readonly id: string
  readonly git: Git
}

const mostLinks = 40

/** Submodules are read at the commit that this one names, where their clone has it: what is checked out does not count. */
export async function readTree(git: Git, commit: string, open?: OpenSubmodule): Promise<GitTree> {
  const rows = new Map(await listRows(git, commit))
  const folders = new Set(listFolders(rows.keys()))
  const owners = new Map<string, Git>()
  const closed = new Set<string>()
  const read = (id: string) => (owners.get(id) ?? git).blob(id)

  /** Puts the files of a submodule in its place. */
  async function enter(path: string, id: string): Promise<boolean> {
    if (closed.has(path)) return false
    const inside = await readSubmodule(path, id, open)
    if (inside === undefined) {
      closed.add(path)
      return false
    }
    rows.delete(path)
    for (const [name, row] of inside) {
      rows.set(`${path}/${name}`, row)
      owners.set(row.id, row.git)
    }
    folders.add(path)
    for (const folder of listFolders(inside.keys())) if (folder !== '.') folders.add(`${path}/${folder}`)
    return true
  }

  const find = async (path: string, links = 0): Promise<TreeEntry> => {
    if (path === '..' || path.startsWith('../') || links > mostLinks) return { kind: 'outside' }
    const at = listPrefixes(path).find((prefix) => rows.has(prefix)) ?? ''
    const row = rows.get(at)
    if (row === undefined) return folders.has(path) ? { kind: 'folder', path } : { kind: 'absent' }
    if (row.mode === '160000') return (await enter(at, row.id)) ? find(path, links) : { kind: 'submodule' }
    if (row.mode !== '120000') return at === path ? { kind: 'file', path, id: row.id } : { kind: 'absent' }
    return follow(at, row.id, path.slice(at.length), links)
  }

  /** Resolves a link; `rest` is the path behind it. */
  const follow = async (link: string, id: string, rest: string, links: number): Promise<TreeEntry> => {
    const target = new TextDecoder().decode(await read(id))
    if (target.startsWith('/')) return { kind: 'outside' }
    return find(normalize(join(dirname(link), target, rest)), links + 1)
  }
  const allPaths = async () => {
    for (const [path, { mode, id }] of rows) if (mode === '160000') await enter(path, id)
    return listFiles(rows)
  }
  return { find: (path) => find(normalize(path)), read, paths: listFiles(rows), allPaths }
}

function listFiles(rows: ReadonlyMap<string, TreeRow>): readonly string[] {
  return [...rows].filter(([, { mode }]) => mode.startsWith('100')).map(([path]) => path)
}

/** Undefined where its clone is not there, or lacks the commit. */
async function readSubmodule(path: string, id: string, open: OpenSubmodule | undefined) {
  try {
    const git = await open?.(path)
    return git && (await listRows(git, id))
  } catch (error) {
    if (error instanceof GitError) return undefined
    throw error
  }
}

/** `a`, `a/b` and `a/b/c` of `a/b/c`. */
function listPrefixes(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function listFolders(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder)
  return folders
}

/** `<mode> <type> <id>\t<path>` and a NUL for each. */
async function listRows(git: Git, commit: string): Promise<ReadonlyMap<string, TreeRow>> {
  const listing = await git.text('ls-tree', '-r', '-z', '--full-tree', commit)
  const rows = listing.split('\0').filter((line) => line !== '')
  return new Map(
    rows.map((line) => {
      const [mode = '', , id = ''] = line.slice(0, line.indexOf('\t')).split(' ')
      return [line.slice(line.indexOf('\t') + 1), { mode, id, git }]
    }),
  )
}
