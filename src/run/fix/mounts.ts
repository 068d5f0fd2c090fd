import type { WrittenAt } from '../../fix/view.ts'
import type { Path } from '../../model/location.ts'
import { childOf, valueAt } from '../../model/record.ts'
import { type Reference, referencesIn, type Whole } from './whole.ts'

/** A definition as one value, in which some references are replaced by what they lead to. */
export interface Mount {
  readonly root: unknown
  readonly steps: readonly Step[]
}

interface Step {
  /** In `root`, where the reference was. */
  readonly at: Path
  /** Where it leads. */
  readonly to: WrittenAt
}

/** What is used at more places is taken to be alike at the others. */
const mostMounts = 20
const mostSteps = 2000

/** The ways from a definition to a place in one of its files: at most some of them. */
export function mountsOf(place: WrittenAt, whole: Whole): readonly Mount[] {
  const references = referencesIn(whole)
  const found: Mount[] = []
  let steps = 0
  search(place, [])
  return found

  function search(at: WrittenAt, way: readonly Reference[]): void {
    if (found.length === mostMounts || ++steps > mostSteps) return
    if (at.file === whole.file) found.push(mounted(whole, way))
    else
      for (const each of references.get(at.file) ?? [])
        if (!way.includes(each) && isPrefix(each.to.path, at.path)) search(each.from, [each, ...way])
  }
}

/** Kept, as what is known of a root is kept by it. */
const known = new WeakMap<Whole, Map<string, Mount>>()

function mounted(whole: Whole, way: readonly Reference[]): Mount {
  const mounts = known.get(whole) ?? new Map<string, Mount>()
  const key = way.map(({ id }) => id).join()
  const mount = mounts.get(key) ?? mountOf(whole, way)
  known.set(whole, mounts.set(key, mount))
  return mount
}

function mountOf(whole: Whole, way: readonly Reference[]): Mount {
  const { values } = whole
  let { root, steps } = withItems(whole)
  let last: Step | undefined
  for (const { from, to } of way) {
    const at = last ? [...last.at, ...from.path.slice(last.to.path.length)] : from.path
    root = replaced(root, at, valueAt(values.get(to.file), to.path))
    last = { at, to }
    steps = [...steps, last]
  }
  return { root, steps }
}

const withAll = new WeakMap<Whole, Mount>()

/** The definition with the path items that are in other files: a fix may ask for all operations. */
export function withItems(whole: Whole): Mount {
  const before = withAll.get(whole)
  if (before) return before
  const { file, values } = whole
  const items = [...referencesIn(whole).values()].flat().filter(({ from, to }) => {
    const isItem = from.file === file && from.path.length === 2 && from.path[0] === 'paths'
    return isItem && to.file !== file && isAlone(valueAt(values.get(file), from.path))
  })
  let root = values.get(file)
  for (const { from, to } of items) root = replaced(root, from.path, valueAt(values.get(to.file), to.path))
  const mount = { root, steps: items.map(({ from, to }) => ({ at: from.path, to })) }
  withAll.set(whole, mount)
  return mount
}

function isAlone(value: unknown): boolean {
  return Object.keys(Object(value)).length === 1
}

/** Where a path of the mount is written. */
export function writtenIn({ steps }: Mount, { file }: Whole, path: Path): WrittenAt {
  const step = steps.findLast(({ at }) => isPrefix(at, path))
  if (!step) return { file, path }
  return { file: step.to.file, path: [...step.to.path, ...path.slice(step.at.length)] }
}

/** The path in the mount of a place to which its last reference leads. */
export function pathInMount({ steps }: Mount, path: Path): Path {
  const last = steps.at(-1)
  return last ? [...last.at, ...path.slice(last.to.path.length)] : path
}

function isPrefix(path: Path, of: Path): boolean {
  return path.length <= of.length && path.every((key, index) => of[index] === key)
}

/** A copy along the path. */
function replaced(root: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(root))
    return root.map((item: unknown, index) => (index === key ? replaced(item, rest, value) : item))
  return { ...Object(root), [key]: replaced(childOf(root, key), rest, value) }
}
