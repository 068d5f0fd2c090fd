import type { Path } from '../model/location.ts'
import { isRecord } from '../model/record.ts'

/** A value, and where it is written: behind a reference, that is where the reference leads. */
export interface Node {
  readonly value: unknown
  readonly path: Path
}

export type Nodes = readonly Node[]

/** One version of an API, with all its files. A path into another file begins as `follow` says. */
export interface ApiDocument {
  readonly root: unknown
  /**
   * What a `$ref` object leads to, through any chain; undefined for all else, one that does not resolve included. `from`: the
   * object in whose file the reference is written, if that is not itself.
   */
  readonly follow: (value: unknown, from?: object) => Node | undefined
}

export function rootOf({ root }: ApiDocument): Node {
  return { value: root, path: [] }
}

export function ownChild({ value, path }: Node, key: string | number): Node | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return { value: Reflect.get(value, key), path: [...path, key] }
}

/** Where a child was, for what was removed: its nearest holder that is there tells the line. */
export function goneFrom({ path }: Node, ...keys: Path): Node {
  return { value: undefined, path: [...path, ...keys] }
}

/** A child with its reference followed. */
export function child(node: Node, key: string | number, api: ApiDocument): Node | undefined {
  const own = ownChild(node, key)
  return own && (api.follow(own.value) ?? own)
}

/** The children with their keys, references followed; none for what is neither an object nor an array. */
export function children(node: Node | undefined, api: ApiDocument): readonly (readonly [string, Node])[] {
  const { value } = node ?? {}
  if (node === undefined || typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([name, inner]) => {
    const key = Array.isArray(value) ? Number(name) : name
    return [name, api.follow(inner) ?? { value: inner, path: [...node.path, key] }] as const
  })
}

export function textOf(node: Node | undefined, key: string): string | undefined {
  const value = isRecord(node?.value) ? node.value[key] : undefined
  return typeof value === 'string' ? value : undefined
}

export function isTrue(node: Node | undefined, key: string): boolean {
  return isRecord(node?.value) && node.value[key] === true
}
