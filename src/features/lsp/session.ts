import {
  type ClientCapabilities,
  type Connection,
  MessageType,
  ShowMessageNotification,
} from 'vscode-languageserver'
import type { CheckRequest } from '../../check/check-request.ts'
import { faultLog } from '../../check/failed-report.ts'
import { createSourcesOn } from '../../check/sources.ts'
import { unattended, type World } from '../../check/world.ts'
import type { Context } from '../../terminal/context.ts'
import { type AskFlags, checkRequest, type PolicyFlags } from '../../terminal/flags/ask-flags.ts'
import { createTurns } from '../../terminal/turns.ts'
import { liveReader } from './live/live-reader.ts'
import { createOpenDocuments, type OpenDocuments } from './open-documents.ts'
import { createPublisher, type Publisher } from './publisher.ts'

export type LspFlags = AskFlags & PolicyFlags

export interface Session extends OpenDocuments {
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
  /** Shows a text in the client's window, and waits for nobody. */
  readonly say: (text: string) => void
  /** Limits how many checks run at once, because each holds its documents in memory. */
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>
  readonly ended: AbortSignal
  /** A check request with the flags of `gov lsp`, for these files. */
  readonly requestFor: (files: readonly string[]) => CheckRequest
  /**
   * The world of one run in `cwd`: it reads unsaved text from the editor, and ends with `signal` or the
   * server.
   */
  readonly worldIn: (cwd: string, signal?: () => AbortSignal) => World
}

const mostAtOnce = 2

export function createSession(
  flags: LspFlags,
  context: Context,
  connection: Connection,
  ended: AbortSignal,
): Session {
  const open = createOpenDocuments(connection)
  const moved: (() => void)[] = []
  let client: ClientCapabilities | undefined
  let folders: readonly string[] = []
  const { io: _, ...world } = context
  /** A check may end after the connection does. */
  const send = (work: () => void) => void (ended.aborted || work())
  const log = (text: string) => send(() => connection.console.log(text))
  return {
    ...open,
    context,
    ended,
    publisher: createPublisher(connection, open, ended),
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
    say: (message) =>
      send(
        () =>
          void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message }),
      ),
    inTurn: createTurns(mostAtOnce),
    requestFor: (files) => checkRequest(flags, context.env, files),
    worldIn: (cwd, signal = () => ended) => {
      const sources = createSourcesOn(liveReader(cwd, open.openText))
      return unattended({ ...world, cwd, sources, observe: { warning: log, note: () => {}, log } }, signal)
    },
  }
}
