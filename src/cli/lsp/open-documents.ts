import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Connection, TextDocuments } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { OpenText } from '../../run/live/open-texts.ts'

/** A file that an editor has open. */
export interface OpenDocument extends OpenText {
  /** Absolute. */
  readonly path: string
  readonly document: TextDocument
}

export interface OpenDocuments {
  /** Takes an absolute path. Undefined for a file that is not open. */
  readonly openText: (path: string) => OpenDocument | undefined
  readonly openDocuments: () => Iterable<OpenDocument>
  /** The client's own name of the file, where it is open. */
  readonly uriOf: (path: string) => string
  /** `what` has happened to an open file. After `closed` it is as on disk. */
  readonly onEvent: (
    listener: (what: 'opened' | 'changed' | 'saved' | 'closed', path: string) => void,
  ) => void
}

type Listener = Parameters<OpenDocuments['onEvent']>[0]

export function createOpenDocuments(connection: Connection): OpenDocuments {
  const documents = new TextDocuments(TextDocument)
  const open = new Map<string, OpenDocument>()
  const listeners: Listener[] = []
  let count = 0
  const tell = (...event: Parameters<Listener>) => {
    for (const listener of listeners) listener(...event)
  }
  documents.onDidChangeContent(({ document }) => {
    const path = pathOf(document.uri)
    if (path === undefined) return
    const what = open.has(path) ? 'changed' : 'opened'
    count += 1
    const [text, stamp] = [document.getText(), `open ${count}`]
    open.set(path, { path, document, text, stamp })
    tell(what, path)
  })
  documents.onDidSave(({ document }) => withPath(document.uri, (path) => tell('saved', path)))
  documents.onDidClose(({ document }) =>
    withPath(document.uri, (path) => {
      open.delete(path)
      tell('closed', path)
    }),
  )
  documents.listen(connection)
  return {
    openText: (path) => open.get(path),
    openDocuments: () => open.values(),
    uriOf: (path) => open.get(path)?.document.uri ?? pathToFileURL(path).href,
    onEvent: (listener) => void listeners.push(listener),
  }
}

/** Absolute; undefined for what is not a file, such as a text that was never saved. */
export function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

function withPath(uri: string, work: (path: string) => void): void {
  const path = pathOf(uri)
  if (path !== undefined) work(path)
}
