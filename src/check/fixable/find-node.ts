import { parsePointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { getChild } from '../../core/model/record.ts'
import { findKey } from '../../engine/openapi/pointer.ts'
import { findPaths } from '../../gate/place.ts'

/** The keys that lead to an issue in the value of its file, or to the nearest that is there; undefined: several places fit. */
export function findNode({ path: dotted, pointer, ambiguous }: Issue, root: unknown): Path | undefined {
  if (pointer !== undefined) return followSegments(root, parsePointer(pointer))
  const { paths, deepest } = findPaths(root, dotted)
  const [path, other] = paths
  return other || ambiguous ? undefined : (path ?? deepest)
}

/** The keys that segments of a pointer lead along, as far as there is something. */
function followSegments(root: unknown, segments: readonly (string | number)[]): Path {
  const path: (string | number)[] = []
  let value = root
  for (const segment of segments) {
    const key = findKey(value, segment)
    if (key === undefined) break
    path.push(key)
    value = getChild(value, key)
  }
  return path
}
