import type { Path } from '../../../core/model/location.ts'
import { rememberPerObject } from '../../../core/model/once.ts'
import { getValue, isObject, isRecord, iterateValues } from '../../../core/model/record.ts'
import { decodePercent } from '../../../core/text/decode-text.ts'
import { type Change, Refusal } from '../propose/change.ts'
import type { FixTarget } from '../propose/fix.ts'
import { pathElsewhere, renderPointer } from '../propose/view.ts'
import type { Members } from './make.ts'

interface ReferenceText {
  readonly path: Path
  readonly value: string
  /** From `#` on, decoded. */
  readonly fragment: string
}

/**
 * Lists what names other places of the document: references, the values of a mapping, and ids of operations.
 */
export function listNames(root: unknown): readonly ReferenceText[] {
  return isObject(root) ? namesFound(root) : []
}

const namesFound = rememberPerObject(findNames)

function findNames(root: object): readonly ReferenceText[] {
  return listObjects(root).flatMap(({ path, value: members }) =>
    Object.entries(members).flatMap(([key, value]) =>
      typeof value === 'string' && (naming.includes(key) || path.at(-1) === 'mapping')
        ? [{ path: [...path, key], value, fragment: getFragment(value) }]
        : [],
    ),
  )
}

const naming = ['$ref', 'operationRef', 'operationId']

export interface FoundObject {
  readonly path: Path
  readonly value: Members
}

export function listObjects(root: unknown): readonly FoundObject[] {
  return isObject(root) ? objectsFound(root) : []
}

const objectsFound = rememberPerObject(findObjects)

function findObjects(root: object): readonly FoundObject[] {
  return [...iterateValues(root)].flatMap(({ path, value }) => (isRecord(value) ? [{ path, value }] : []))
}

/** True if a matching reference is in another file of the definition. */
export function namesElsewhere(
  { elsewhere }: Pick<FixTarget, 'elsewhere'>,
  isOne: (name: ReferenceText) => boolean,
): boolean {
  return [...elsewhere.values()].some((value) => listNames(value).some(isOne))
}

/** A reference from `#` on, decoded. */
export function getFragment(reference: string): string {
  const hash = reference.indexOf('#')
  return hash === -1 ? '' : decodePercent(reference.slice(hash))
}

/** Points references to `from`, or below it, to `to`. */
export function changeReferences(root: unknown, from: Path, to: Path): readonly Change[] {
  const [old, fresh] = [renderPointer(from), renderPointer(to)]
  return listNames(root).flatMap(({ path, value }) =>
    value === old || value.startsWith(`${old}/`)
      ? [{ op: 'set' as const, path, value: fresh + value.slice(old.length) }]
      : [],
  )
}

/**
 * Paths of links to an operation in all files. Throws Refusal if something with the id may be another thing.
 */
export function changeLinks(
  { root, elsewhere }: Pick<FixTarget, 'root' | 'elsewhere'>,
  id: string,
): readonly Path[] {
  const own = findIds(root, id).filter(isInLinks)
  const others = [...elsewhere].flatMap(([file, value]) =>
    findIds(value, id)
      .filter((path) => isInLinks(path) || isOfLink(value, path))
      .map((path) => pathElsewhere(file, path)),
  )
  return [...own, ...others]
}

function findIds(root: unknown, id: string): readonly Path[] {
  return listNames(root).flatMap(({ path, value }) =>
    value === id && path.at(-1) === 'operationId' ? [path] : [],
  )
}

function isInLinks(path: Path): boolean {
  return path.at(-3) === 'links'
}

/**
 * In another file, a link may stand under any key; an operation has `responses`. Throws Refusal if it is
 * unclear.
 */
function isOfLink(root: unknown, path: Path): boolean {
  const holder = getValue(root, path.slice(0, -1))
  if (isRecord(holder) && 'responses' in holder) return false
  if (path.length === 1) return true
  throw new Refusal('what has its name in another file may be a link to it')
}

/** Whether something outside of a place refers to it or to what is in it; in other files, also by the same place of any file. */
export function isReferenced(
  { root, elsewhere }: Pick<FixTarget, 'root' | 'elsewhere'>,
  place: Path,
): boolean {
  const [own, name] = [renderPointer(place), String(place.at(-1))]
  const leadsThere = ({ fragment }: ReferenceText) => fragment === own || fragment.startsWith(`${own}/`)
  const isInside = ({ path }: ReferenceText) => place.every((key, index) => path[index] === key)
  const chooses = ({ path, value }: ReferenceText) =>
    path.at(-2) === 'mapping' && decodePercent(value) === name
  return (
    listNames(root).some((each) => (leadsThere(each) || chooses(each)) && !isInside(each)) ||
    namesElsewhere({ elsewhere }, leadsThere)
  )
}
