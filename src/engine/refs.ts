import type { Path } from '../model.ts'
import { childOf, keyOf, readPointer, refOf } from './pointer.ts'
import { type RefGraph, readRefGraph } from './ref-cycles.ts'

/** What a reference leads to, and where that is written. */
export interface Target {
  readonly value: unknown
  readonly path: Path
}

/** Of the keys of a path, those that exist, by where they are written, and those that do not. */
export interface Source {
  readonly found: Path
  readonly missing: Path
}

/** How a document looks to the rules: with its references followed, or as it stands. */
export interface Refs {
  /**
   * What a `$ref` object is replaced by, through any chain of them. Undefined for all else, for one that dangles, and
   * for one that leads to something it is part of: those stay as they are, so that what is seen has an end.
   */
  readonly resolve: (value: unknown) => Target | undefined
  /** The value as it is seen: what `resolve` gives, or itself. */
  readonly view: (value: unknown) => unknown
  /** The value behind a `$ref` object, cycle or not; anything else comes back as it is. */
  readonly deref: (value: unknown) => unknown
  /**
   * Where that to which `path` leads is written. As Spectral has it, a path that exists as written is where it says,
   * `$ref` objects with siblings included, unless a reference was followed on the way to where it begins.
   */
  readonly source: (path: Path, isDirect: boolean) => Source
  /** Every object and array that a `$ref` leads to. */
  readonly targets: ReadonlySet<object>
  /** Whether some `$ref` has siblings: then a node's place depends on how it was reached. */
  readonly haveSiblings: boolean
}

/**
 * A document with its local references (`#/...`) followed. Only an object with a text as its own `$ref` is one; what
 * stands beside the `$ref` is not seen.
 */
export function createRefs(root: unknown): Refs {
  const follow = followRefs(root)
  const graph: RefGraph = readRefGraph(root, follow)
  const resolve = (value: unknown) =>
    typeof value === 'object' && value !== null && graph.circular.has(value) ? undefined : follow(value)
  return {
    resolve,
    view: (value) => seenAs(resolve(value), value),
    deref: (value) => seenAs(follow(value), value),
    source: (path, isDirect) => (isDirect ? sourceAsWritten : sourceThroughRefs)(root, path, resolve),
    targets: graph.targets,
    haveSiblings: graph.haveSiblings,
  }
}

/** What a `$ref` object leads to, through any chain of them and into cycles; undefined for all else. */
export function followRefs(root: unknown): (value: unknown) => Target | undefined {
  const found = new Map<string, Target | undefined>()

  function follow(value: unknown): Target | undefined {
    const pointer = refOf(value)
    if (pointer === undefined) return undefined
    if (found.has(pointer)) return found.get(pointer)
    found.set(pointer, undefined) // what a pointer finds on its way to itself
    const target = lookUp(root, pointer, follow)
    found.set(pointer, target)
    return target
  }
  return follow
}

/** A document as it stands: no reference is followed. */
export function withoutRefs(root: unknown): Refs {
  return {
    resolve: () => undefined,
    view: (value) => value,
    deref: (value) => value,
    source: (path) => sourceThroughRefs(root, path, () => undefined),
    targets: new Set(),
    haveSiblings: false,
  }
}

/** Whether a `$ref` has company, which the document's readers may take for part of what is there. */
export function hasSiblings(reference: unknown): boolean {
  return typeof reference === 'object' && reference !== null && Object.keys(reference).length > 1
}

type Resolve = (value: unknown) => Target | undefined

function seenAs(target: Target | undefined, value: unknown): unknown {
  return target ? target.value : value
}

/** Goes along a pointer. A reference on the way is followed, unless the pointer goes on inside the `$ref` object. */
function lookUp(root: unknown, ref: string, follow: Resolve): Target | undefined {
  const pointer = readPointer(ref)
  if (!pointer) return undefined
  let value: unknown = root
  let path: (string | number)[] = []
  for (const segment of pointer) {
    const beyond = keyOf(value, segment) === undefined ? follow(value) : undefined
    if (beyond) [value, path] = [beyond.value, [...beyond.path]]
    const key = keyOf(value, segment)
    if (key === undefined) return undefined
    value = childOf(value, key)
    path.push(key)
  }
  return refOf(value) === undefined ? { value, path } : follow(value)
}

function sourceAsWritten(root: unknown, path: Path, resolve: Resolve): Source {
  let value: unknown = root
  const found: (string | number)[] = []
  for (const segment of path) {
    const key = keyOf(value, segment)
    if (key === undefined) break
    value = childOf(value, key)
    found.push(key)
  }
  const target = resolve(value)
  const missing = path.slice(found.length)
  const goesOn = missing[0] !== undefined && keyOf(target?.value, missing[0]) !== undefined
  if (target && (goesOn || !hasSiblings(value))) return sourceThroughRefs(root, path, resolve)
  return { found, missing }
}

function sourceThroughRefs(root: unknown, path: Path, resolve: Resolve): Source {
  let value: unknown = root
  let found: (string | number)[] = []
  for (const [depth, segment] of path.entries()) {
    const key = keyOf(value, segment)
    if (key === undefined) return { found, missing: path.slice(depth) }
    value = childOf(value, key)
    found.push(key)
    const target = resolve(value)
    if (target) [value, found] = [target.value, [...target.path]]
  }
  return { found, missing: [] }
}
