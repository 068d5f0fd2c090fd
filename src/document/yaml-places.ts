import type { Path } from '../model.ts'
import type { Range } from './lines.ts'
import type { YamlNodes } from './yaml-nodes.ts'

type Children = (segment: string | number) => number | undefined

const mergeKey = '<<'

/**
 * Finds values in YAML text by its nodes. An alias is where a path ends: what it stands for is elsewhere. A value
 * that a merge key brought in is found where it is written.
 */
export function createYamlPlaces(nodes: YamlNodes): (path: Path) => Range {
  const { steps, starts, ends, nexts, targets } = nodes
  const listed = new Map<number, Children>()

  function childrenOf(node: number): Children {
    let children = listed.get(node)
    if (!children) {
      children = typeof steps[node + 1] === 'number' ? listItems(node) : listPairs(node)
      listed.set(node, children)
    }
    return children
  }

  function listItems(sequence: number): Children {
    const items = nodesIn(sequence)
    return (segment) => items[Number(segment)]
  }

  function listPairs(mapping: number): Children {
    const pairs = new Map<string | number | undefined, number>()
    const merged: number[] = []
    for (const node of nodesIn(mapping)) {
      if (steps[node] === mergeKey) merged.push(node)
      else pairs.set(steps[node], node)
    }
    return (segment) => pairs.get(String(segment)) ?? findMerged(merged, segment)
  }

  function findMerged(sources: readonly number[], segment: string | number): number | undefined {
    for (const source of sources) {
      const node = targets.get(source) ?? source
      const isList = typeof steps[node + 1] === 'number' && nextOf(node) > node + 1
      const found = isList ? findMerged(nodesIn(node), segment) : childrenOf(node)(segment)
      if (found !== undefined) return found
    }
    return undefined
  }

  function nodesIn(collection: number): number[] {
    const children: number[] = []
    for (let node = collection + 1; node < nextOf(collection); node = nextOf(node)) children.push(node)
    return children
  }

  function nextOf(node: number): number {
    return nexts[node] ?? steps.length
  }

  return (path) => {
    let node = 0
    for (const segment of path) {
      const child = childrenOf(node)(segment)
      if (child === undefined) break
      node = child
    }
    return { start: starts[node] ?? 0, end: ends[node] ?? 0 }
  }
}
