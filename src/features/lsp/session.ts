import type { ClientCapabilities, Connection, WorkDoneProgressReporter } from 'vscode-languageserver'
import { faultLog } from '../../core/model/failure.ts'
import type { Context } from '../../terminal/context.ts'
import { createSurroundings, type LspFlags, type Surroundings } from './live-reader.ts'
import { createOpenDocuments, type OpenDocuments } from './open-documents.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import { createWork, type Work } from './work/worker.ts'

export interface Session extends OpenDocuments, Surroundings {
  readonly context: Context
  readonly publisher: Publisher
  /** The capabilities of the client; undefined before it is initialized. */
  readonly client: () => ClientCapabilities | undefined
  readonly setClient: (client: ClientCapabilities) => void
  /** Absolute paths of the folders that the client has open. */
  readonly folders: () => readonly string[]
  readonly setFolders: (folders: readonly string[]) => void
  readonly onFoldersChanged: (listener: () => void) => void
  /** Logs an internal error and keeps the server running. */
  readonly fail: (error: unknown) => void
  readonly show: <Value>(title: string, work: Promise<Value>) => Promise<Value>
  /** Two threads, so that an edit is checked while fixes are looked for. */
  readonly checks: Work
  readonly fixes: Work
  readonly ended: AbortSignal
}

export function createSession(
  flags: LspFlags,
  context: Context,
  connection: Connection,
  ended: AbortSignal,
): Session {
  const moved: (() => void)[] = []
  let client: ClientCapabilities | undefined
  let folders: readonly string[] = []
  const open = createOpenDocuments(connection, () => folders[0] ?? context.cwd)
  const { env, version, nodeVersion } = context
  const input = { flags, env, version, nodeVersion }
  /** A check may end after the connection does. */
  const send = (work: () => void) => void (ended.aborted || work())
  const log = (text: string) => send(() => connection.console.log(text))
  return {
    ...open,
    ...createSurroundings(input, open.openText, log, ended),
    checks: createWork(input, open, log, ended),
    fixes: createWork(input, open, log, ended),
    context,
    ended,
    publisher: createPublisher(connection, open, () => client, ended),
    client: () => client,
    setClient: (now) => {
      client = now
    },
    folders: () => folders,
    setFolders: (now) => {
      folders = now
      for (const listener of moved) listener()
    },
    onFoldersChanged: (listener) => void moved.push(listener),
    fail: (error) => send(() => connection.console.error(faultLog(error, context.env))),
    show: (title, work) => showProgress(title, work, client, connection),
  }
}

/** Milliseconds after which work is worth a line in the editor. */
const shortMs = 500

/** Shows the title in the editor while work takes longer than a moment, where it can show that. */
async function showProgress<Value>(
  title: string,
  work: Promise<Value>,
  client: ClientCapabilities | undefined,
  { window }: Connection,
): Promise<Value> {
  if (client?.window?.workDoneProgress !== true) return work
  let isOver = false
  let shown: WorkDoneProgressReporter | undefined
  const show = async () => {
    const reporter = await window.createWorkDoneProgress()
    if (isOver) return
    reporter.begin(title)
    shown = reporter
  }
  const timer = setTimeout(() => void show().catch(() => {}), shortMs)
  try {
    return await work
  } finally {
    isOver = true
    clearTimeout(timer)
    shown?.done()
  }
}
