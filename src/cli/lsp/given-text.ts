import { relative } from 'node:path'
import type { Path } from '../../model/location.ts'
import { markdownText } from '../../reporters/markdown-text.ts'
import { plural } from '../../reporters/wording.ts'
import { outlineOf } from '../../run/editor/cursor.ts'
import { countGiven, type GivenCounts, keyOf } from '../../run/editor/given-counts.ts'
import type { AuthoredFile } from './authored-file.ts'
import { isDefinition } from './is-definition.ts'
import type { Session } from './session.ts'

/** The counts of a ruleset in one definition that is open. */
export interface OpenCounts {
  readonly definition: string
  readonly counts: GivenCounts
}

const mostDefinitions = 5

/** In the definitions that are open, of which few are at once. */
export async function countsOf(file: AuthoredFile, session: Session): Promise<readonly OpenCounts[]> {
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
