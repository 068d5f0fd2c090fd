import type { Location, Path } from './location.ts'

/** A parsed document that still knows where each of its values is in the text. */
export interface SourceDocument {
  /** Without a byte order mark; positions count in it. */
  readonly text: string
  readonly value: unknown
  /** Where the value at `path` stands; a path that does not exist gives its nearest existing ancestor. */
  readonly locate: (path: Path) => Location
  /** Where a person looks for it: an object, an array or a missing value stands for its key, another value for itself. */
  readonly locateKey: (path: Path) => Location
  /** The keys that readers may understand differently, in the order of the text. */
  readonly keyFaults: () => readonly PlacedKeyFault[]
}

/** A key that readers of a document may understand differently, and the path that it leads to. */
export interface PlacedKeyFault {
  readonly path: Path
  /** `repeated`: the mapping has it already, and this one wins. The others: YAML does not read it as a string. */
  readonly kind: 'repeated' | 'number' | 'boolean' | 'null'
  readonly location: Location
}
