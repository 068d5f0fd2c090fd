import { once, rememberPerPair } from '../../core/model/once.ts'
import { getChild, isObject } from '../../core/model/record.ts'
import { type RefGraph, readRefGraph } from './cycles.ts'
import { collectValues, fileSegment, noFiles, type ReferencedFiles } from './files.ts'
import type { RefTarget } from './places.ts'
import { filePart, findKey, getRef, isSelf, parseRefPointer } from './pointer.ts'

/** Where a `$ref` leads. */
export interface RefEdge {
  /** What it names, which may be a reference too. */
  readonly direct: RefTarget | undefined
  /** The end of the chain of references that begins with it. */
  readonly target: RefTarget | undefined
  /** Why it leads to no value. A reference to a faulty one has no fault of its own. */
  readonly fault: RefFault | undefined
}

export interface RefFault {
  /** Goes on from the text of the reference. */
  readonly reason: string
  /** The same for all references that lack the same target. */
  readonly key: string
}

/** Where the references of a document and its files lead: whoever follows one asks here. */
export interface References {
  /** The edge of a reference in the file `holder`; undefined: in the document itself. */
  readonly find: (holder: string | undefined, ref: string) => RefEdge
  /**
   * The edge of a `$ref` object; undefined for other values. `from`: the object in whose file the reference is written, if that is
   * not itself.
   */
  readonly findEdge: (value: unknown, from?: object) => RefEdge | undefined
  /** The final target of a `$ref` object; undefined for other values, and for one without a target. */
  readonly follow: (value: unknown, from?: object) => RefTarget | undefined
  /** The direct target of a `$ref` object. */
  readonly step: (value: unknown, from?: object) => RefTarget | undefined
  /** The root of the document that a reference in `holder` points into; undefined where it cannot be read. */
  readonly findBase: (holder: string | undefined, ref: string) => RefTarget | undefined
  /** All of them together. */
  readonly graph: () => RefGraph
}

/** Each reference is resolved once for all who ask about a document and its files. */
export function readReferences(root: unknown, files: ReferencedFiles = noFiles): References {
  return isObject(root) ? readOnce(files, root) : createReferences(files, root)
}

const readOnce = rememberPerPair((files: ReferencedFiles, root: object) => createReferences(files, root))

interface OpenEdge extends RefEdge {
  readonly holder: string | undefined
  readonly ref: string
  direct: RefTarget | undefined
  target: RefTarget | undefined
  fault: RefFault | undefined
  /** `open`: the chain that it is in is being followed. */
  state: 'new' | 'open' | 'done'
}

function createReferences(files: ReferencedFiles, root: unknown): References {
  const edges = new Map<string | undefined, Map<string, OpenEdge>>()

  function readEdge(holder: string | undefined, ref: string): OpenEdge {
    const inHolder = edges.get(holder) ?? new Map<string, OpenEdge>()
    const known = inHolder.get(ref)
    if (known) return known
    const nothing = { direct: undefined, target: undefined, fault: undefined }
    const edge: OpenEdge = { holder, ref, ...nothing, state: 'new' }
    edges.set(holder, inHolder.set(ref, edge))
    return edge
  }

  function findBase(holder: string | undefined, ref: string): RefTarget | { readonly fault: string } {
    const file = filePart(ref)
    const isHere = file === '' || isSelf(file, root, holder === undefined)
    const found = isHere ? { name: file === '' ? holder : undefined } : files.findFileName(holder, file)
    return 'fault' in found ? found : openPart(found.name, root, files)
  }

  /** Finds the direct target of an edge, and returns the edge of that if it is a reference. */
  function step(edge: OpenEdge): OpenEdge | undefined {
    const { holder, ref } = edge
    edge.state = 'open'
    const base = findBase(holder, ref)
    if ('fault' in base) {
      const key = `${holder ?? ''} ${filePart(ref)}`
      edge.fault = { reason: `: ${base.fault}`, key }
      return undefined
    }
    edge.direct = stepAlong(base, ref, follow)
    if (!edge.direct) {
      const key = base.path.join() + ref.slice(filePart(ref).length)
      edge.fault = { reason: ' does not resolve', key }
    }
    const value = edge.direct?.value
    const next = getRef(value)
    return next === undefined ? undefined : readEdge(files.holder(Object(value)), next)
  }

  /** Takes a chain step by step: it may be longer than the stack. */
  function find(holder: string | undefined, ref: string): RefEdge {
    const first = readEdge(holder, ref)
    const chain: OpenEdge[] = []
    let edge: OpenEdge | undefined = first
    while (edge?.state === 'new') {
      chain.push(edge)
      edge = step(edge)
    }
    const circle = edge?.state === 'open' ? Math.max(0, chain.indexOf(edge)) : chain.length
    const target = edge ? edge.target : chain.at(-1)?.direct
    for (const [index, member] of chain.entries()) {
      member.state = 'done'
      member.target = target
      if (index < circle) continue
      member.fault = { reason: ' leads only to references', key: `${member.holder ?? ''} ${member.ref}` }
    }
    return first
  }

  function findEdge(value: unknown, from?: object): RefEdge | undefined {
    const ref = getRef(value)
    return ref === undefined ? undefined : find(files.holder(from ?? Object(value)), ref)
  }

  function follow(value: unknown, from?: object): RefTarget | undefined {
    return findEdge(value, from)?.target
  }

  return {
    find,
    findEdge,
    follow,
    step: (value, from) => findEdge(value, from)?.direct,
    findBase: (holder, ref) => {
      const base = findBase(holder, ref)
      return 'fault' in base ? undefined : base
    },
    graph: once(() => readRefGraph(collectValues(root, files), follow)),
  }
}

/** The root of a file; undefined: of the document itself. */
export function openPart(name: string | undefined, root: unknown, files: ReferencedFiles): RefTarget {
  if (name === undefined) return { value: root, path: [] }
  return { value: files.documents.get(name)?.value, path: [fileSegment(name)] }
}

/** Goes along the pointer of a reference. A reference on the way is followed, unless the pointer goes on inside the `$ref` object. */
function stepAlong(base: RefTarget, ref: string, follow: References['follow']): RefTarget | undefined {
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
