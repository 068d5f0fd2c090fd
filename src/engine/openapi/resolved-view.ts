import type { EngineName } from '../../core/model/engine-name.ts'
import type { Path } from '../../core/model/location.ts'
import { getChild, isObject } from '../../core/model/record.ts'
import { noFiles, type ReferencedFiles, splitFile } from './files.ts'
import type { RefTarget } from './places.ts'
import { findKey } from './pointer.ts'
import { openPart, readReferences } from './references.ts'

/** The keys of a path: those that exist, by where they are written, and those that do not. */
export interface PartialPath {
  readonly found: Path
  readonly missing: Path
}

/** How a document looks to the rules: with its references followed, or as it stands. */
export interface Refs {
  /**
   * The final target of a `$ref` object. Undefined for other values, for a dangling reference, and for one to an object
   * around it: these stay as they are, so that the resolved document is finite.
   */
  readonly resolve: (value: unknown) => RefTarget | undefined
  /** The target that `resolve` gives, or the value itself. */
  readonly view: (value: unknown) => unknown
  /** The value behind a `$ref` object, cycle or not; anything else comes back as it is. */
  readonly deref: (value: unknown) => unknown
  /**
   * Where that to which `path` leads is written. As Spectral has it, a path that exists as written is where it says,
   * `$ref` objects with siblings included, unless a reference was followed on the way to where it begins.
   */
  readonly source: (path: Path, isDirect: boolean) => PartialPath
  /** Every object and array that a `$ref` leads to. */
  readonly targets: ReadonlySet<object>
  /** Whether some `$ref` has siblings: then a node's place depends on how it was reached. */
  readonly haveSiblings: boolean
}

/**
 * A document with its local references (`#/...`) followed. Only an object with a text as its own `$ref` is one; what
 * is next to the `$ref` is not seen.
 */
export function createRefs(
  root: unknown,
  files: ReferencedFiles = noFiles,
  engine: EngineName = 'spectral',
): Refs {
  const { follow, graph } = readReferences(root, files)
  const { targets, circular, looping, haveSiblings } = graph()
  const unseen = engine === 'vacuum' ? looping() : circular
  const resolve = (value: unknown) => {
    const target = follow(value)
    return target && unseen.has(Object(value)) ? undefined : target
  }
  return {
    resolve,
    // Most values are scalars: nothing is called for these.
    view: (value) => (isObject(value) ? chooseSeen(resolve(value), value) : value),
    deref: (value) => (isObject(value) ? chooseSeen(follow(value), value) : value),
    source: createSource(root, files, resolve),
    targets,
    haveSiblings,
  }
}

/** A document as it stands: no reference is followed. */
export function createUnresolvedRefs(root: unknown, files: ReferencedFiles = noFiles): Refs {
  return {
    resolve: noTarget,
    view: (value) => value,
    deref: (value) => value,
    source: createSource(root, files, noTarget),
    targets: new Set(),
    haveSiblings: false,
  }
}

/** Whether a `$ref` has company, which the document's readers may take for part of what is there. */
export function hasSiblings(reference: unknown): boolean {
  return typeof reference === 'object' && reference !== null && Object.keys(reference).length > 1
}

type Resolve = (value: unknown) => RefTarget | undefined

function chooseSeen(target: RefTarget | undefined, value: unknown): unknown {
  return target ? target.value : value
}

function createSource(root: unknown, files: ReferencedFiles, resolve: Resolve): Refs['source'] {
  return (path, isDirect) => {
    const { name, path: rest } = splitFile(path, files)
    return findSource(openPart(name, root, files), rest, resolve, isDirect)
  }
}

function findSource(start: RefTarget, path: Path, resolve: Resolve, isDirect: boolean): PartialPath {
  const { value, ...source } = followPath(start, path, isDirect ? noTarget : resolve)
  const target = isDirect ? resolve(value) : undefined
  const [next] = source.missing
  const goesOn = next !== undefined && findKey(target?.value, next) !== undefined
  return target && (goesOn || !hasSiblings(value)) ? findSource(start, path, resolve, false) : source
}

const noTarget: Resolve = () => undefined

/** The source of a path, with the last value that is there. */
function followPath(
  start: RefTarget,
  path: Path,
  resolve: Resolve,
): PartialPath & { readonly value: unknown } {
  let { value } = start
  let found = [...start.path]
  for (const [depth, segment] of path.entries()) {
    const key = findKey(value, segment)
    if (key === undefined) return { found, missing: path.slice(depth), value }
    value = getChild(value, key)
    found.push(key)
    const target = resolve(value)
    if (target) [value, found] = [target.value, [...target.path]]
  }
  return { found, missing: [], value }
}
