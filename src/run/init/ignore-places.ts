import { GovError } from '../../model/errors.ts'
import { expandDefinitions } from '../definitions/expand-definitions.ts'
import { ignoresOf } from '../definitions/ignores-of.ts'
import type { Sources } from '../sources.ts'

/** The first `x-lint-ignore` of each definition that has one; what cannot be read is said elsewhere. */
export async function ignorePlaces(
  definitions: readonly string[],
  sources: Sources,
): Promise<readonly string[]> {
  const files = await expandDefinitions({ value: definitions.map((file) => ({ file })) }, sources)
  const places: string[] = []
  for (const { file } of files) {
    const definition = await sources.readDefinition(file).catch(ignoreGovError)
    const ignores = definition && ignoresOf(definition)
    if (ignores) places.push(`${ignores.file}:${ignores.line}`)
  }
  return places
}

function ignoreGovError(error: unknown): undefined {
  if (!(error instanceof GovError)) throw error
}
