import { usageError } from '../../core/model/errors.ts'
import type { SentDefinition } from './bundle-definition.ts'
import { findInFolder, findMatches, isGlob } from './find-matches.ts'
import {
  createDefinitionNames,
  type DefinitionNames,
  type LocalDefinition,
  localDefinition,
} from './local-definition.ts'
import { isSplit } from './local-files.ts'
import type { ParsedParts } from './parsed-parts.ts'
import type { RemoteFiles } from './remote-files.ts'
import { createSourceFile } from './source-file.ts'
import { createSourceReader, type SourceReader } from './source-reader.ts'

/** Reads local definitions, and keeps a bounded number of them. */
interface DefinitionSource extends DefinitionNames {
  /** Reads, parses and checks a definition; to be let go soon. Throws GovError, usage: a bad file, or one that changed during the run. */
  readonly readDefinition: (file: string) => Promise<LocalDefinition>
  /** The definition as a dashboard gets it: one that goes on in other files, as one document. */
  readonly readSent: (file: string) => Promise<SentDefinition>
  /** It names files by a pattern or a folder. A given content stands for one file, whatever its name. */
  readonly isGlob: (file: string) => boolean
  /** The files that a glob matches, or the OpenAPI files of a folder, sorted. Throws GovError, usage. */
  readonly search: (glob: string) => Promise<readonly string[]>
  /** Has this content checked as the file of that name. */
  readonly give: (file: string, content: Uint8Array) => void
  readonly given: (file: string) => Uint8Array | undefined
  /** The globs and folders searched in this run, with the files found. */
  readonly searches: ReadonlyMap<string, readonly string[]>
  /** Exclusions of each glob, in each list that has it. */
  readonly exclusions: Map<string, readonly ((file: string) => boolean)[]>
  /** Keeps definitions parsed as long as all of them have no more bytes than this. */
  readonly keepParsed: (bytes: number) => void
  /** Has the files that definitions refer to parsed by this, which other sources may share. */
  readonly shareParts: (parts: ParsedParts) => void
  readonly parts: () => ParsedParts | undefined
}

/** A parsed definition takes about seven times its bytes. Beyond this, only the last is kept: what lives long lets the heap grow. */
const maxKeptBytes = 4 * 1024 * 1024

function createDefinitions(
  reader: SourceReader,
  given: ReadonlyMap<string, Uint8Array> = new Map(),
): DefinitionSource {
  const contents = new Map(given)
  const kept = new Map<string, LocalDefinition>()
  const digests = new Map<string, string>()
  const searches = new Map<string, readonly string[]>()
  const { names, nameOf } = createDefinitionNames(reader, (file) => contents.has(file))
  let parts: ParsedParts | undefined
  let keptBytes = 0
  let maxKept = maxKeptBytes

  const read = async (file: string): Promise<LocalDefinition> => {
    const content = contents.get(file)
    return localDefinition(
      content ? createSourceFile(file, content, 'definition') : await reader.read(file, 'definition'),
    )
  }
  const requireUnchanged = <Read extends LocalDefinition>(
    file: string,
    key: string,
    definition: Read,
  ): Read => {
    if ((digests.get(key) ?? definition.digest) !== definition.digest)
      throw usageError('definition-changed', `${file} changed while it was checked`, 'Run it again.')
    digests.set(key, definition.digest)
    return definition
  }
  const readDefinition = async (file: string): Promise<LocalDefinition> => {
    const known = kept.get(file)
    if (known) return known
    if (keptBytes > maxKept) kept.clear()
    const definition = requireUnchanged(file, file, await read(file))
    keptBytes += definition.bytes.length
    kept.set(file, definition)
    return definition
  }
  return {
    readDefinition,
    readSent: async (file) => {
      const definition = await readDefinition(file)
      if (!isSplit(definition.value)) return definition
      const { bundleDefinition } = await import('./bundle-definition.ts')
      const sent = await bundleDefinition(definition, reader)
      return sent.bundled?.length === 0 ? definition : requireUnchanged(file, `bundle ${file}`, sent)
    },
    names,
    nameOf: async (file) => {
      const content = contents.get(file)
      const name = await nameOf(file)
      if (content) contents.set(name, content)
      return name
    },
    isGlob: (file) => !contents.has(file) && isGlob(file),
    search: async (glob) => {
      searches.set(glob, [])
      const find = /[/\\]$/.test(glob) ? findInFolder : findMatches
      const found = await find(glob, reader.cwd)
      searches.set(glob, found)
      return found
    },
    give: (file, content) => void contents.set(file, content),
    given: (file) => contents.get(file),
    searches,
    exclusions: new Map(),
    shareParts: (shared) => {
      parts = shared
    },
    parts: () => parts,
    keepParsed: (bytes) => {
      maxKept = bytes
    },
  }
}

/** The input files of one run. */
export type Sources = SourceReader & DefinitionSource

/** `contents` are checked instead of definitions' files, by their names. `locate`: where a file is read that is not at its path. */
export function createSources(
  folder: string,
  contents?: ReadonlyMap<string, Uint8Array>,
  remote?: RemoteFiles,
  locate?: SourceReader['locate'],
): Sources {
  return createSourcesWithReader(createSourceReader(folder, remote, locate), contents)
}

/** Sources over another reader, such as one of files in a commit. */
export function createSourcesWithReader(
  reader: SourceReader,
  contents?: ReadonlyMap<string, Uint8Array>,
): Sources {
  return { ...reader, ...createDefinitions(reader, contents) }
}
