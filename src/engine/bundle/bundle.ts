import { toPointer } from '../../core/model/identity.ts'
import type { Path } from '../../core/model/location.ts'
import { getChild, getValue, isRecord } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { findPart } from '../openapi/files.ts'
import { filePart, getRef, isSelf } from '../openapi/pointer.ts'
import { hasSiblings } from '../openapi/resolved-view.ts'
import { descendSlot, rootSlot, type Slot } from '../openapi/shape.ts'
import {
  BundleError,
  createLinks,
  type Link,
  type LinkPlace,
  type Links,
  listNamedReferences,
  listSections,
  type SplitDocument,
} from './links.ts'
import { collectMoves, type FileMove, findOuterMove, type Moves, moveKey } from './moves.ts'

/** A place in another file, or (undefined) in the definition itself. */
interface WrittenPlace {
  readonly name: string | undefined
  readonly path: Path
}

export interface Bundle {
  /** One document. Integers that no number holds exactly are `bigint`. */
  readonly value: unknown
  /** The files that it took something from. */
  readonly files: readonly string[]
  /** Finds the place at which the value at a path of the bundle is written. */
  readonly writtenAt: (path: Path) => WrittenPlace
}

/**
 * The definition and what it refers to in other files as one document that means the same. Each part is there once: in the
 * component or path that is nothing but a reference to it, else where it is first referred to. It becomes a new component
 * only where it needs a name or no reference can make room for it. Throws BundleError.
 */
export function bundle(split: SplitDocument): Bundle {
  const root = split.document.value
  const links = createLinks(split)
  const moves = collectMoves(root, links)
  const { copy, place, pending } = createCopy(split, links, moves)
  const value = copy(root, { name: undefined, path: [], out: [], slot: rootSlot, isIdentified: false })
  const sections = listSections(root)
  // Grows while what is placed refers to more.
  for (const { link, name, path } of pending) {
    const move = 'root' in link ? undefined : findOutermost(link.move)
    if (!move || move.at) continue
    const section = move.kind && sections.get(move.kind)
    if (!section || !move.kind) throw new BundleError(noRoom, name, path)
    const entries = findSection(value, section, move)
    const key = createComponentName(move, entries)
    const slot = { kind: move.kind, many: false, extensible: false }
    define(entries, key, place(move, { out: [...section, key], slot, isIdentified: false }))
  }
  for (const { object, key, link } of pending) {
    const pointer = toPointer('root' in link ? link.root : placeMove(link.move))
    define(object, key, `#${encodeURI(pointer).replaceAll('#', '%23')}`)
  }
  const moved = [...moves.values()].filter(({ at }) => at)
  const files = [...new Set(moved.map(({ name }) => name))].sort()
  return { value, files, writtenAt: createPlaceLookup(moved) }
}

const noRoom = 'what this refers to has no place in one file: components cannot hold it'

function findOutermost(move: FileMove): FileMove {
  return move.outer ? findOutermost(move.outer) : move
}

function placeMove({ at = [], outer, path }: FileMove): Path {
  return outer ? [...placeMove(outer), ...path.slice(outer.path.length)] : at
}

/** The map of components to add to, made where it is missing. */
function findSection(root: unknown, keys: readonly string[], move: FileMove): object {
  let at = root
  for (const key of keys) {
    if (isRecord(at) && !Object.hasOwn(at, key)) define(at, key, {})
    at = getChild(at, key)
    if (!isRecord(at) || Object.hasOwn(at, '$ref'))
      throw new BundleError(`${keys.join('.')} cannot take it up: ${key} is not a map`, move.name, move.path)
  }
  return Object(at)
}

function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}

function createPlaceLookup(moved: readonly FileMove[]): Bundle['writtenAt'] {
  const taken = new Map(moved.map((move) => [toPointer(move.at ?? []), move]))
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const move = taken.get(toPointer(path.slice(0, length)))
      if (move) return { name: move.name, path: [...move.path, ...path.slice(length)] }
    }
    return { name: undefined, path }
  }
}

/** Files with these names hold one thing, and their folder names it. */
const sayNothing = new Set(['', 'index', '_index'])

/**
 * The key of a component that is not in `taken`: the last key of its place, or the name of its file. A dot would leave
 * it open where a dotted path goes on.
 */
function createComponentName({ name, path }: Pick<LinkPlace, 'name' | 'path'>, taken: object): string {
  const last = path.at(-1)
  const word = (typeof last === 'string' ? last : findFileStem(name)).replaceAll(/[^\w-]+/g, '_')
  for (let turn = 1; ; turn++) {
    const key = turn === 1 ? word : `${word}_${turn}`
    if (!Object.hasOwn(taken, key)) return key
  }
}

function findFileStem(file: string): string {
  const parts = file.split(/[/\\]/).map((part) => part.replace(/\.\w+$/, ''))
  return parts.findLast((part) => !sayNothing.has(part.toLowerCase())) ?? 'part'
}

/** A value on its way: where it is written, and where it goes. */
interface CopiedNode {
  readonly name: string | undefined
  readonly path: Path
  readonly out: Path
  readonly slot: Slot | undefined
  /** In a schema with an `$id`, which its references are relative to. */
  readonly isIdentified: boolean
}

/** A reference of the bundle, to be written once all that it may lead to is there. */
interface Pending extends Pick<CopiedNode, 'name' | 'path'> {
  readonly object: object
  readonly key: string
  readonly link: { readonly root: Path } | { readonly move: FileMove }
}

