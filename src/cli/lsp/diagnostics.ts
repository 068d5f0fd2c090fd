import { readFile } from 'node:fs/promises'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { declaresOpenApi } from '../../run/init/find-definitions.ts'
import { definitionDiagnostics, type OpenDocument } from './definition-diagnostics.ts'
import type { Feature } from './feature.ts'
import { folderOf } from './folder-of.ts'
import { createRoot, type Root } from './root.ts'
import type { Session } from './session.ts'

const headLength = 4096

/** Shows what `gov check` says of the definitions that are open, as their texts are in the editor. */
export const diagnostics: Feature = {
  capabilities: () => ({}),
  register: (connection, session) => {
    const roots = new Map<string, Root>()
    const fail = (error: unknown) => connection.console.error(String(error))
    session.onEvent((what, path) => {
      handle(what, path, roots, session).catch(fail)
    })
    session.ended.addEventListener('abort', () => {
      for (const root of roots.values()) root.close()
    })
  },
}

async function handle(what: string, path: string, roots: Map<string, Root>, session: Session): Promise<void> {
  if (what === 'closed') {
    roots.get(path)?.close()
    roots.delete(path)
    session.publisher.publish(path, new Map())
  } else if (!roots.has(path) && isDefinition(path, session)) {
    roots.set(path, await open(path, session))
    roots.get(path)?.schedule(0)
  } else roots.get(path)?.schedule()
  for (const root of roots.values()) if (root.path !== path && root.reads(path)) root.schedule()
}

async function open(path: string, session: Session): Promise<Root> {
  const cwd = await folderOf(path, session.folders())
  return createRoot(path, cwd, session, async (answer) => {
    const found = await definitionDiagnostics(answer, path, cwd, opener(session))
    if (session.openText(path)) session.publisher.publish(path, found)
  })
}

function isDefinition(path: string, { openText }: Session): boolean {
  const [, ending] = /\.(json|ya?ml)$/i.exec(path) ?? []
  const format = ending?.toLowerCase() === 'json' ? 'json' : 'yaml'
  return ending !== undefined && declaresOpenApi(openText(path)?.text.slice(0, headLength) ?? '', format)
}

function opener({ openText, uriOf }: Session): OpenDocument {
  return async (path) => {
    const open = openText(path)
    if (open) return open.document
    const text = await readFile(path, 'utf8').catch(() => '')
    return TextDocument.create(uriOf(path), 'yaml', 0, text)
  }
}
