import type { Path } from '../model/location.ts'
import { isRecord } from '../model/record.ts'
import { childOf } from './pointer.ts'
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
  for (const place of placesIn(root)) {
    const file = fileOf(place.node)
    if (isFile(file)) return { file, path: pathTo(place) }
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
