import { basename } from 'node:path'
import type { InlayHint } from 'vscode-languageserver'
import type { Path } from '../../model/location.ts'
import { plural } from '../../reporters/wording.ts'
import { outlineOf } from '../../run/editor/cursor.ts'
import { sanitize } from '../../text/sanitize.ts'
import { type AuthoredFile, openAuthored } from './authored-file.ts'
import type { Feature } from './feature.ts'
import { countsOf, type OpenCounts } from './given-text.ts'
import type { Session } from './session.ts'

const pauseMs = 300

/** Shows at each `given` of a ruleset how many places it leads to in the definitions that are open. */
export const givenHints: Feature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register: (connection, session) => {
    let isAsked = false
    let timer: NodeJS.Timeout | undefined
    connection.languages.inlayHint.on(async ({ textDocument }) => {
      isAsked = true
      const path = session.pathOf(textDocument.uri)
      const file = path === undefined ? undefined : await openAuthored(path, session)
      return file?.kind === 'ruleset' ? hintsOf(file, session) : null
    })
    session.onEvent(() => {
      clearTimeout(timer)
      if (isAsked) timer = setTimeout(() => connection.languages.inlayHint.refresh().catch(() => {}), pauseMs)
    })
    session.ended.addEventListener('abort', () => clearTimeout(timer))
  },
}

async function hintsOf(file: AuthoredFile, session: Session): Promise<InlayHint[]> {
  const found = await countsOf(file, session)
  const { keyAt } = outlineOf(file.text)
  const keys = new Set(found.flatMap(({ counts }) => [...counts.keys()]))
  return [...keys].flatMap((key) => {
    const at = keyAt(JSON.parse(key) as Path)
    return at === undefined ? [] : hintAt(at, hintText(key, found), file)
  })
}

function hintText(key: string, found: readonly OpenCounts[]): string {
  const texts = found.flatMap(({ definition, counts }) => {
    const count = counts.get(key)
    return count === undefined ? [] : [`${plural(count, 'place')} in ${sanitize(basename(definition))}`]
  })
  return texts.join(', ')
}

function hintAt(offset: number, label: string, { document, text }: AuthoredFile): InlayHint {
  const length = /^[^\r\n]*/.exec(text.slice(offset))?.[0].trimEnd().length ?? 0
  return { position: document.positionAt(offset + length), label, paddingLeft: true }
}
