import { setImmediate } from 'node:timers/promises'
import {
  type Connection,
  createConnection,
  DidChangeWorkspaceFoldersNotification,
  DocumentDiagnosticReportKind,
  type InitializeParams,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver'
import {
  createProtocolConnection,
  type Logger,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { exitCodes } from '../../core/model/errors.ts'
import type { Context } from '../../terminal/context.ts'
import { aborted, createStreams, type Streams } from '../../terminal/streams.ts'
import { showAuthoredDiagnostics, showExampleDiagnostics } from './authored-diagnostics.ts'
import { addCodeActions } from './code-actions.ts'
import { showDefinitionDiagnostics } from './definition-diagnostics.ts'
import { addHover } from './hover.ts'
import { cancellable, guardLifecycle, waitForEnd } from './lifecycle.ts'
import type { LspFlags } from './live-reader.ts'
import { toFilePath } from './paths.ts'
import { Roots } from './roots.ts'
import { createSession, type Session } from './session.ts'

const forEditors = 'gov lsp is meant to be started by an editor; see docs/editors.md'

/** Serves until the editor says exit, its process ends, it goes away or a signal comes. Gives the exit code that the protocol asks for. */
export async function serveLsp(flags: LspFlags, context: Context): Promise<number> {
  const streams = createStreams(context.io)
  const ended = new AbortController()
  const { connection, exited, exitCode } = connect(streams, ended.signal)
  const session = createSession(flags, context, connection, ended.signal)
  const roots = new Roots(session, showDefinitionDiagnostics(session))
  const looks = [showAuthoredDiagnostics(session, roots), showExampleDiagnostics(session, roots)]
  const capabilities: ServerCapabilities = {
    positionEncoding: 'utf-16',
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    ...addCodeActions(connection, session, roots),
    ...addHover(connection, session, roots),
    ...addPull(connection, session, [roots, ...looks]),
  }
  let isSpokenTo = false
  const orphaned = new AbortController()
  connection.onInitialize((client) => {
    isSpokenTo = true
    session.setClient(client.capabilities)
    session.setFolders(listWorkspaceFolders(client))
    if (client.processId) waitForEnd(client.processId, ended.signal).then(() => orphaned.abort())
    return { capabilities, serverInfo: { name: 'gov', version: context.version } }
  })
  connection.onInitialized(() => followFolders(connection, session))
  connection.onDidChangeWatchedFiles(() => roots.refresh())
  if (context.io.stdin.isTTY) context.observe.note(`${forEditors}. Ctrl-D ends it`)
  connection.listen()
  // Before the library closes the connection, over which nothing can be sent then.
  void streams.ended.catch(() => {}).then(() => ended.abort())
  const stop = context.interruption()
  const end = await Promise.race([exited, streams.ended, aborted(stop), aborted(orphaned.signal)])
  // An editor that says shutdown and exit at once gets its answer, too.
  await setImmediate()
  ended.abort()
  connection.dispose()
  await streams.flush()
  stop.throwIfAborted()
  if (end === 'ended' && !isSpokenTo && !context.io.stdin.isTTY)
    context.observe.warning(`no editor spoke on standard input before it ended; ${forEditors}`)
  return typeof end === 'number' ? end : exitCode()
}

/** Answers a client that asks for diagnostics; one that does not gets them as they come. */
function addPull(
  { languages }: Connection,
  { pathOf, publisher }: Session,
  sources: readonly Pick<Roots, 'settled'>[],
): ServerCapabilities {
  languages.diagnostics.on(
    cancellable(({ textDocument: { uri }, previousResultId }) => {
      const path = pathOf(uri)
      if (path === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] }
      const settled = Promise.all(sources.map((source) => source.settled(path)))
      return publisher.report(path, previousResultId, settled)
    }),
  )
  return {
    diagnosticProvider: { identifier: 'gov', interFileDependencies: true, workspaceDiagnostics: false },
  }
}

/** The library's own start would end the process by itself. */
function connect({ input, output }: Streams, ended: AbortSignal) {
  const watchDog = { shutdownReceived: false, initialize: () => {}, exit: (_code: number) => {} }
  const exited = new Promise<number>((resolve) => {
    watchDog.exit = resolve
  })
  const writer = new StreamMessageWriter(output)
  const connection = createConnection(
    (logger) =>
      createProtocolConnection(
        guardLifecycle(new StreamMessageReader(input), writer),
        writer,
        whileServing(logger, ended),
      ),
    watchDog,
  )
  /** The exit code for a client that goes away without saying exit. */
  const exitCode = () => (watchDog.shutdownReceived ? exitCodes.pass : exitCodes.policy)
  return { connection, exited, exitCode }
}

/** At the end nobody reads messages any more, and a logger that sends them would throw. */
function whileServing(logger: Logger, ended: AbortSignal): Logger {
  const pass = (level: 'error' | 'warn' | 'info' | 'log') => (message: string) => {
    if (!ended.aborted) logger[level](message)
  }
  return { error: pass('error'), warn: pass('warn'), info: pass('info'), log: pass('log') }
}

function listWorkspaceFolders({ workspaceFolders, rootUri, rootPath }: InitializeParams): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : [])
  const paths = uris.flatMap((uri) => toFilePath(uri) ?? [])
  return paths.length === 0 && rootPath ? [rootPath] : paths
}

/** A client without folders never says that they have changed. */
function followFolders(connection: Connection, session: Session): void {
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event: { added, removed } }) => {
    const gone = removed.map(({ uri }) => toFilePath(uri))
    const kept = session.folders().filter((folder) => !gone.includes(folder))
    session.setFolders([...kept, ...added.flatMap(({ uri }) => toFilePath(uri) ?? [])])
  })
}
