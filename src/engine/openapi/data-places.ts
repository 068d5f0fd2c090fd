import type { Path } from '../../core/model/location.ts'
import { getChild } from '../../core/model/record.ts'
import {
  type DocumentPlace,
  listAncestors,
  listDynamicPlaces,
  listRefPlaces,
  namePlaces,
  toPath,
} from './places.ts'
import { filePart, isSelf } from './pointer.ts'

/** A reference to another file. */
export interface FileReference {
  /** The reference as written, without the part from `#` on. */
  readonly file: string
  /** Path of the object that holds the reference. */
  readonly path: Path
}

/**
 * The first `$ref` that leads out of the document, to a file or a URL; without one, the first dynamic reference.
 * `except`: where a value only looks like a reference.
 */
export function findOutsideReference(
  root: unknown,
  except: (place: DocumentPlace) => boolean = () => false,
): FileReference | undefined {
  const leadsOutside = (ref: string) => filePart(ref) !== '' && !isSelf(filePart(ref), root)
  const place = listRefPlaces(root).find((refPlace) => leadsOutside(refPlace.ref) && !except(refPlace))
  if (place) return { file: filePart(place.ref), path: toPath(place) }
  const dynamic = listDynamicPlaces(root).find(({ at, ref }) => leadsOutside(ref) && !except(at))
  return dynamic && { file: filePart(dynamic.ref), path: toPath(dynamic.at) }
}

/** Their keys are names of the author's own: `example` is a property in `properties`, and `default` a response. */
const nameMaps: ReadonlySet<string | number | undefined> = new Set(
  `properties patternProperties dependentSchemas dependencies $defs definitions schemas responses parameters
  requestBodies headers securitySchemes securityDefinitions links callbacks pathItems mediaTypes paths webhooks content
  encoding examples variables additionalOperations`.split(/\s+/),
)

/**
 * Inside the value of an example, a default, a constant or an enumeration, where a `$ref` is data like any other. Nobody
 * knows what the keys of an extension mean: below one, all are names.
 */
export function isInData(place: DocumentPlace): boolean {
  let isFound = false
  for (let at: DocumentPlace | undefined = place; at; at = at.parent)
    if (isExtension(at)) isFound = false
    else if (isData(at)) isFound = true
  return isFound
}

/** In data, or below an extension: nobody knows what is meant there. */
export function isFree(place: DocumentPlace): boolean {
  return isInData(place) || listAncestors(place).some(isExtension)
}

/** Where a text may stand: under a key that holds one, and where nobody knows what is meant. */
export function isTextPlace(place: DocumentPlace): boolean {
  const { key, parent } = place
  const isText = key === 'description' || key === 'summary' || key === 'title'
  return (isText && !isNameMap(parent?.key)) || isFree(place)
}

export function isExtension({ key, parent }: DocumentPlace): boolean {
  return String(key).startsWith('x-') && !isNameMap(parent?.key)
}

/** Whether the keys of what is under this key are names of the author's own. */
export function isNameMap(key: string | number | undefined): boolean {
  return nameMaps.has(key)
}

/** In doubt, a name. */
function isData({ key, value, parent }: DocumentPlace): boolean {
  const above = parent?.parent
  if (parent === undefined || isNameMap(parent.key) || above?.key === 'callbacks') return false
  if (key === 'value') return above?.key === 'examples' && !isNameMap(above.parent?.key)
  const isList = key === 'enum' || key === 'examples'
  return isList ? Array.isArray(value) : key === 'example' || key === 'default' || key === 'const'
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
  const schemas = getChild(getChild(root, 'components'), 'schemas')
  return namePlaces(root).flatMap(({ at, keyword, value }): NamedFile[] => {
    const path = [...toPath(at), keyword]
    if (keyword !== 'mapping') return listNamedFiles(value, keyword, path)
    return Object.entries(value).flatMap(([name, target]) =>
      getChild(schemas, String(target)) === undefined
        ? listNamedFiles(target, 'discriminator.mapping', [...path, name])
        : [],
    )
  })
}

function listNamedFiles(value: unknown, by: NamedFile['by'], path: Path): NamedFile[] {
  const file = typeof value === 'string' ? filePart(value) : ''
  return file === '' || /^([a-z][a-z0-9+.-]+:|\/\/)/i.test(file) ? [] : [{ file, by, path }]
}
