import type { Location, Path } from './location.ts'

/** A parsed document that still knows where each of its values is in the text. */
export interface SourceDocument {
  /** Without a byte order mark; positions count in it. */
  readonly text: string
  readonly value: unknown
  /** Locates the value at `path`; a path that does not exist gives its nearest existing ancestor. */
  readonly locate: (path: Path) => Location
  /** Locates what a person looks for: the key of an object, an array or a missing value, and any other value itself. */
  readonly locateKey: (path: Path) => Location
  /** Locates the key that the path ends in. */
  readonly locateName: (path: Path) => Location
  /** Locates the start that a reader of YAML gives the value: an object or array in block style begins at its first member. */
  readonly locateStart: (path: Path) => Location
  /** The value's characters, as written. */
  readonly textOf: (path: Path) => string
  /** Whether a key, a value or an item begins there. */
  readonly beginsAt: (line: number, char: number) => boolean
  /** The keys that readers may understand differently, in the order of the text. */
  readonly keyFaults: () => readonly PlacedKeyFault[]
  readonly misreadings: () => readonly Misreading[]
  readonly loosePlaces: () => readonly LoosePlace[]
  /** One object for all versions of a text that is being edited: what an edit left alone is the same value in each. */
  readonly series?: object | undefined
}

/** A key that readers of a document may understand differently, and the path that it leads to. */
export interface PlacedKeyFault {
  readonly path: Path
  /** `repeated`: the mapping has it already, and this one wins. The others: YAML does not read it as a string. */
  readonly kind: 'repeated' | 'number' | 'boolean' | 'null'
  readonly location: Location
}

/** YAML that some readers refuse; the first place of its kind. */
export interface LoosePlace {
  readonly location: Location
  /** Includes the remedy. */
  readonly reason: string
}

/**
 * What another reader of YAML, or the author, takes for something else: a text that goes on over what looks like a key of the
 * mapping around it, for its quote is not closed where that was meant; or a character that not all readers take alike.
 */
export interface Misreading {
  /** Leads to the text; empty for a character. */
  readonly path: Path
  readonly location: Location
  /** Includes the remedy. */
  readonly reason: string
}
