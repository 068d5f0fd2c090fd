import { toPointer } from '../../core/model/identity.ts'
import type { Path } from '../../core/model/location.ts'
import { getChild } from '../../core/model/record.ts'
import { getRef } from '../openapi/pointer.ts'
import { hasSiblings } from '../openapi/resolved-view.ts'
import { descendSlot, rootSlot, type Slot, type SlotKind, schemaSlot } from '../openapi/shape.ts'
import { BundleError, type Link, type LinkPlace, type Links, listNamedReferences } from './links.ts'

/** A value that the bundle takes from another file. */
export interface FileMove extends LinkPlace {
  kind: SlotKind | undefined
  /** A component or path of the definition that is nothing but a reference to it. */
  home: Path | undefined
  outer: FileMove | undefined
  /** Its place in the bundle, once it is there. */
  at: Path | undefined
  /** An alternative of a discriminator: its name is a value of that. */
  isNamed: boolean
}

export type Moves = ReadonlyMap<string, FileMove>

export function moveKey({ name, path }: Pick<LinkPlace, 'name' | 'path'>): string {
  return `${name}\0${toPointer(path)}`
}

interface PendingValue {
  readonly value: unknown
  readonly name: string | undefined
  readonly path: Path
  readonly slot: Slot | undefined
  readonly isNamed?: boolean
}

/**
 * Collects all that the references of a definition lead to in other files, through one another. Throws BundleError for a
 * reference that leads to nothing.
 */
export function collectMoves(root: unknown, links: Links): Moves {
  const moves = new Map<string, FileMove>()
  const pending: PendingValue[] = [{ value: root, name: undefined, path: [], slot: rootSlot }]

  function note(
    link: Link,
    { name, path, value, isNamed = false }: PendingValue,
    slot: Slot | undefined,
  ): void {
    if (link === 'kept' || 'root' in link) return
    if ('fault' in link) throw new BundleError(link.fault, name, path)
    const key = moveKey(link.place)
    const kind = slot?.many ? undefined : slot?.kind
    const isHome = name === undefined && slot !== undefined && isEntry(path) && !hasSiblings(value)
    const known = moves.get(key)
    if (known) {
      known.kind ??= kind
      if (isHome) known.home ??= path
      known.isNamed ||= isNamed
      return
    }
    const home = isHome ? path : undefined
    moves.set(key, { ...link.place, kind, home, outer: undefined, at: undefined, isNamed })
    pending.push({ ...link.place, slot })
  }

  function visit(seen: PendingValue): void {
    const { value, name, path, slot } = seen
    if (typeof value !== 'object' || value === null) return
    const ref = getRef(value)
    if (ref !== undefined && !links.isData(value)) note(links.followLink(name, ref), seen, slot)
    for (const named of listNamedReferences(value)) {
      if (named.by === 'operationRef') continue
      note(links.ofNamed(name, named), { ...seen, path: [...path, ...named.path] }, schemaSlot)
    }
    for (const [key, child] of Object.entries(value)) {
      const isNamed = areNamed(seen, key)
      visit({ value: child, name, path: [...path, key], slot: descendSlot(slot, key), isNamed })
    }
  }
  for (let next = pending.pop(); next; next = pending.pop()) visit(next)
  for (const move of moves.values()) move.outer = findOuterMove(move, moves)
  return moves
}

/** The items of `oneOf` and `anyOf` beside a discriminator. */
function areNamed({ value, isNamed, slot }: PendingValue, key: string): boolean {
  if (slot?.many) return isNamed === true
  return (key === 'oneOf' || key === 'anyOf') && getChild(value, 'discriminator') !== undefined
}

/** In a map of the document itself, or of its components. */
function isEntry(path: Path): boolean {
  return path.length === (path[0] === 'components' ? 3 : 2)
}

export function findOuterMove({ name, path }: LinkPlace, moves: Moves): FileMove | undefined {
  for (let length = path.length - 1; length >= 0; length--) {
    const outer = moves.get(moveKey({ name, path: path.slice(0, length) }))
    if (outer) return outer
  }
  return undefined
}
