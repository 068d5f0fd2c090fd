import type { Connection, InitializeParams, ServerCapabilities } from 'vscode-languageserver'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'

/** A part of the server: what it says that it can, and how it answers. */
export interface Feature {
  readonly capabilities: (client: InitializeParams) => ServerCapabilities
  /** Called once, before the client is answered. */
  readonly register: (connection: Connection, session: Session, roots: Roots) => void
}
