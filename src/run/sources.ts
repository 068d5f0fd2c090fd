import { createDefinitions, type Definitions } from './definitions/definitions.ts'
import { createSourceReader, type SourceReader } from './source-reader.ts'

/** The input files of one run. */
export type Sources = SourceReader & Definitions

/** `contents` are checked instead of definitions' files, by their names. */
export function createSources(folder: string, contents?: ReadonlyMap<string, Uint8Array>): Sources {
  return sourcesOver(createSourceReader(folder), contents)
}

/** The same for files that are elsewhere, such as in a commit. */
export function sourcesOver(reader: SourceReader, contents?: ReadonlyMap<string, Uint8Array>): Sources {
  return { ...reader, ...createDefinitions(reader, contents) }
}
