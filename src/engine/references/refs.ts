import type { EngineName } from '../../core/model/engine-name.ts'
import type { Path } from '../../core/model/location.ts'
import { rememberPerPair } from '../../core/model/once.ts'
import { getChild, isObject } from '../../core/model/record.ts'
import { filePart, findKey, getRef, isSelf, parseRefPointer } from './pointer.ts'
import { type RefGraph, readRefGraph } from './ref-cycles.ts'
import type { RefTarget } from './ref-places.ts'
import { collectValues, fileSegment, noFiles, type ReferencedFiles, splitFile } from './referenced-files.ts'

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
  const follow = followRefs(root, files)
  const graph = isObject(root) ? readGraphOnce(files, root) : readGraph(files, root)
  const unseen = engine === 'vacuum' ? graph.looping() : graph.circular
  const resolve = (value: unknown) => {
    const target = follow(value)
    return target && unseen.has(Object(value)) ? undefined : target
  }
  return {
    resolve,
    view: (value) => chooseSeen(resolve(value), value),
    deref: (value) => chooseSeen(follow(value), value),
    source: (path, isDirect) => {
      const { name, path: rest } = splitFile(path, files)
      return findSource(findDocument(name, root, files), rest, resolve, isDirect)
    },
    targets: graph.targets,
    haveSiblings: graph.haveSiblings,
  }
}

function readGraph(files: ReferencedFiles, root: unknown): RefGraph {
  return readRefGraph(collectValues(root, files), followRefs(root, files))
}

const readGraphOnce = rememberPerPair((files: ReferencedFiles, root: object) => readGraph(files, root))

type Follow = (value: unknown, from?: object) => RefTarget | undefined

/**
 * The final target of a `$ref` object, also in cycles; undefined for other values. `from`: the object in whose file the
 * reference is written, if that is not itself. Each reference is resolved once for all who ask about a document and its files.
 */
export function followRefs(root: unknown, files: ReferencedFiles = noFiles): Follow {
  return isObject(root) ? createFollowOnce(files, root) : createFollow(files, root)
}

const createFollowOnce = rememberPerPair((files: ReferencedFiles, root: object) => createFollow(files, root))

function createFollow(files: ReferencedFiles, root: unknown): Follow {
  const found = new Map<string | undefined, Map<string, RefTarget | undefined>>()
  return function follow(value: unknown, from?: object): RefTarget | undefined {
    const ref = getRef(value)
    if (ref === undefined) return undefined
    const holder = files.holder(from ?? Object(value))
    const inHolder = found.get(holder) ?? new Map<string, RefTarget | undefined>()
    if (inHolder.has(ref)) return inHolder.get(ref)
    found.set(holder, inHolder.set(ref, undefined)) // what a reference finds on its way to itself
    const base = findBaseDocument(holder, filePart(ref), root, files)
    const target = base && resolvePointer(base, ref, follow)
    inHolder.set(ref, target)
    return target
  }
}

/**
 * The direct target of a `$ref` object, which may be a reference too; undefined where it does not resolve. `from`: as for
 * `followRefs`.
 */
export function stepRefs(
  root: unknown,
  files: ReferencedFiles = noFiles,
): (reference: unknown, from?: object) => RefTarget | undefined {
  const follow = followRefs(root, files)
  return (reference, from) => {
    const ref = getRef(reference)
    if (ref === undefined) return undefined
    const base = findBaseDocument(files.holder(from ?? Object(reference)), filePart(ref), root, files)
    return base && stepToTarget(base, ref, follow)
  }
}

/** A document as it stands: no reference is followed. */
export function createUnresolvedRefs(root: unknown, files: ReferencedFiles = noFiles): Refs {
  return {
    resolve: noTarget,
    view: (value) => value,
    deref: (value) => value,
    source: (path) => {
      const { name, path: rest } = splitFile(path, files)
      return findSource(findDocument(name, root, files), rest, noTarget, false)
    },
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

/** The document that a `$ref` object's pointer begins in; undefined where there is none. */
export function findBase(ref: object, root: unknown, files: ReferencedFiles): RefTarget | undefined {
  return findBaseDocument(files.holder(ref), filePart(getRef(ref) ?? ''), root, files)
}

/** Finds the document of a reference to `file` in the file `holder`. */
export function findBaseDocument(
  holder: string | undefined,
  file: string,
  root: unknown,
  files: ReferencedFiles,
): RefTarget | undefined {
  const own = { name: file === '' ? holder : undefined }
  const target =
    file === '' || isSelf(file, root, holder === undefined) ? own : files.findFileName(holder, file)
  return 'fault' in target ? undefined : findDocument(target.name, root, files)
}

/** Undefined: the document itself. */
function findDocument(name: string | undefined, root: unknown, files: ReferencedFiles): RefTarget {
  if (name === undefined) return { value: root, path: [] }
  return { value: files.documents.get(name)?.value, path: [fileSegment(name)] }
}

/** Goes along a pointer. A reference on the way is followed, unless the pointer goes on inside the `$ref` object. */
function resolvePointer(base: RefTarget, ref: string, follow: Resolve): RefTarget | undefined {
  const found = stepToTarget(base, ref, follow)
  return !found || getRef(found.value) === undefined ? found : follow(found.value)
}

/** The direct target of a reference, which may be a reference too. */
export function stepToTarget(base: RefTarget, ref: string, follow: Resolve): RefTarget | undefined {
  const pointer = parseRefPointer(ref)
  if (!pointer) return undefined
  let { value } = base
  let path = [...base.path]
  for (const segment of pointer) {
    const beyond = findKey(value, segment) === undefined ? follow(value) : undefined
    if (beyond) [value, path] = [beyond.value, [...beyond.path]]
    const key = findKey(value, segment)
    if (key === undefined) return undefined
    value = getChild(value, key)
    path.push(key)
  }
  return { value, path }
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
