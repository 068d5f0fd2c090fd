import { oncePer } from '../../model/once.ts'
import { isObject } from '../../model/record.ts'
import type { WholeDocument } from '../rule.ts'

/** Reads something from a document once, and remembers it for as long as it and the files it refers to live. */
export function perDocument<T>(
  read: (root: object, files: WholeDocument['files']) => T,
): (document: WholeDocument) => T | undefined {
  const withFiles = oncePer((files: WholeDocument['files']) => oncePer((root: object) => read(root, files)))
  return ({ root, files }) => (isObject(root) ? withFiles(files)(root) : undefined)
}
