import type { Path } from '../model.ts'
import { fileOf } from './referenced-files.ts'

/** A `$ref` into another file. */
export interface FileReference {
  /** As it is written, without the part from `#` on. */
  readonly file: string
  /** Of the `$ref` object. */
  readonly path: Path
}

interface Place {
  readonly node: unknown
  readonly key: string
  readonly parent: Place | undefined
}

/** The first reference to a file beside the document, in the document's order; URLs are none. */
export function findFileReference(root: unknown): FileReference | undefined {
  const seen = new Set<object>()
  const pending: Place[] = [{ node: root, key: '', parent: undefined }]
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { node } = place
    if (typeof node !== 'object' || node === null || seen.has(node)) continue
    seen.add(node)
    const file = fileOf(node)
    if (file !== '' && !/^([a-z][a-z0-9+.-]+:|\/\/)/i.test(file)) return { file, path: pathTo(place) }
    for (const [key, child] of Object.entries(node).reverse())
      pending.push({ node: child, key, parent: place })
  }
  return undefined
}

function pathTo(place: Place): Path {
  const path: string[] = []
  for (let at: Place | undefined = place; at?.parent; at = at.parent) path.unshift(at.key)
  return path
}
