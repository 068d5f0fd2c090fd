import { getChild, isRecord } from '../../core/model/record.ts'
import { decodePercent } from '../../core/text/decode-text.ts'
import { parseUrl } from '../../core/text/url.ts'

/** The segments of a JSON pointer written as a fragment, `#/a~1b/c%20d`; undefined for anything else. */
export function readPointer(ref: string): string[] | undefined {
  if (ref === '#' || ref === '') return []
  if (!ref.startsWith('#/')) return undefined
  return ref.slice(2).split('/').map(decodeSegment)
}

function decodeSegment(segment: string): string {
  const plain = segment.includes('%') ? decodePercent(segment) : segment
  return plain.includes('~') ? plain.replaceAll('~1', '/').replaceAll('~0', '~') : plain
}

/** The text of a `$ref`; undefined where it is data, such as a property of that name. */
export function getRef(value: unknown): string | undefined {
  const ref = isRecord(value) ? value.$ref : undefined
  return typeof ref === 'string' && Object.hasOwn(Object(value), '$ref') ? ref : undefined
}

/** The segments of the pointer that a `$ref` ends in; undefined where it is none. */
export function parseRefPointer(ref: string): string[] | undefined {
  return readPointer(ref.slice(filePart(ref).length))
}

/** The key under which a container has a segment: a number in an array. */
export function findKey(value: unknown, segment: string | number): string | number | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined
  if (!Array.isArray(value)) return String(segment)
  const index = Number(segment)
  return Number.isInteger(index) && index >= 0 && index < value.length ? index : undefined
}

/** The part of a reference in front of its `#`; empty for one that stays in its file. */
export function filePart(ref: string): string {
  const hash = ref.indexOf('#')
  return hash === -1 ? ref : ref.slice(0, hash)
}

/** Deep enough that no `..` of a relative reference leaves it. */
const anyFolder = `https://self.invalid/${'_/'.repeat(100)}`

/** The URL that OpenAPI 3.2 lets a document give itself, without its fragment; in other versions that is an unknown key. */
function readSelf(root: unknown): string {
  const self = getChild(root, '$self')
  const isRead = typeof self === 'string' && /^3\.2(?:\.|$)/.test(String(getChild(root, 'openapi')))
  return isRead ? filePart(self) : ''
}

/** Whether a reference names the document itself by its `$self`. Only the document's own references (`isOwn`) are relative to it. */
export function isSelf(file: string, root: unknown, isOwn = true): boolean {
  const self = readSelf(root)
  if (self === '' || (!isOwn && !parseUrl(file))) return false
  const own = parseUrl(self, anyFolder)
  return own !== undefined && parseUrl(file, own)?.href === own.href
}

/**
 * A reference from a document, as it is from where the document lies: a relative `$self` is the base of relative references
 * (OpenAPI 3.2, section 4.1.2.2). What lies at any other is looked for beside the document.
 */
export function resolveFromSelf(file: string, root: unknown): string {
  const isRelative = (reference: string) => !/^(?:[a-z][a-z0-9+.-]*:|[\\/])/i.test(reference)
  const self = readSelf(root)
  return isRelative(file) && isRelative(self) ? self.slice(0, self.lastIndexOf('/') + 1) + file : file
}
