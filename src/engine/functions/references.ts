import type { Path } from '../../model.ts'
import { readPointer, refOf } from '../pointer.ts'

const known = new WeakMap<object, ReadonlySet<string>>()

/**
 * What the document's local `$ref`s lead to, each as `pointerKey` has it. One inside of what it leads to does not
 * count: a schema that only refers to itself is not used. What stands beside a `$ref` is not looked at.
 */
export function referencesOf(root: unknown): ReadonlySet<string> {
  if (typeof root !== 'object' || root === null) return new Set()
  const cached = known.get(root)
  if (cached) return cached
  const references = collect(root)
  known.set(root, references)
  return references
}

/** One text for each pointer, however it is escaped. */
export function pointerKey(segments: Path): string {
  return JSON.stringify(segments.map(String))
}

interface Place {
  readonly node: object
  readonly parent: Place | undefined
  readonly key: string
}

function collect(root: object): Set<string> {
  const references = new Set<string>()
  const seen = new Set<object>([root])
  const waiting: Place[] = [{ node: root, parent: undefined, key: '' }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const ref = refOf(place.node)
    if (ref !== undefined) {
      const target = readPointer(ref)
      if (target && !isInside(place, target)) references.add(pointerKey(target))
      continue
    }
    for (const [key, child] of Object.entries(place.node)) {
      if (typeof child !== 'object' || child === null || seen.has(child)) continue
      seen.add(child)
      waiting.push({ node: child, parent: place, key })
    }
  }
  return references
}

function isInside(place: Place, target: readonly string[]): boolean {
  const path: string[] = []
  for (let at: Place | undefined = place; at?.parent; at = at.parent) path.push(at.key)
  path.reverse()
  return target.every((segment, index) => path[index] === segment)
}
