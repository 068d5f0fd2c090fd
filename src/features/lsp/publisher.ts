import {
  type ClientCapabilities,
  type Connection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
} from 'vscode-languageserver'
import { computeDigest } from '../../core/text/digest.ts'
import type { OpenDocuments } from './open-documents.ts'
import { resolveLinks } from './paths.ts'

/** Diagnostics by the absolute paths of their files. */
export type ByFile = ReadonlyMap<string, readonly Diagnostic[]>

/** Merges the diagnostics of all owners, and sends them to every URI by which a file is open, unless the client asks for them. */
export interface Publisher {
  /** Replaces all diagnostics of `owner`: files that are not named have none of its diagnostics any more. */
  readonly publish: (owner: string, found: ByFile) => void
  readonly isOwner: (owner: string) => boolean
  /** Answers a client that asks for a document, once `settled` says that nothing about it is being looked for. */
  readonly report: (
    path: string,
    previousId: string | undefined,
    settled: Promise<unknown>,
  ) => Promise<DocumentDiagnosticReport>
}

interface OfFile {
  /** One that leads to the file. */
  readonly path: string
  readonly list: readonly Diagnostic[]
  /** The version of the open document that they are about. */
  readonly version: number | undefined
}

/** Each name of a file leads to its key. */
type ByRealPath = ReadonlyMap<string, OfFile>

export function createPublisher(
  connection: Connection,
  { urisOf, openText, onEvent }: OpenDocuments,
  client: () => ClientCapabilities | undefined,
  ended: AbortSignal,
): Publisher {
  const owned = new Map<string, ByRealPath>()
  /** The names that have diagnostics now. */
  const shown = new Map<string, readonly string[]>()
  const asked = new Map<string, number>()
  const listOf = (realPath: string) => [...owned.values()].flatMap((found) => found.get(realPath) ?? [])
  const merge = (files: readonly OfFile[]) => {
    const all = files.flatMap(({ list }) => list)
    return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
  }
  const send = (realPath: string, path: string) => {
    if (ended.aborted) return
    const files = listOf(realPath)
    const open = openText(path)
    const isPulled = open !== undefined && client()?.textDocument?.diagnostic !== undefined
    const uris = isPulled ? [] : urisOf(path)
    const diagnostics = merge(files)
    const gone = (shown.get(realPath) ?? []).filter((uri) => !uris.includes(uri))
    for (const uri of gone) void connection.sendDiagnostics({ uri, diagnostics: [] })
    // An owner that has not looked at the last edit yet says what was so before it.
    const version = Math.min(...files.map((file) => file.version ?? 0), open?.document.version ?? 0)
    for (const uri of uris)
      void connection.sendDiagnostics({ uri, diagnostics, ...(uri === open?.document.uri && { version }) })
    if (diagnostics.length === 0 || isPulled) shown.delete(realPath)
    else shown.set(realPath, uris)
    if (isPulled && !asked.has(realPath) && client()?.workspace?.diagnostics?.refreshSupport)
      connection.languages.diagnostics.refresh().catch(() => {})
  }
  // A name that the client opens or closes.
  onEvent((what, path) => {
    const realPath = resolveLinks(path)
    const names = shown.get(realPath)
    const isOther = names && String(names) !== String(urisOf(path))
    if (isOther || (what === 'closed' && listOf(realPath).length > 0)) send(realPath, path)
  })
  return {
    isOwner: (owner) => owned.has(owner),
    publish: (owner, found) => {
      const before = owned.get(owner) ?? new Map<string, OfFile>()
      const now = byRealPath(found, (path) => openText(path)?.document.version)
      if (now.size === 0) owned.delete(owner)
      else owned.set(owner, now)
      for (const [realPath, { path }] of new Map([...before, ...now])) send(realPath, path)
    },
    report: async (path, previousId, settled) => {
      const realPath = resolveLinks(path)
      asked.set(realPath, (asked.get(realPath) ?? 0) + 1)
      await settled.finally(() => {
        const others = (asked.get(realPath) ?? 1) - 1
        if (others === 0) asked.delete(realPath)
        else asked.set(realPath, others)
      })
      const items = merge(listOf(realPath))
      const resultId = computeDigest(new TextEncoder().encode(JSON.stringify(items)))
      if (resultId === previousId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
      return { kind: DocumentDiagnosticReportKind.Full, resultId, items }
    },
  }
}

function byRealPath(found: ByFile, versionOf: (path: string) => number | undefined): ByRealPath {
  const files = new Map<string, OfFile>()
  for (const [path, list] of found) {
    const realPath = resolveLinks(path)
    const version = versionOf(path)
    files.set(realPath, { path, version, list: [...(files.get(realPath)?.list ?? []), ...list] })
  }
  return files
}
