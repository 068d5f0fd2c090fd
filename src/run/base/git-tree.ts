import { dirname, join, normalize } from 'node:path/posix'
import type { Git } from './git.ts'

/** A name in a commit. */
export type Entry =
  | { readonly kind: 'file'; readonly path: string; readonly id: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'absent' | 'outside' | 'submodule' }

/** The files of a commit, by their paths from the root, with slashes. */
export interface GitTree {
  /** What a path leads to; links are followed as far as they stay in the commit. */
  readonly find: (path: string) => Promise<Entry>
  readonly read: (id: string) => Promise<Uint8Array>
  /** All files, without links. */
  readonly paths: readonly string[]
}

interface Row {
  readonly mode: string
  readonly id: string
}

const mostLinks = 40

export async function readTree(git: Git, commit: string): Promise<GitTree> {
  const rows = rowsOf(await git.text('ls-tree', '-r', '-z', '--full-tree', commit))
  const folders = foldersOf(rows.keys())
  const read = (id: string) => git.bytes('cat-file', 'blob', id)

  const find = async (path: string, links = 0): Promise<Entry> => {
    if (path === '..' || path.startsWith('../') || links > mostLinks) return { kind: 'outside' }
    const at = prefixesOf(path).find((prefix) => rows.has(prefix)) ?? ''
    const row = rows.get(at)
    if (row === undefined) return folders.has(path) ? { kind: 'folder', path } : { kind: 'absent' }
    if (row.mode === '160000') return { kind: 'submodule' }
    if (row.mode !== '120000') return at === path ? { kind: 'file', path, id: row.id } : { kind: 'absent' }
    const target = new TextDecoder().decode(await read(row.id))
    if (target.startsWith('/')) return { kind: 'outside' }
    return find(normalize(join(dirname(at), target, path.slice(at.length))), links + 1)
  }
  const paths = [...rows].filter(([, { mode }]) => mode.startsWith('100')).map(([path]) => path)
  return { find: (path) => find(normalize(path)), read, paths }
}

/** `a`, `a/b` and `a/b/c` of `a/b/c`. */
function prefixesOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder)
  return folders
}

/** `<mode> <type> <id>\t<path>` and a NUL for each. */
function rowsOf(listing: string): ReadonlyMap<string, Row> {
  const rows = listing.split('\0').filter((line) => line !== '')
  return new Map(
    rows.map((line) => {
      const [mode = '', , id = ''] = line.slice(0, line.indexOf('\t')).split(' ')
      return [line.slice(line.indexOf('\t') + 1), { mode, id }]
    }),
  )
}
