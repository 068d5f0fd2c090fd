import { createDefinitions, type Definitions } from './definitions/definitions.ts'
import { createSourceReader, type SourceReader } from './source-reader.ts'

/** The input files of one run. */
export type Sources = SourceReader & Definitions

/** `contents` are checked instead of definitions' files, by their names. */
export function createSources(folder: string, contents?: ReadonlyMap<string, Uint8Array>): Sources {
  const reader = createSourceReader(folder)
  return { ...reader, ...createDefinitions(reader, contents) }
}
