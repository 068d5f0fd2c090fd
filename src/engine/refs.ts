import type { Path } from '../model.ts'

/** What a reference leads to, and where that stands. */
export interface Target {
  readonly value: unknown
  readonly path: Path
}

export interface Source {
  readonly found: Path
  readonly missing: Path
}

/** Gives the parsed text behind an address outside the document; undefined where there is none. */
export type ReadExternal = (uri: string) => unknown

export interface Refs {
  /** The target of a `$ref` object, through any chain of them. Undefined for all else, and for one that dangles. */
  readonly resolve: (value: unknown) => Target | undefined
  /** The target's value, or `value` itself where there is nothing to follow. */
  readonly deref: (value: unknown) => unknown
  /** Where that to which `path` leads is written: of the path's keys, those that exist and those that do not. */
  readonly source: (path: Path) => Source
  /** Every object and array that a `$ref` leads to. */
  readonly targets: () => ReadonlySet<object>
}

/**
 * The local references (`#/...`) of a document. Only an object with a text as its own `$ref` is one; what stands
 * beside the `$ref` is not seen. One that dangles, or leads only to itself, is left as it stands.
 */
export function createRefs(root: unknown): Refs {
  const found = new Map<string, Target | undefined>()

  function resolve(value: unknown): Target | undefined {
    const pointer = refOf(value)
    return pointer === undefined ? undefined : lookUp(pointer)
  }

  function lookUp(pointer: string): Target | undefined {
    if (found.has(pointer)) return found.get(pointer)
    found.set(pointer, undefined) // what a pointer finds on its way to itself
    const target = follow(root, pointer, resolve)
    found.set(pointer, target)
    return target
  }

  let targets: ReadonlySet<object> | undefined
  return {
    resolve,
    deref: (value) => {
      const target = resolve(value)
      return target ? target.value : value
    },
    source: (path) => closestSource(root, path, resolve),
    targets: () => {
      targets ??= collectTargets(root, resolve)
      return targets
    },
  }
}

/** The references of a document seen as it stands: none are followed. */
export function withoutRefs(root: unknown): Refs {
  return {
    resolve: () => undefined,
    deref: (value) => value,
    source: (path) => closestSource(root, path, () => undefined),
    targets: () => new Set(),
  }
}

/** The text of a `$ref`; undefined where it is no reference but data, such as a property of that name. */
export function refOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return undefined
  return typeof value.$ref === 'string' && Object.hasOwn(value, '$ref') ? value.$ref : undefined
}

/** A child of an object or array by its own key. */
export function childOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Reflect.get(value, key)
}

/** The segments of a JSON pointer in a fragment; undefined for anything else. */
export function readPointer(ref: string): string[] | undefined {
  if (ref === '#' || ref === '') return []
  if (!ref.startsWith('#/')) return undefined
  return ref.slice(2).split('/').map(decodeSegment)
}

function decodeSegment(segment: string): string {
  const plain = segment.includes('%') ? decodePercent(segment) : segment
  return plain.includes('~') ? plain.replaceAll('~1', '/').replaceAll('~0', '~') : plain
}

function decodePercent(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

type Resolve = (value: unknown) => Target | undefined

/** Goes along a pointer; a `$ref` on the way is followed, unless the pointer goes on inside the `$ref` object itself. */
function follow(root: unknown, ref: string, resolve: Resolve): Target | undefined {
  const pointer = readPointer(ref)
  if (!pointer) return undefined
  let value: unknown = root
  let path: (string | number)[] = []
  for (const segment of pointer) {
    let key = toKey(value, segment)
    if (key === undefined) {
      const target = resolve(value)
      key = target && toKey(target.value, segment)
      if (!target || key === undefined) return undefined
      value = target.value
      path = [...target.path]
    }
    value = childOf(value, key)
    path.push(key)
  }
  if (refOf(value) === undefined) return { value, path }
  return resolve(value)
}

/** The key under which a container has the segment: a number in an array. */
function toKey(value: unknown, segment: string | number): string | number | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined
  return Array.isArray(value) ? toIndex(value, segment) : String(segment)
}

function toIndex(items: readonly unknown[], segment: string | number): number | undefined {
  const index = Number(segment)
  return Number.isInteger(index) && index >= 0 && index < items.length ? index : undefined
}

function closestSource(root: unknown, path: Path, resolve: Resolve): Source {
  let value: unknown = root
  let found: (string | number)[] = []
  for (const [depth, segment] of path.entries()) {
    const key = toKey(value, segment)
    if (key === undefined) return { found, missing: path.slice(depth) }
    value = childOf(value, key)
    found.push(key)
    const target = resolve(value)
    if (target) {
      value = target.value
      found = [...target.path]
    }
  }
  return { found, missing: [] }
}

function collectTargets(root: unknown, resolve: Resolve): ReadonlySet<object> {
  const targets = new Set<object>()
  const pending: unknown[] = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null) continue
    const target = resolve(value)?.value
    if (typeof target === 'object' && target !== null) targets.add(target)
    for (const child of Array.isArray(value) ? value : Object.values(value)) {
      if (typeof child === 'object' && child !== null) pending.push(child)
    }
  }
  return targets
}
