import type { Location, Path } from '../../core/model/location.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { getChild, isObject } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { isInData } from '../../engine/openapi/data-places.ts'
import {
  fileSegment,
  findPart,
  noFiles,
  type ReferencedFiles,
  splitFile,
} from '../../engine/openapi/files.ts'
import { listRefPlaces, type RefTarget, toPath } from '../../engine/openapi/places.ts'
import { findKey, getRef } from '../../engine/openapi/pointer.ts'
import { readReferences } from '../../engine/openapi/references.ts'
import { isInPart, type UsedNode } from '../../gate/excuse/uses.ts'
import type { ApiChange } from '../breaking/api-change.ts'
import type { LocalDefinition } from '../sources/local-definition.ts'
import { readReferenced } from '../sources/local-files.ts'
import type { Sources } from '../sources/sources.ts'

/** A definition with the files that it refers to. A path into another file starts with its `fileSegment`. */
export interface DefinitionView {
  readonly root: unknown
  readonly files: ReferencedFiles
  /** The file's root; undefined for a file that the definition does not refer to. */
  readonly start: (path: Path) => (RefTarget & { readonly rest: Path }) | undefined
  /** Resolves a `$ref` object; undefined for other values. `from`: an object of the file with the reference, if not the value itself. */
  readonly follow: (value: unknown, from?: object) => RefTarget | undefined
  /** The paths of the `$ref` objects that name an object; of a chain, the last. */
  readonly usesOf: (value: unknown) => readonly Path[]
}

/** Both versions of a definition. */
export interface ViewedVersions {
  readonly oldView: DefinitionView
  readonly newView: DefinitionView
}

export async function viewDefinition(file: string, sources: Sources): Promise<DefinitionView> {
  const definition = await sources.readDefinition(file)
  const last = lastViews.get(sources)
  if (last?.definition === definition) return last.view
  const view = createView(definition.value, await readReferenced(definition, sources))
  lastViews.set(sources, { definition, view })
  return view
}

/** A view holds all files of its definition, so that only the last one is kept: what looks at one does so several times. */
const lastViews = new WeakMap<
  Sources,
  { readonly definition: LocalDefinition; readonly view: DefinitionView }
>()

export function createView(root: unknown, files: ReferencedFiles = noFiles): DefinitionView {
  const { follow } = readReferences(root, files)
  let uses: ReturnType<typeof collectUses> | undefined
  return {
    root,
    files,
    follow,
    start: (path) => {
      const { name, path: rest } = splitFile(path, files)
      if (name === undefined && isInPart(path)) return undefined
      return name === undefined
        ? { value: root, path: [], rest }
        : { value: files.documents.get(name)?.value, path: [fileSegment(name)], rest }
    },
    usesOf: (value) => {
      uses ??= collectUses(root, files)
      return isObject(value) ? (uses.get(value) ?? []).map(({ path }) => path) : []
    },
  }
}

/** Each with the path of the object that holds it, and the keys from what it leads to, down to the node. */
type References = ReturnType<UsedNode['referencesTo']>

/** All references to the node at `path` and to what it is in, the nearest first. */
export function findReferences(path: Path, view: DefinitionView): References {
  const known = getKnownReferences(view)
  const name = JSON.stringify(path)
  const references = known.get(name) ?? listReferences(path, view)
  known.set(name, references)
  return references
}

const getKnownReferences = rememberPerObject((_view: DefinitionView) => new Map<string, References>())

function listReferences(path: Path, view: DefinitionView): References {
  const { nodes, rest } = listNodes(path, view)
  return nodes
    .map(({ value }, depth) => view.usesOf(value).map((from) => ({ from, rest: rest.slice(depth) })))
    .reverse()
    .flat()
}

/** The file's root, and one after the other what is at the keys of a path, as far as there is something. */
function listNodes(path: Path, view: DefinitionView): { nodes: readonly RefTarget[]; rest: Path } {
  const start = view.start(path)
  const nodes: RefTarget[] = []
  let next: RefTarget | undefined = start
  for (const key of start?.rest ?? []) {
    if (next === undefined) break
    nodes.push(next)
    next = stepDown(next, key, view)
  }
  return { nodes: next ? [...nodes, next] : nodes, rest: start?.rest ?? [] }
}

