import { basename, relative } from 'node:path'
import type { InlayHint } from 'vscode-languageserver'
import type { Path } from '../../model/location.ts'
import { markdownText } from '../../reporters/markdown-text.ts'
import { plural } from '../../reporters/wording.ts'
import { outlineOf } from '../../run/editor/cursor.ts'
import { countGiven, type GivenCounts, keyOf } from '../../run/editor/given-counts.ts'
import { sanitize } from '../../text/sanitize.ts'
import { type AuthoredFile, openAuthored } from './authored-file.ts'
import type { Feature } from './feature.ts'
import { isDefinition } from './is-definition.ts'
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

/** The counts of a ruleset in one definition that is open. */
interface OpenCounts {
  readonly definition: string
  readonly counts: GivenCounts
}

const mostDefinitions = 5

/** In the definitions that are open, of which few are at once. */
async function countsOf(file: AuthoredFile, session: Session): Promise<readonly OpenCounts[]> {
  const { text, name, finder, world } = file
  const { read } = outlineOf(text)
  const { aliases } = await finder.namesFor(name, read, world.sources)
  const found: OpenCounts[] = []
  const definitions = [...session.openDocuments()].filter((each) => isDefinition(each.path, each.text))
  for (const { path } of definitions.slice(0, mostDefinitions)) {
    const definition = relative(world.cwd, path).replaceAll('\\', '/')
    const counts = await countGiven(read, aliases, definition, world.sources)
    if (counts) found.push({ definition, counts })
  }
  return found
}

/** What a `given` leads to, for a hover; undefined if no definition is open. */
export async function givenText(
  given: Path | undefined,
  file: AuthoredFile,
  session: Session,
): Promise<string | undefined> {
  if (given === undefined) return undefined
  const key = keyOf(given[0] === 'rules' ? given.slice(0, given.indexOf('given') + 1) : given.slice(0, 2))
  const lines = (await countsOf(file, session)).flatMap(({ definition, counts }) => {
    const count = counts.get(key)
    return count === undefined ? [] : [`- ${plural(count, 'place')} in ${markdownText(definition)}`]
  })
  return lines.length === 0 ? undefined : `Leads to:\n\n${lines.join('\n')}`
}
