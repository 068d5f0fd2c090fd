import { toPointer } from '../../core/model/identity.ts'
import type { Path } from '../../core/model/location.ts'
import { getChild, isRecord } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { isInData } from '../openapi/data-places.ts'
import { type ReferencedFiles, splitFile } from '../openapi/files.ts'
import { listRefPlaces } from '../openapi/places.ts'
import { filePart, getRef, parseRefPointer } from '../openapi/pointer.ts'
import { readReferences } from '../openapi/references.ts'
import { hasSiblings } from '../openapi/resolved-view.ts'
import { type SlotKind, shape } from '../openapi/shape.ts'

/** A definition in several files. */
export interface SplitDocument {
  readonly document: SourceDocument
  readonly files: ReferencedFiles
}

export interface LinkPlace {
  readonly name: string
  readonly path: Path
  readonly value: unknown
}

/** The target of a reference: `kept` reads the same in the bundle; else it is a place of the definition, or of another file. */
export type Link =
  | 'kept'
  | { readonly root: Path }
  | { readonly place: LinkPlace }
  | { readonly fault: string }

export interface Links {
  /** Follows a `$ref` in the file `holder`; undefined: the definition itself. */
  readonly followLink: (holder: string | undefined, ref: string) => Link
  /** An object that only looks like a reference, in an example or another value. */
  readonly isData: (value: object) => boolean
  readonly ofNamed: (holder: string | undefined, named: NamedReference) => Link
}

/** Follows references as an evaluation does, to places rather than to values. */
export function createLinks({ document, files }: SplitDocument): Links {
  const root = document.value
  const references = readReferences(root, files)
  const data = new Set(
    [document, ...files.documents.values()].flatMap((part) =>
      listRefPlaces(part.value).flatMap((place) => (isInData(place) ? [place.value] : [])),
    ),
  )

  function followLink(holder: string | undefined, ref: string): Link {
    const { direct: target, fault } = references.find(holder, ref)
    const isLocal = holder === undefined && filePart(ref) === ''
    if (!target || (fault && !isLocal)) return isLocal ? 'kept' : { fault: `"${ref}"${fault?.reason}` }
    const { name, path } = splitFile(target.path, files)
    if (name === undefined) return holder === undefined && isWritten(ref, path) ? 'kept' : { root: path }
    const next = getRef(target.value)
    const isAlias = next !== undefined && !hasSiblings(target.value)
    return isAlias ? followLink(name, next) : { place: { name, path, value: target.value } }
  }

  /**
   * A mapping may hold a bare name: of a schema of its own file, or of the definition. What the definition itself names and
   * cannot be read stays as it is: no evaluation follows it.
   */
  function ofNamed(holder: string | undefined, { by, ref }: NamedReference): Link {
    const own = holder === undefined ? root : files.documents.get(holder)?.value
    const isName = getChild(getChild(getChild(own, 'components'), 'schemas'), ref) !== undefined
    const isElsewhere =
      /^([a-z][a-z0-9+.-]+:|\/\/)/i.test(ref) || (by !== 'operationRef' && !/[./#]/.test(ref))
    if (isElsewhere && !isName) return 'kept'
    const isMapped = by === 'discriminator.mapping' && isName
    const link = followLink(holder, isMapped ? `#${toPointer(['components', 'schemas', ref])}` : ref)
    return holder === undefined && (isMapped || (link !== 'kept' && 'fault' in link)) ? 'kept' : link
  }
  return { followLink, ofNamed, isData: (value) => data.has(value) }
}

/** The reference says just that path. */
function isWritten(ref: string, path: Path): boolean {
  return toPointer(parseRefPointer(ref) ?? []) === toPointer(path)
}

/** Why a definition cannot be bundled. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
  /** Undefined: the definition itself. */
  readonly file: string | undefined
  readonly path: Path

  constructor(reason: string, file: string | undefined, path: Path) {
    super(reason)
    this.file = file
    this.path = path
  }
}

/**
 * The sections in which a document keeps what is used in several places, by kind. Path items are not among them: `$ref`s to other places
 * than `paths` are not read everywhere.
 */
export function listSections(root: unknown): ReadonlyMap<SlotKind, readonly string[]> {
  const isVersion2 = getChild(root, 'openapi') === undefined
  const hasMediaTypes = /^3\.(?:[2-9]|\d\d)/.test(String(getChild(root, 'openapi')))
  const sections = Object.entries(isVersion2 ? shape.document : shape.components).flatMap(([key, slot]) => {
    const isKept = slot.kind !== 'pathItem' && (slot.kind !== 'mediaType' || hasMediaTypes)
    if (!slot.many || !isKept) return []
    return [[slot.kind, isVersion2 ? [key] : ['components', key]] as const]
  })
  return new Map(sections)
}

/** A reference of an object that is not its `$ref`: where it stands below the object, and what it says. */
interface NamedReference {
  readonly by: 'discriminator.mapping' | 'operationRef'
  readonly path: readonly string[]
  readonly ref: string
}

export function listNamedReferences(value: object): readonly NamedReference[] {
  const mapping = getChild(getChild(value, 'discriminator'), 'mapping')
  const named = Object.entries(isRecord(mapping) ? mapping : {}).flatMap(([name, ref]): NamedReference[] =>
    typeof ref === 'string'
      ? [{ by: 'discriminator.mapping', path: ['discriminator', 'mapping', name], ref }]
      : [],
  )
  const ref = getChild(value, 'operationRef')
  if (typeof ref === 'string') named.push({ by: 'operationRef', path: ['operationRef'], ref })
  return named
}