function collectUses(root: unknown, files: ReferencedFiles) {
  const { step } = readReferences(root, files)
  const uses: { readonly target: object; readonly path: Path }[] = []
  const documents = [...files.documents].map(([name, { value }]) => [value, [fileSegment(name)]] as const)
  for (const [value, prefix] of [[root, []] as const, ...documents])
    for (const place of listRefPlaces(value)) {
      const target = isInData(place) ? undefined : step(place.value)?.value
      if (isObject(target)) uses.push({ target, path: [...prefix, ...toPath(place)] })
    }
  return groupBy(uses, ({ target }) => target)
}

/** Resolves a child by its key, following a reference where the node itself lacks the key; undefined where there is none. */
export function stepDown(
  at: RefTarget,
  key: string | number,
  { follow }: DefinitionView,
): RefTarget | undefined {
  const holder = findKey(at.value, key) === undefined ? (follow(at.value) ?? at) : at
  const child = findKey(holder.value, key)
  return child === undefined ? undefined : new Child(getChild(holder.value, child), holder, child)
}

/** What a step down leads to. Its path is made when somebody asks: a way of n steps would hold n paths of up to n keys. */
class Child implements RefTarget {
  readonly value: unknown
  readonly #holder: RefTarget
  readonly #key: string | number

  constructor(value: unknown, holder: RefTarget, key: string | number) {
    this.value = value
    this.#holder = holder
    this.#key = key
  }

  get path(): Path {
    const keys: (string | number)[] = []
    let at: RefTarget = this
    for (; at instanceof Child; at = at.#holder) keys.push(at.#key)
    return [...at.path, ...keys.reverse()]
  }
}

/** Finds what is at a path, through references where they are in the way; undefined where there is nothing. */
export function findTarget(path: Path, view: DefinitionView): RefTarget | undefined {
  const { nodes, rest } = listNodes(path, view)
  return nodes[rest.length]
}

/** The place at which a path is written, references followed up to its last key; keys that do not exist stay as they are. */
export function findWrittenPath(path: Path, view: DefinitionView): Path {
  const { nodes, rest } = listNodes(path, view)
  const last = nodes.at(-1)
  if (last === undefined || nodes.length > rest.length) return last?.path ?? path
  return [...followTarget(last, view).path, ...rest.slice(nodes.length - 1)]
}

/** Resolves a reference; any other target is returned as it is. */
export function followTarget(at: RefTarget, { follow }: DefinitionView): RefTarget {
  return getRef(at.value) === undefined ? at : (follow(at.value) ?? at)
}

/** One version of a definition, with its text. */
export interface DefinitionVersion {
  readonly file: string
  readonly document: SourceDocument
  readonly view: DefinitionView
}

/** Both versions of a definition, with their texts. */
export interface OpenedVersions {
  readonly oldVersion: DefinitionVersion
  readonly newVersion: DefinitionVersion
}

export async function openVersion(file: string, sources: Sources): Promise<DefinitionVersion> {
  const view = await viewDefinition(file, sources)
  const { document } = await sources.readDefinition(file)
  return { file, document, view }
}

/** A place in one version, with its path in the file that holds it. */
export interface ChangePlace {
  readonly file: string
  readonly path: Path
  readonly line: number
  readonly column: number
  /** The place of the value; line and column are those of its key. */
  readonly location: Location
}

/** The places of a change. For a part that is gone, `old` is its place, and `now` that of the nearest holder that is left. */
export function locateChange(
  { path, oldPath }: Pick<ApiChange, 'path' | 'oldPath'>,
  { oldVersion, newVersion }: OpenedVersions,
): { readonly now: ChangePlace; readonly old?: ChangePlace } {
  const now = locatePath(path, newVersion)
  return findTarget(path, newVersion.view) ? { now } : { now, old: locatePath(oldPath, oldVersion) }
}

export function locatePath(whole: Path, { file, document, view }: DefinitionVersion): ChangePlace {
  const { name, path } = splitFile(whole, view.files)
  const part = findPart(name, document, view.files)
  const { start_line: line, start_char: column } = part.locateKey(path)
  return { file: name ?? file, path, line, column, location: part.locate(path) }
}
