import type { Connection, Diagnostic } from 'vscode-languageserver'
import type { OpenDocuments } from './open-documents.ts'
import { resolveLinks } from './paths.ts'

/** Diagnostics by the absolute paths of their files. */
export type ByFile = ReadonlyMap<string, readonly Diagnostic[]>

/** Sends diagnostics to every URI by which the client has a file open, merging those of all owners. */
export interface Publisher {
  /** All that `owner` says from now on: files that are not named have none of its diagnostics any more. */
  readonly publish: (owner: string, found: ByFile) => void
  readonly isOwner: (owner: string) => boolean
}

interface OfFile {
  /** One that leads to the file. */
  readonly path: string
  readonly list: readonly Diagnostic[]
}

/** Each name of a file leads to its key. */
type ByRealPath = ReadonlyMap<string, OfFile>

export function createPublisher(
  connection: Connection,
  { urisOf, onEvent }: OpenDocuments,
  ended: AbortSignal,
): Publisher {
  const owned = new Map<string, ByRealPath>()
  /** The names that have diagnostics now. */
  const shown = new Map<string, readonly string[]>()
  const send = (realPath: string, path: string) => {
    if (ended.aborted) return
    const all = [...owned.values()].flatMap((found) => found.get(realPath)?.list ?? [])
    const diagnostics = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
    const uris = urisOf(path)
    const gone = (shown.get(realPath) ?? []).filter((uri) => !uris.includes(uri))
    for (const uri of gone) void connection.sendDiagnostics({ uri, diagnostics: [] })
    for (const uri of uris) void connection.sendDiagnostics({ uri, diagnostics })
    if (diagnostics.length === 0) shown.delete(realPath)
    else shown.set(realPath, uris)
  }
  // A name that the client opens or closes.
  onEvent((_, path) => {
    const realPath = resolveLinks(path)
    const names = shown.get(realPath)
    if (names && String(names) !== String(urisOf(path))) send(realPath, path)
  })
  return {
    isOwner: (owner) => owned.has(owner),
    publish: (owner, found) => {
      const before = owned.get(owner) ?? new Map<string, OfFile>()
      const now = byRealPath(found)
      if (now.size === 0) owned.delete(owner)
      else owned.set(owner, now)
      for (const [realPath, { path }] of new Map([...before, ...now])) send(realPath, path)
    },
  }
}

function byRealPath(found: ByFile): ByRealPath {
  const files = new Map<string, OfFile>()
  for (const [path, list] of found) {
    const realPath = resolveLinks(path)
    files.set(realPath, { path, list: [...(files.get(realPath)?.list ?? []), ...list] })
  }
  return files
}
