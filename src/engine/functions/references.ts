import { z } from 'zod'
import type { Path } from '../../core/model/location.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { getValue, isObject, isRecord } from '../../core/model/record.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { isFree } from '../openapi/data-places.ts'
import { cachePerDocument } from '../openapi/document.ts'
import { collectValues, type ReferencedFiles } from '../openapi/files.ts'
import { type DocumentPlace, isBesideRef, listRefPlaces, namePlaces, toPath } from '../openapi/places.ts'
import { parseRefPointer, readPointer } from '../openapi/pointer.ts'
import { readReferences } from '../openapi/references.ts'
import { print, quote } from '../print.ts'
import type { FunctionResult } from '../rule.ts'
import { defineFunction } from './define.ts'
import { isRoot, viewPart } from './oas/below-root.ts'

/**
 * The targets of all `$ref`s in a document and in the files that it refers to, as `toPointerKey` writes them. A reference
 * inside its own target does not count: a schema that only refers to itself is unused. Siblings of a `$ref` are not
 * checked.
 */
const listTargets = cachePerDocument((root, files): ReadonlySet<string> => {
  return new Set(collectValues(root, files).flatMap((value) => listReferences(value, root, files)))
})

/** One text for each pointer, however it is escaped. */
function toPointerKey(segments: Path): string {
  return JSON.stringify(segments.map(String))
}

/** The references in `part`, the document itself or one of its files. */
function listReferences(part: unknown, document: unknown, files: ReferencedFiles): string[] {
  const isDocument = part === document
  const { findBase } = readReferences(document, files)
  const references: string[] = []
  const counted = new Set<string>()
  for (const place of listRefPlaces(part)) {
    if (counted.has(place.ref) || findBase(files.holder(place.value), place.ref)?.path.length !== 0) continue
    const target = parseRefPointer(place.ref)
    if (!target || isBesideRef(place) || (isDocument && contains(place, target))) continue
    counted.add(place.ref)
    references.push(toPointerKey(target))
  }
  return references
}

function contains(place: DocumentPlace, target: readonly string[]): boolean {
  const path = toPath(place)
  return target.every((segment, index) => String(path[index]) === segment)
}

const options = () =>
  z.strictObject({
    reusableObjectsLocation: z
      .string()
      .regex(/^#(?:\/.*)?$/, { error: 'must be a JSON pointer such as "#/definitions"' }),
  })

/**
 * Every key of an object target is the subject of some `$ref` of the document, where the target stands at the JSON
 * pointer `reusableObjectsLocation`. A `$ref` to something inside the subject, or from inside it, does not count. Code may
 * call this with a part of what its rule selects, so issues are where the pointer leads.
 */
export const unreferencedReusableObject = defineFunction({
  name: 'unreferencedReusableObject',
  options,
  checks: ['object'],
  run: (target, { reusableObjectsLocation }, context) => {
    if (!isRecord(target)) return []
    const references = listTargets(context)
    const location = readPointer(reusableObjectsLocation) ?? []
    return Object.keys(target)
      .filter((key) => !references?.has(toPointerKey([...location, key])))
      .map((key) => ({ message: `${quote(key)} is not used`, path: [...location, key] }))
  },
})

/** The kinds that only a `$ref` can use: security schemes are used by name, path items and the like by tools. */
const kinds = [
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'links',
  'callbacks',
  'mediaTypes',
]

const kindsOfVersion2 = ['definitions', 'parameters', 'responses']

/**
 * Every entry of a `components` object, or of that of a document, is the subject of some `$ref` of the document. A `$ref` to something inside
 * the subject, or from inside it, does not count.
 */
export const oasUnusedComponent = defineFunction({
  name: 'oasUnusedComponent',
  run: (given, _options, around) => {
    const isVersion2 = isRoot(given, around) && isRecord(given) && 'swagger' in given
    const { target, context } = isVersion2
      ? { target: given, context: around }
      : viewPart(given, 'components', around)
    const { path } = context
    if (!isRecord(target)) return []
    const references = listTargets(context)
    return (isVersion2 ? kindsOfVersion2 : kinds).flatMap((kind) => {
      const entries = target[kind]
      if (!isRecord(entries)) return []
      return Object.keys(entries)
        .filter((name) => !references?.has(toPointerKey([...path, kind, name])))
        .map((name) => ({
          message: `${print(name)} is not used${isMapped(name, context.root) ? mappedOnly : ''}`,
          path: [...path, kind, name],
        }))
    })
  },
})

const mappedOnly = ', except by the mapping of a discriminator: keep it, and refer to it in `oneOf`'

/** Whether a discriminator names a component, by its name or by the end of a pointer. */
function isMapped(name: string, root: unknown): boolean {
  return namePlaces(root).some(
    ({ value }) =>
      isRecord(value) && Object.values(value).some((each) => String(each).split('/').at(-1) === name),
  )
}

/**
 * Nothing is next to a reference, whose `$ref` is the target, or to any of the document. Each key that is is reported. A property
 * of that name, and a `$ref` in data or in an extension, is no reference.
 */
export const refSiblings = defineFunction({
  name: 'refSiblings',
  run: (target, _options, context) => {
    const { path, root } = context
    const places = isObject(root) ? readCrowdedPlaces(root) : new Map<object, readonly DocumentPlace[]>()
    if (places.size === 0) return []
    if (isRoot(target, context))
      return [...places.values()].flat().flatMap((place) => findSiblingResults(place.value, toPath(place)))
    const around = path.slice(0, -1)
    const holder = getValue(root, around)
    return isObject(holder) && places.has(holder) ? findSiblingResults(holder, around) : []
  },
})

const readCrowdedPlaces = rememberPerObject((root: object) => {
  const crowded = listRefPlaces(root).filter((place) => Object.keys(place.value).length > 1 && !isFree(place))
  return groupBy(crowded, ({ value }) => value)
})

function findSiblingResults(holder: object, around: Path): FunctionResult[] {
  return Object.keys(holder)
    .filter((key) => key !== '$ref')
    .map((key) => ({ message: `${quote(key)} is next to a \`$ref\` and ignored`, path: [...around, key] }))
}
