import { relative } from 'node:path'
import type { Path } from '../../model/location.ts'
import { markdownText } from '../../reporters/markdown-text.ts'
import { outlineOf } from '../../run/editor/cursor.ts'
import { countGiven, type GivenCounts, keyOf } from '../../run/editor/given-counts.ts'
import { declaresOpenApi } from '../../run/init/find-definitions.ts'
import type { AuthoredFile } from './authored-file.ts'
import type { Session } from './session.ts'

/** The counts of a ruleset in one definition that is open. */
export interface OpenCounts {
  readonly definition: string
  readonly counts: GivenCounts
}

const headLength = 4096
const mostDefinitions = 5

/** In the definitions that are open, of which few are at once. */
export async function countsOf(file: AuthoredFile, session: Session): Promise<readonly OpenCounts[]> {
  const { text, name, finder, world } = file
  const { read } = outlineOf(text)
  const { aliases } = await finder.namesFor(name, read, world.sources)
  const found: OpenCounts[] = []
  for (const path of definitionsOf(session).slice(0, mostDefinitions)) {
    const definition = relative(world.cwd, path).replaceAll('\\', '/')
    const counts = await countGiven(read, aliases, definition, world.sources)
    if (counts) found.push({ definition, counts })
  }
  return found
}

function definitionsOf({ openDocuments }: Session): readonly string[] {
  return [...openDocuments()].flatMap(({ path, text }) => {
    const [, ending] = /\.(json|ya?ml)$/i.exec(path) ?? []
    const format = ending?.toLowerCase() === 'json' ? 'json' : 'yaml'
    return ending !== undefined && declaresOpenApi(text.slice(0, headLength), format) ? [path] : []
  })
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
    return count === undefined ? [] : [`- ${places(count)} in ${markdownText(definition)}`]
  })
  return lines.length === 0 ? undefined : `Leads to:\n\n${lines.join('\n')}`
}

export function places(count: number): string {
  return count === 1 ? '1 place' : `${count} places`
}
