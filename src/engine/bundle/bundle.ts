import { toPointer } from '../../core/model/identity.ts'
import type { Path } from '../../core/model/location.ts'
import { getChild, isRecord } from '../../core/model/record.ts'
import { rootSlot } from '../functions/owasp/shape.ts'
import { createCopy } from './copy.ts'
import { BundleError, createLinks, type LinkPlace, type SplitDocument } from './links.ts'
import { collectMoves, type Move } from './moves.ts'
import { listSections } from './slots.ts'

/** Where something is written: in another file, or (undefined) in the definition itself. */
interface Written {
  readonly name: string | undefined
  readonly path: Path
}

export interface Bundle {
  /** One document. Integers that no number holds exactly are `bigint`. */
  readonly value: unknown
  /** The files that it took something from. */
  readonly files: readonly string[]
  /** Where the value at a path of the bundle is written. */
  readonly writtenAt: (path: Path) => Written
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
    const move = 'root' in link ? undefined : outermost(link.move)
    if (!move || move.at) continue
    const section = move.kind && sections.get(move.kind)
    if (!section || !move.kind) throw new BundleError(noRoom, name, path)
    const entries = findSection(value, section, move)
    const key = componentName(move, entries)
    const slot = { kind: move.kind, many: false, extensible: false }
    define(entries, key, place(move, { out: [...section, key], slot, isIdentified: false }))
  }
  for (const { object, key, link } of pending)
    define(object, key, fragment('root' in link ? link.root : placeMove(link.move)))
  return { value, files: listMovedFiles(moves.values()), writtenAt: createWrittenAt(moves.values()) }
}

const noRoom = 'what this refers to has no place in one file: components cannot hold it'

function fragment(path: Path): string {
  return `#${encodeURI(toPointer(path)).replaceAll('#', '%23')}`
}

function outermost(move: Move): Move {
  return move.outer ? outermost(move.outer) : move
}

function placeMove({ at = [], outer, path }: Move): Path {
  return outer ? [...placeMove(outer), ...path.slice(outer.path.length)] : at
}

/** The map of components to add to, made where it is missing. */
function findSection(root: unknown, keys: readonly string[], move: Move): object {
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

function listMovedFiles(moves: Iterable<Move>): readonly string[] {
  return [...new Set([...moves].flatMap(({ at, name }) => (at ? [name] : [])))].sort()
}

function createWrittenAt(moves: Iterable<Move>): Bundle['writtenAt'] {
  const taken = new Map([...moves].flatMap((move) => (move.at ? [[toPointer(move.at), move] as const] : [])))
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const move = taken.get(toPointer(path.slice(0, length)))
      if (move) return { name: move.name, path: [...move.path, ...path.slice(length)] }
    }
    return { name: undefined, path }
  }
}

/** What files are called that hold one thing: their folder says more. */
const sayNothing = new Set(['', 'index', '_index'])

/**
 * The key of a component that is not in `taken`: the last key of its place, or the name of its file. A dot would leave
 * it open where a dotted path goes on.
 */
function componentName({ name, path }: Pick<LinkPlace, 'name' | 'path'>, taken: object): string {
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
