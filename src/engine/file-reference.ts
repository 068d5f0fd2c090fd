import type { Path } from '../model/location.ts'
import { isRecord } from '../model/record.ts'
import { childOf, referenceKeywords } from './pointer.ts'
import { filePart, isSelf } from './self.ts'

/** A reference to another file. */
export interface FileReference {
  /** The reference as written, without the part from `#` on. */
  readonly file: string
  /** Path of the object that holds the reference. */
  readonly path: Path
}

interface Place {
  readonly node: unknown
  readonly key: string
  readonly parent: Place | undefined
}

/** The first reference that leads out of the document, to a file or a URL, in the document's order. */
export function findOutsideReference(root: unknown): FileReference | undefined {
  for (const place of placesIn(root)) {
    for (const keyword of referenceKeywords) {
      const reference = childOf(place.node, keyword)
      const file = typeof reference === 'string' ? filePart(reference) : ''
      if (file !== '' && !isSelf(file, root)) return { file, path: pathTo(place) }
    }
  }
  return undefined
}

/** A file, beside the document, that something else than a `$ref` names. */
export interface NamedFile extends FileReference {
  /** The key whose value it is, or in which it is. */
  readonly by: 'discriminator.mapping' | 'externalValue' | 'operationRef'
}

/**
 * The files that a discriminator's mapping, an example or a link names, in the document's order. No reader of
 * references follows these. A mapping may also name a schema of the document by its bare name.
 */
export function findNamedFiles(root: unknown): readonly NamedFile[] {
  const schemas = childOf(childOf(root, 'components'), 'schemas')
  const found: NamedFile[] = []
  for (const place of placesIn(root)) {
    const add = (by: NamedFile['by'], value: unknown, ...below: string[]) => {
      const [file = ''] = typeof value === 'string' ? value.split('#', 1) : []
      if (isFile(file)) found.push({ file, by, path: [...pathTo(place), ...below] })
    }
    const { node, key } = place
    add('externalValue', childOf(node, 'externalValue'), 'externalValue')
    add('operationRef', childOf(node, 'operationRef'), 'operationRef')
    const mapping = key === 'discriminator' ? childOf(node, 'mapping') : undefined
    for (const [name, target] of Object.entries(isRecord(mapping) ? mapping : {}))
      if (childOf(schemas, String(target)) === undefined)
        add('discriminator.mapping', target, 'mapping', name)
  }
  return found
}

function isFile(reference: string): boolean {
  return reference !== '' && !/^([a-z][a-z0-9+.-]+:|\/\/)/i.test(reference)
}

/** Every object and array, in the document's order, each once. */
function* placesIn(root: unknown): Generator<Place> {
  const seen = new Set<object>()
  const pending: Place[] = [{ node: root, key: '', parent: undefined }]
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { node } = place
    if (typeof node !== 'object' || node === null || seen.has(node)) continue
    seen.add(node)
    yield place
    for (const [key, child] of Object.entries(node).reverse())
      pending.push({ node: child, key, parent: place })
  }
}

function pathTo(place: Place): Path {
  const path: string[] = []
  for (let at: Place | undefined = place; at?.parent; at = at.parent) path.unshift(at.key)
  return path
}
