/** Reads something from a document's root once, and remembers it for as long as the document lives. */
export function perDocument<T>(read: (root: object) => T): (root: unknown) => T | undefined {
  const known = new WeakMap<object, { readonly value: T }>()
  return (root) => {
    if (typeof root !== 'object' || root === null) return undefined
    const found = known.get(root) ?? { value: read(root) }
    known.set(root, found)
    return found.value
  }
}
