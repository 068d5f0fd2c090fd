import type { Connection, Diagnostic } from 'vscode-languageserver'

/** Diagnostics by the absolute paths of their files. */
export type ByFile = ReadonlyMap<string, readonly Diagnostic[]>

/** Sends diagnostics. What several owners say of one file is sent together. */
export interface Publisher {
  /** All that `owner` says from now on: files that are not named have none of its diagnostics any more. */
  readonly publish: (owner: string, found: ByFile) => void
  readonly isOwner: (owner: string) => boolean
}

export function createPublisher(
  connection: Connection,
  uriOf: (path: string) => string,
  ended: AbortSignal,
): Publisher {
  const owned = new Map<string, ByFile>()
  const send = (path: string) => {
    if (ended.aborted) return
    const all = [...owned.values()].flatMap((found) => found.get(path) ?? [])
    const diagnostics = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
    void connection.sendDiagnostics({ uri: uriOf(path), diagnostics })
  }
  return {
    isOwner: (owner) => owned.has(owner),
    publish: (owner, found) => {
      const before = owned.get(owner) ?? new Map()
      if (found.size === 0) owned.delete(owner)
      else owned.set(owner, found)
      for (const path of new Set([...before.keys(), ...found.keys()])) send(path)
    },
  }
}
