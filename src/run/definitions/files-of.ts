import { type ReferencedFiles, readReferencedFiles } from '../../engine/referenced-files.ts'
import { mappedFiles } from './is-split.ts'
import type { LocalDefinition } from './local-definition.ts'
import { localReader, type ReferencedSources } from './local-files.ts'

/** The files that a definition goes on in, those that only its discriminators name too. */
export async function filesOf(
  { document, file }: Pick<LocalDefinition, 'document' | 'file'>,
  sources: ReferencedSources,
): Promise<ReferencedFiles> {
  return readReferencedFiles(document, file, localReader(file, sources), mappedFiles)
}
