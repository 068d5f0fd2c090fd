import type { Hover, Position } from 'vscode-languageserver'
import { hoverInAuthored } from './authored-hover.ts'
import { explainIssues } from './explain-issues.ts'
import type { Feature } from './feature.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'

/** What is known of a place in one kind of file; undefined where that is nothing. */
export type HoverSource = (
  path: string,
  at: Position,
  session: Session,
  roots: Roots,
) => Promise<Hover | undefined>

/** The first that knows something answers. */
const sources: readonly HoverSource[] = [hoverInAuthored, explainIssues]

export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register: (connection, session, roots) => {
    connection.onHover(async ({ textDocument, position }) => {
      const path = session.pathOf(textDocument.uri)
      if (path === undefined) return null
      for (const source of sources) {
        const found = await source(path, position, session, roots)
        if (found !== undefined) return found
      }
      return null
    })
  },
}
