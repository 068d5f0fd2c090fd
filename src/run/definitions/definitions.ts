import { usageError } from '../../model/errors.ts'
import { sourceOf } from '../source-file.ts'
import type { SourceReader } from '../source-reader.ts'
import { type LocalDefinition, localDefinition } from './local-definition.ts'

/** Reads local definitions, and keeps a bounded number of them. */
export interface Definitions {
  /**
   * Reads, parses and checks a definition for as long as `use` runs. Throws GovError, usage: a bad file, or one that
   * has changed since it was first used in this run.
   */
  readonly useDefinition: <Value>(
    file: string,
    use: (definition: LocalDefinition) => Value | Promise<Value>,
  ) => Promise<Value>
}

/** A parsed definition takes about seven times the bytes of its file. Most runs need less than this and parse once. */
const maxKeptBytes = 16 * 1024 * 1024

export function createDefinitions(
  reader: SourceReader,
  contents: ReadonlyMap<string, Uint8Array> = new Map(),
): Definitions {
  const kept = new Map<string, LocalDefinition>()
  const digests = new Map<string, string>()
  let keptBytes = 0

  const read = async (file: string): Promise<LocalDefinition> => {
    const content = contents.get(file)
    return localDefinition(
      content ? sourceOf(file, content, 'definition') : await reader.read(file, 'definition'),
    )
  }
  const open = async (file: string): Promise<LocalDefinition> => {
    const known = kept.get(file)
    if (known) return known
    const definition = await read(file)
    if ((digests.get(file) ?? definition.digest) !== definition.digest) throw changed(file)
    digests.set(file, definition.digest)
    if (keptBytes + definition.bytes.length <= maxKeptBytes) {
      keptBytes += definition.bytes.length
      kept.set(file, definition)
    }
    return definition
  }
  return { useDefinition: async (file, use) => use(await open(file)) }
}

function changed(file: string): Error {
  return usageError('definition-changed', `${file} changed while it was checked`, 'Run it again.')
}
