import { pathToFileURL } from 'node:url'
import { type Connection, TextDocuments } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { OpenText } from './live-reader.ts'
import { resolveLinks, toFilePath, toUntitledPath } from './paths.ts'

interface OpenDocument extends OpenText {
  readonly document: TextDocument
}

export interface OpenDocuments {
  /** Takes an absolute path, of any name that leads to the file. Undefined for a file that is not open. */
  readonly openText: (path: string) => OpenDocument | undefined
  readonly openDocuments: () => Iterable<OpenDocument>
  /** The path under which a file was first opened, for any other name of it; else the path itself. */
  readonly onePath: (path: string) => string
  /** The path that a client's URI names, or stands for; undefined if it is neither a file nor open. */
  readonly pathOf: (uri: string) => string | undefined
  /** The client's own name of the file, where it is open. */
  readonly uriOf: (path: string) => string
  readonly urisOf: (path: string) => readonly string[]
  /** `what` has happened to an open file. After `closed` it is as on disk. */
  readonly onEvent: (listener: Listener) => void
}

type Listener = (what: 'opened' | 'changed' | 'saved' | 'closed', path: string) => void

/** If a file is open under several names, the text changed last is used. */
interface OpenFile {
  current: OpenDocument
  readonly documents: Map<string, TextDocument>
}

/** A file has one state, however many names of it are open: links, letters in another case, escapes. */
export function createOpenDocuments(connection: Connection, untitledFolder: () => string): OpenDocuments {
  const documents = new TextDocuments(TextDocument)
  const byUri = new Map<string, OpenFile>()
  const byPath = new Map<string, OpenFile>()
  const byRealPath = new Map<string, OpenFile>()
  const listeners: Listener[] = []
  let count = 0
  const tell = (...event: Parameters<Listener>) => {
    for (const listener of listeners) listener(...event)
  }
  const find = (path: string) => byPath.get(path) ?? byRealPath.get(resolveLinks(path))
  const createOpenText = (path: string, realPath: string, document: TextDocument): OpenDocument => {
    count += 1
    return { path, realPath, document, text: document.getText(), stamp: `open ${count}` }
  }
  const open = (path: string, document: TextDocument) => {
    const realPath = resolveLinks(path)
    const file = { current: createOpenText(path, realPath, document), documents: new Map() }
    byPath.set(path, file)
    byRealPath.set(realPath, file)
    return file
  }
  const change = (file: OpenFile, document: TextDocument) => {
    file.current = createOpenText(file.current.path, file.current.realPath, document)
  }

  documents.onDidChangeContent(({ document }) => {
    const path = toFilePath(document.uri) ?? toUntitledPath(document, untitledFolder())
    if (path === undefined) return
    const known = byUri.get(document.uri) ?? find(path)
    const file = known ?? open(path, document)
    if (known) change(known, document)
    file.documents.set(document.uri, document)
    byUri.set(document.uri, file)
    tell(known ? 'changed' : 'opened', file.current.path)
  })
  documents.onDidSave(({ document: { uri } }) => {
    const file = byUri.get(uri)
    if (file) tell('saved', file.current.path)
  })
  documents.onDidClose(({ document: { uri } }) => {
    const file = byUri.get(uri)
    if (!file) return
    const { path, realPath, document } = file.current
    byUri.delete(uri)
    file.documents.delete(uri)
    const [other] = [...file.documents.values()].slice(-1)
    if (other === undefined) {
      byPath.delete(path)
      byRealPath.delete(realPath)
    } else if (document.uri === uri) change(file, other)
    tell(other ? 'changed' : 'closed', path)
  })
  documents.listen(connection)
  return {
    openText: (path) => find(path)?.current,
    openDocuments: () => [...byPath.values()].map(({ current }) => current),
    onePath: (path) => find(path)?.current.path ?? path,
    pathOf: (uri) => byUri.get(uri)?.current.path ?? toFilePath(uri),
    uriOf: (path) => find(path)?.current.document.uri ?? pathToFileURL(path).href,
    urisOf: (path) => [...(find(path)?.documents.keys() ?? [pathToFileURL(path).href])],
    onEvent: (listener) => void listeners.push(listener),
  }
}
