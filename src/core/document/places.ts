import type { Path } from '../model/location.ts'
import type { Range } from './lines.ts'
import { iterateNodes, mark, mergeKey, type Tree } from './tree.ts'

/** The range of a value, with its key's where the value begins right behind the colon, as every object does. */
export interface NodePlaces extends Range {
  readonly key?: Range
}

type Children = (segment: string | number) => number | undefined

/**
 * Finds values in a text by its nodes. An alias is where a path ends: what it stands for is elsewhere. A value
 * that a merge key brought in is found where it is written.
 */
export function createPlaces({ nodes, keyOf, targetOf, hasMerges }: Tree): (path: Path) => NodePlaces {
  const { marks } = nodes
  const listed = new Map<number, Children>()

  function indexChildren(node: number): Children {
    let children = listed.get(node)
    if (!children) {
      children = listChildren([...iterateNodes(nodes, node)])
      listed.set(node, children)
    }
    return children
  }

  function listChildren(children: readonly number[]): Children {
    if (areItems(children)) return (segment) => children[Number(segment)]
    const pairs = new Map<string, number>()
    const merged: number[] = []
    for (const node of children) {
      const key = keyOf(node)
      if (hasMerges && key === mergeKey) merged.push(node)
      else pairs.set(key, node)
    }
    return (segment) => pairs.get(String(segment)) ?? findMerged(merged, segment)
  }

  function findMerged(sources: readonly number[], segment: string | number): number | undefined {
    for (const source of sources) {
      const node = targetOf(source) ?? source
      const children = [...iterateNodes(nodes, node)]
      const found = areItems(children) ? findMerged(children, segment) : indexChildren(node)(segment)
      if (found !== undefined) return found
    }
    return undefined
  }

  function areItems([first]: readonly number[]): boolean {
    return first !== undefined && marks[first + mark.key] === -1
  }

  return (path) => {
    let node = 0
    for (const segment of path) {
      const child = indexChildren(node)(segment)
      if (child === undefined) break
      node = child
    }
    return placeNode(node)
  }

  function placeNode(node: number): NodePlaces {
    const [start = 0, key = -1, keyEnd = -1] = [
      marks[node + mark.start],
      marks[node],
      marks[node + mark.keyEnd],
    ]
    const place = { start, end: marks[node + mark.end] ?? 0 }
    return key >= 0 && start === keyEnd + 1 ? { ...place, key: { start: key, end: keyEnd } } : place
  }
}
