import type { DefinitionIgnores } from '../../core/model/asked.ts'
import { GovError } from '../../core/model/errors.ts'
import { listIgnores } from '../../gate/excuse/inline-ignores.ts'
import type { SentDefinition } from '../sources/bundle-definition.ts'
import type { Sources } from '../sources/sources.ts'
import { expandDefinitions } from './expand-definitions.ts'

type IgnoresText = Pick<SentDefinition, 'value' | 'file' | 'locateKey' | 'writtenAt'>

/** Finds what a definition's `x-lint-ignore` name, and where the first of them is; undefined: it has none. */
export function findIgnores(text: IgnoresText): DefinitionIgnores | undefined {
  const all = listIgnores(text.value)
  const [path] = all.keys()
  if (path === undefined) return undefined
  const written = text.writtenAt?.(path)
  return {
    rules: [...new Set([...all.values()].flat())].sort(),
    file: written?.file ?? text.file,
    line: (written?.location ?? text.locateKey(path)).start_line,
  }
}

/** The first `x-lint-ignore` of each definition that has one; what cannot be read is said elsewhere. */
export async function ignorePlaces(
  definitions: readonly string[],
  sources: Sources,
): Promise<readonly string[]> {
  const files = await expandDefinitions({ value: definitions.map((file) => ({ file })) }, sources)
  const places: string[] = []
  for (const { file } of files) {
    const definition = await sources.readDefinition(file).catch(ignoreGovError)
    const ignores = definition && findIgnores(definition)
    if (ignores) places.push(`${ignores.file}:${ignores.line}`)
  }
  return places
}

function ignoreGovError(error: unknown): undefined {
  if (!(error instanceof GovError)) throw error
}
