import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import type { KeywordKind, KeywordReading, Version } from './keywords.ts'

/** A value, and where it is written: behind a reference, that is where the reference leads. */
export interface Node {
  readonly value: unknown
  readonly path: Path
}

export type Nodes = readonly Node[]

/** Marks a schema that no definition has: no version says which keywords it may use. */
export const made = Symbol('made')

/** One version of an API as it is written, with all its files. A path into another file begins as `step` says. */
export interface ApiSource {
  readonly root: unknown
  /**
   * Resolves one step of a `$ref` object, be the target a reference itself; undefined for all else, one that does not resolve included. `from`:
   * the object in whose file the reference is written, if that is not itself.
   */
  readonly step: (value: unknown, from?: object) => Node | undefined
  /** The value at a path; undefined where there is none. `isRelative`: the path has the name that `nameFile` gives. */
  readonly find: (path: Path, isRelative?: boolean) => unknown
  /** The name of a file from where the definition is, as in the other version. */
  readonly nameFile: (file: string) => string
  /** The decimal digits of a number that an object or a list has under a key; undefined where the number is exact. */
  readonly digits?: (holder: object, key: string | number) => string | undefined
  /** The name by which a path or a webhook is compared; undefined leaves it out. */
  readonly renamePath?: ((path: string) => string | undefined) | undefined
}

/** One version of an API as its readers understand it. */
export interface ApiDocument {
  readonly root: unknown
  readonly version: Version
  /** Undefined: the keywords of all versions count. */
  readonly reading: KeywordReading | undefined
  readonly step: ApiSource['step']
  readonly find: ApiSource['find']
  readonly nameFile: ApiSource['nameFile']
  /** Resolves a `$ref` object through any chain; undefined for all else, one that does not resolve included. */
  readonly follow: ApiSource['step']
  /** An object without the keywords that mean nothing in its version; the same one each time. */
  readonly read: (kind: KeywordKind, node: Node) => Node
  readonly digits: NonNullable<ApiSource['digits']>
  readonly renamePath: ApiSource['renamePath']
  /** The start of each path that counts as part of the base path. */
  readonly movedBase?: string
  /** Whether an object had such keywords. */
  readonly hasUnknown: () => boolean
}

export function getRoot({ root }: Pick<ApiDocument, 'root'>): Node {
  return { value: root, path: [] }
}

export function ownChild({ value, path }: Node, key: string | number): Node | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return { value: Reflect.get(value, key), path: [...path, key] }
}

/** The place of a child that was removed: its nearest holder that is there tells the line. */
export function missingNode({ path }: Node, ...keys: Path): Node {
  return { value: undefined, path: [...path, ...keys] }
}

/** A child with its reference followed. */
export function child(node: Node, key: string | number, api: ApiDocument): Node | undefined {
  const own = ownChild(node, key)
  return own && (api.follow(own.value) ?? own)
}

/** The children with their keys, references followed; none for what is neither an object nor an array. */
export function children(
  node: Node | undefined,
  api: ApiDocument,
  kind?: KeywordKind,
): readonly (readonly [string, Node])[] {
  return ownChildren(node).map(([name, own]) => {
    const target = api.follow(own.value) ?? own
    return [name, kind === undefined ? target : api.read(kind, target)] as const
  })
}

export function ownChildren(node: Node | undefined): readonly (readonly [string, Node])[] {
  const { value } = node ?? {}
  if (node === undefined || typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([name, inner]) => {
    const key = Array.isArray(value) ? Number(name) : name
    return [name, { value: inner, path: [...node.path, key] }] as const
  })
}

/** Until 3.0, webhooks were an extension. */
export const webhookKeys: readonly string[] = ['x-webhooks', 'webhooks']

/** Whether it is of a path or a webhook, and not of a part that several may use. */
export function isInPathItem([first]: Path): boolean {
  return first === 'paths' || webhookKeys.includes(String(first))
}

/** The file of a path, as `step` says; undefined for the definition itself. */
export function findPathFile([start]: Path): string | undefined {
  return typeof start === 'string' && start.startsWith('\0') ? start : undefined
}

/** A node, and one after the other what its references name: where their siblings count, all of these say something. */
export function followChain(start: Node, api: ApiDocument): Nodes {
  const chain = new Map<unknown, Node>()
  for (let node: Node | undefined = start; node && !chain.has(node.value); node = api.step(node.value))
    chain.set(node.value, node)
  return [...chain.values()]
}

export function readText(node: Node | undefined, key: string): string | undefined {
  const value = isRecord(node?.value) ? node.value[key] : undefined
  return typeof value === 'string' ? value : undefined
}

export function isTrue(node: Node | undefined, key: string): boolean {
  return isRecord(node?.value) && node.value[key] === true
}
