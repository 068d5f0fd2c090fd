import type { Path } from '../model/location.ts'
import type { SourceDocument } from '../model/source-document.ts'

/**
 * The paths of keys that a mapping holds more than once. Parsers keep the last of them silently, and what the
 * others said (half a policy, say) would be lost.
 */
export function findRepeatedKeys(document: Pick<SourceDocument, 'keyFaults'>): readonly Path[] {
  const repeated = document.keyFaults().filter(({ kind }) => kind === 'repeated')
  return [...new Map(repeated.map(({ path }) => [JSON.stringify(path), path])).values()]
}
