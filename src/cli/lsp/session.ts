import type { Connection } from 'vscode-languageserver'
import type { CheckRequest } from '../../run/check-request.ts'
import type { World } from '../../run/world.ts'
import { checkRequest } from '../flags/ask-flags.ts'
import type { Context } from '../terminal/context.ts'
import type { LspFlags } from './lsp-flags.ts'
import { createOpenDocuments, type OpenDocuments } from './open-documents.ts'
import { createPublisher, type Publisher } from './publisher.ts'

/** What the features of the server share. */
export interface Session extends OpenDocuments {
  readonly context: Context
  readonly publisher: Publisher
  /** Absolute paths of the folders that the client has open. */
  readonly folders: () => readonly string[]
  readonly setFolders: (folders: readonly string[]) => void
  /** Aborts when the server ends. */
  readonly ended: AbortSignal
  /** What the flags of `gov lsp` ask for, of these files. */
  readonly requestFor: (files: readonly string[]) => CheckRequest
  /** The surroundings of a check in `cwd` that ends with `signal`. */
  readonly worldIn: (cwd: string, signal: () => AbortSignal) => World
}

export function createSession(
  flags: LspFlags,
  context: Context,
  connection: Connection,
  ended: AbortSignal,
): Session {
  const open = createOpenDocuments(connection)
  let folders: readonly string[] = []
  const { io: _, ...world } = context
  const log = (text: string) => connection.console.log(text)
  return {
    ...open,
    context,
    ended,
    publisher: createPublisher(connection, open.uriOf),
    folders: () => folders,
    setFolders: (now) => {
      folders = now
    },
    requestFor: (files) => checkRequest(flags, context.env, files),
    worldIn: (cwd, signal) => ({
      ...world,
      cwd,
      observe: { warning: log, note: () => {}, log },
      interruption: signal,
      checkpoint: () => signal().throwIfAborted(),
      isInteractive: false,
    }),
  }
}
