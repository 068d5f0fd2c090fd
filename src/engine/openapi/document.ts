import { rememberPerPair } from '../../core/model/once.ts'
import { isObject } from '../../core/model/record.ts'
import type { ReferencedFiles } from './files.ts'

/** A document's value, and the files that its references lead to. */
export interface WholeDocument {
  readonly root: unknown
  readonly files: ReferencedFiles
}

/** Reads something from a document once, and remembers it for as long as it and the files it refers to live. */
export function cachePerDocument<T>(
  read: (root: object, files: WholeDocument['files']) => T,
): (document: WholeDocument) => T | undefined {
  const remember = rememberPerPair((files: WholeDocument['files'], root: object) => read(root, files))
  return ({ root, files }) => (isObject(root) ? remember(files, root) : undefined)
}