interface Copy {
  readonly copy: (value: unknown, spot: CopiedNode) => unknown
  /** The copy of what is moved, which is at `spot.out` from then on. */
  readonly place: (move: FileMove, spot: Pick<CopiedNode, 'out' | 'slot' | 'isIdentified'>) => unknown
  readonly pending: readonly Pending[]
}

/** Copies values of the definition and of other files into the bundle, with references that lead to the same there. */
function createCopy(split: SplitDocument, links: Links, moves: Moves): Copy {
  const pending: Pending[] = []

  function copy(value: unknown, spot: CopiedNode): unknown {
    if (typeof value === 'number')
      return readExactNumber(value, findPart(spot.name, split.document, split.files), spot)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item, index) => copy(item, descendNode(spot, index)))
    const ref = getRef(value)
    const link =
      ref === undefined || links.isData(value) ? 'kept' : chooseMove(links.followLink(spot.name, ref))
    if (link !== 'kept' && 'move' in link && !hasSiblings(value) && takesPlace(link.move, spot))
      return startMove(link.move, spot)
    refuseScoped(value, spot, split.document.value)
    const inner = hasIdentity(value, spot) ? { ...spot, isIdentified: true } : spot
    const copied = Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, copy(child, descendNode(inner, key))]),
    )
    if (link !== 'kept') defer(copied, '$ref', link, inner)
    deferNamed(value, copied, inner)
    return copied
  }

  function deferNamed(value: object, copied: object, spot: CopiedNode): void {
    for (const named of listNamedReferences(value)) {
      const found = links.ofNamed(spot.name, named)
      const link = chooseMove(found)
      if (link === 'kept' && found !== 'kept' && spot.name !== undefined)
        throw new BundleError(`${named.by} leads out of the bundle`, spot.name, [...spot.path, ...named.path])
      const holder = getValue(copied, named.path.slice(0, -1))
      if (link !== 'kept')
        defer(Object(holder), named.path.at(-1) ?? '', link, descendNode(spot, ...named.path))
    }
  }

  const startMove: Copy['place'] = (move, spot) => {
    move.at = spot.out
    return copy(move.value, { ...spot, name: move.name, path: move.path })
  }

  function chooseMove(link: Link): 'kept' | Pending['link'] {
    if (link === 'kept' || 'root' in link) return link
    if ('fault' in link) return 'kept'
    const known = moves.get(moveKey(link.place))
    const outer = known ? undefined : findOuterMove(link.place, moves)
    const part = outer && { ...outer, ...link.place, at: undefined, outer }
    const move = known ?? part
    return move ? { move } : 'kept'
  }

  function defer(object: object, key: string, link: Pending['link'], spot: CopiedNode): void {
    if (spot.isIdentified)
      throw new BundleError('a schema with an $id has this reference', spot.name, spot.path)
    pending.push({ object, key, link, name: spot.name, path: spot.path })
  }
  return { copy, place: startMove, pending }
}

/** A text is written wherever it is referred to: no reference of a bundle leads to one. */
function takesPlace({ value, outer, at, home, isNamed }: FileMove, { out }: CopiedNode): boolean {
  if (typeof value === 'string') return true
  if (outer || at) return false
  return home ? toPointer(home) === toPointer(out) : !isNamed
}

function descendNode(spot: CopiedNode, ...keys: Path): CopiedNode {
  const [path, out] = [
    [...spot.path, ...keys],
    [...spot.out, ...keys],
  ]
  return { ...spot, path, out, slot: keys.reduce<Slot | undefined>(descendSlot, spot.slot) }
}

function hasIdentity(value: object, { slot }: CopiedNode): boolean {
  return slot?.kind === 'schema' && !slot.many && typeof getChild(value, '$id') === 'string'
}

/** Keywords whose meaning depends on the file that they are in. */
const scoped = ['$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveAnchor', '$recursiveRef'] as const

function refuseScoped(value: object, { name, path, slot }: CopiedNode, root: unknown): void {
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    const ref = getChild(value, keyword)
    const file = typeof ref === 'string' ? filePart(ref) : ''
    if (file !== '' && !isSelf(file, root, name === undefined))
      throw new BundleError('only $ref is followed into other files', name, [...path, keyword])
  }
  if (name === undefined) return
  const keyword = slot?.many
    ? undefined
    : scoped.find((key) => ['string', 'boolean'].includes(typeof getChild(value, key)))
  if (keyword !== undefined)
    throw new BundleError(`${keyword} means something else in another file`, name, [...path, keyword])
  const external = getChild(value, 'externalValue')
  if (typeof external === 'string' && !/^([a-z][a-z0-9+.-]+:|\/)/i.test(external))
    throw new BundleError('externalValue is relative to this file', name, [...path, 'externalValue'])
}

/** The number, or the integer that is written where a number would be another one. Throws BundleError for one that JSON has not. */
function readExactNumber(
  value: number,
  document: SourceDocument,
  { name, path }: { readonly name: string | undefined; readonly path: Path },
): number | bigint {
  if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return value
  const written = document.textOf(path)
  if (/^[-+]?\d+$/.test(written)) return BigInt(written.replace('+', ''))
  const isRounded = /^[-+]?[\d.]+e[-+]?\d+$/i.test(written)
  if (Number.isFinite(value) && isRounded) return value
  throw new BundleError(`JSON has no such number: ${value}`, name, path)
}
