import { dirname, relative, sep } from 'node:path'
import type { WrittenAt } from '../../check/fixable/fix.ts'
import { findSchemaKind } from '../../check/fixable/schema-place.ts'
import { toPointer } from '../../core/model/identity.ts'
import type { Path } from '../../core/model/location.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { getChild, getValue } from '../../core/model/record.ts'
import { getRef } from '../../engine/openapi/pointer.ts'
import type { Outline } from './propose/outline.ts'
import type { FixView } from './propose/view.ts'
import {
  type FileReferenceUse,
  findUnresolved,
  referencesIn,
  resolveLink,
  type WholeDefinition,
} from './whole.ts'

/** Creates one view per chain of references from the definition to the place. */
export function createViews(
  file: string,
  path: Path,
  whole: WholeDefinition,
  outlineOf: FixView['outlineOf'],
): readonly FixView[] {
  if (file === whole.file) return [createView(withItems(whole), path, whole, outlineOf)]
  return listMounts({ file, path }, whole).map((mount) =>
    createView(mount, pathInMount(mount, path), whole, outlineOf),
  )
}

/** The view of a definition that is this text alone. */
export function viewOfFile(file: string, path: Path, outline: Outline): FixView {
  const values = new Map([[file, outline.value]])
  const whole = { file, values, files: undefined }
  return createView(withItems(whole), path, whole, () => outline)
}

function createView(
  mount: Mount,
  path: Path,
  whole: WholeDefinition,
  outlineOf: FixView['outlineOf'],
): FixView {
  const { root } = mount
  const findWritten = (at: Path) => findMountedPlace(mount, whole, at)
  return {
    root,
    path,
    whole: root,
    elsewhere: listOthers(whole),
    writtenAt: findWritten,
    outlineOf,
    findTarget: (at) => {
      const ref = getRef(getValue(root, at))
      return ref === undefined ? undefined : resolveLink(ref, findWritten(at).file, whole)
    },
    findUnresolved: () => findUnresolved(whole),
    kindAt: (at) => findSchemaKind(root, at),
    referenceTo: (at, from) => {
      const target = findWritten(at)
      const name = target.file === from ? '' : relateName(from, target.file)
      return `${name}#${toPointer(target.path)}`
    },
  }
}

const listOthers = rememberPerObject(
  ({ values, file }: WholeDefinition) => new Map([...values].filter(([name]) => name !== file)),
)

/** Percent-encoded, as it is in a reference. */
function relateName(holder: string, file: string): string {
  return relative(dirname(holder), file).split(sep).map(encodeURIComponent).join('/')
}

/** A definition as one value, in which some references are replaced by what they lead to. */
interface Mount {
  readonly root: unknown
  readonly steps: readonly MountStep[]
}

interface MountStep {
  /** In `root`, where the reference was. */
  readonly at: Path
  readonly to: WrittenAt
}

/** Limits the uses that are examined; more uses are taken to be like these. */
const mostMounts = 20
const mostSteps = 2000

/** Finds chains of references from the definition to a place in one of its files. */
function listMounts(place: WrittenAt, whole: WholeDefinition): readonly Mount[] {
  const references = referencesIn(whole)
  const found: Mount[] = []
  let steps = 0
  search(place, [])
  return found

  function search(at: WrittenAt, way: readonly FileReferenceUse[]): void {
    if (found.length === mostMounts || ++steps > mostSteps) return
    if (at.file === whole.file) found.push(mounted(whole, way))
    else
      for (const reference of references.get(at.file) ?? [])
        if (!way.includes(reference) && isPrefix(reference.to.path, at.path))
          search(reference.from, [reference, ...way])
  }
}

/** Kept, as what is known of a root is kept by it. */
const mountsIn = rememberPerObject((_whole: WholeDefinition) => new Map<string, Mount>())

function mounted(whole: WholeDefinition, way: readonly FileReferenceUse[]): Mount {
  const key = way.map(({ id }) => id).join()
  const mount = mountsIn(whole).get(key) ?? createMount(whole, way)
  mountsIn(whole).set(key, mount)
  return mount
}

function createMount(whole: WholeDefinition, way: readonly FileReferenceUse[]): Mount {
  const { values } = whole
  let { root, steps } = withItems(whole)
  let last: MountStep | undefined
  for (const { from, to } of way) {
    const at = last ? [...last.at, ...from.path.slice(last.to.path.length)] : from.path
    root = replaced(root, at, getValue(values.get(to.file), to.path))
    last = { at, to }
    steps = [...steps, last]
  }
  return { root, steps }
}

/** The definition with the path items that are in other files: a fix may ask for all operations. */
const withItems = rememberPerObject((whole: WholeDefinition): Mount => {
  const { file, values } = whole
  if (values.size === 1) return { root: values.get(file), steps: [] }
  const items = [...referencesIn(whole).values()].flat().filter(({ from, to }) => {
    const isItem = from.file === file && from.path.length === 2 && from.path[0] === 'paths'
    return (
      isItem && to.file !== file && Object.keys(Object(getValue(values.get(file), from.path))).length === 1
    )
  })
  let root = values.get(file)
  for (const { from, to } of items) root = replaced(root, from.path, getValue(values.get(to.file), to.path))
  return { root, steps: items.map(({ from, to }) => ({ at: from.path, to })) }
})

function findMountedPlace({ steps }: Mount, { file }: WholeDefinition, path: Path): WrittenAt {
  const step = steps.findLast(({ at }) => isPrefix(at, path))
  if (!step) return { file, path }
  return { file: step.to.file, path: [...step.to.path, ...path.slice(step.at.length)] }
}

/** Converts a path in a file to a path in the mount that its last reference creates. */
function pathInMount({ steps }: Mount, path: Path): Path {
  const last = steps.at(-1)
  return last ? [...last.at, ...path.slice(last.to.path.length)] : path
}

function isPrefix(path: Path, of: Path): boolean {
  return path.length <= of.length && path.every((key, index) => of[index] === key)
}

function replaced(root: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(root))
    return root.map((item: unknown, index) => (index === key ? replaced(item, rest, value) : item))
  return { ...Object(root), [key]: replaced(getChild(root, key), rest, value) }
}
