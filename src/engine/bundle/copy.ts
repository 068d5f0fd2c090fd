import { toPointer } from '../../core/model/identity.ts'
import type { Path } from '../../core/model/location.ts'
import { getChild, getValue } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { descendSlot, type Slot } from '../functions/owasp/shape.ts'
import { filePart, getRef, isSelf } from '../pointer.ts'
import { partNamed } from '../referenced-files.ts'
import { hasSiblings } from '../refs.ts'
import { BundleError, type Link, type Links, type SplitDocument } from './links.ts'
import { findOuterMove, type Move, type Moves, moveKey } from './moves.ts'
import { namedReferences } from './slots.ts'

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
  readonly link: { readonly root: Path } | { readonly move: Move }
}

interface Copy {
  readonly copy: (value: unknown, spot: CopiedNode) => unknown
  /** The copy of what is moved, which is at `spot.out` from then on. */
  readonly place: (move: Move, spot: Pick<CopiedNode, 'out' | 'slot' | 'isIdentified'>) => unknown
  readonly pending: readonly Pending[]
}

/** Copies values of the definition and of other files into the bundle, with references that lead to the same there. */
export function createCopy(split: SplitDocument, links: Links, moves: Moves): Copy {
  const pending: Pending[] = []

  function copy(value: unknown, spot: CopiedNode): unknown {
    if (typeof value === 'number')
      return exactNumber(value, partNamed(spot.name, split.document, split.files), spot)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item, index) => copy(item, below(spot, index)))
    const ref = getRef(value)
    const link =
      ref === undefined || links.isData(value) ? 'kept' : chooseMove(links.followLink(spot.name, ref))
    if (link !== 'kept' && 'move' in link && !hasSiblings(value) && takesPlace(link.move, spot))
      return place(link.move, spot)
    refuseScoped(value, spot, split.document.value)
    const inner = hasIdentity(value, spot) ? { ...spot, isIdentified: true } : spot
    const copied = Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, copy(child, below(inner, key))]),
    )
    if (link !== 'kept') defer(copied, '$ref', link, inner)
    deferNamed(value, copied, inner)
    return copied
  }

  function deferNamed(value: object, copied: object, spot: CopiedNode): void {
    for (const named of namedReferences(value)) {
      const found = links.ofNamed(spot.name, named)
      const link = chooseMove(found)
      if (link === 'kept' && found !== 'kept' && spot.name !== undefined)
        throw new BundleError(`${named.by} leads out of the bundle`, spot.name, [...spot.path, ...named.path])
      const holder = getValue(copied, named.path.slice(0, -1))
      if (link !== 'kept') defer(Object(holder), named.path.at(-1) ?? '', link, below(spot, ...named.path))
    }
  }

  const place: Copy['place'] = (move, spot) => {
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
  return { copy, place, pending }
}

function takesPlace({ outer, at, home, isNamed }: Move, { out }: CopiedNode): boolean {
  if (outer || at) return false
  return home ? toPointer(home) === toPointer(out) : !isNamed
}

function below(spot: CopiedNode, ...keys: Path): CopiedNode {
  const [path, out] = [
    [...spot.path, ...keys],
    [...spot.out, ...keys],
  ]
  return { ...spot, path, out, slot: keys.reduce<Slot | undefined>(descendSlot, spot.slot) }
}

function hasIdentity(value: object, { slot }: CopiedNode): boolean {
  return slot?.kind === 'schema' && !slot.many && typeof getChild(value, '$id') === 'string'
}

/** What only means the same in its own file. */
const scoped = ['$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveAnchor', '$recursiveRef'] as const

function refuseScoped(value: object, { name, path, slot }: CopiedNode, root: unknown): void {
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    const ref = getChild(value, keyword)
    const file = typeof ref === 'string' ? filePart(ref) : ''
    if (file !== '' && !isSelf(file, root, name === undefined))
      throw new BundleError('only $ref is followed into other files', name, [...path, keyword])
  }
  if (name === undefined) return
  const keyword = slot?.many ? undefined : scoped.find((key) => isWord(getChild(value, key)))
  if (keyword !== undefined)
    throw new BundleError(`${keyword} means something else in another file`, name, [...path, keyword])
  const external = getChild(value, 'externalValue')
  if (typeof external === 'string' && !/^([a-z][a-z0-9+.-]+:|\/)/i.test(external))
    throw new BundleError('externalValue is relative to this file', name, [...path, 'externalValue'])
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean'
}

/** The number, or the integer that is written where a number would be another one. Throws BundleError for one that JSON has not. */
function exactNumber(
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
