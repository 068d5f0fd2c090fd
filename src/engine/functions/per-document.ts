import type { WholeDocument } from '../rule.ts'

/** Reads something from a document once, and remembers it for as long as it and the files it refers to live. */
export function perDocument<T>(
  read: (root: object, files: WholeDocument['files']) => T,
): (document: WholeDocument) => T | undefined {
  const known = new WeakMap<object, WeakMap<object, { readonly value: T }>>()
  return ({ root, files }) => {
    if (typeof root !== 'object' || root === null) return undefined
    const ofFiles = known.get(files) ?? new WeakMap<object, { readonly value: T }>()
    known.set(files, ofFiles)
    const found = ofFiles.get(root) ?? { value: read(root, files) }
    ofFiles.set(root, found)
    return found.value
  }
}
