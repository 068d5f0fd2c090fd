import type { Answer } from '../../core/model/evaluation.ts'
import { groupBy } from '../../core/text/group-by.ts'

/** The answers about the same targets: the same saved APIs, or the same definition. */
export interface ForestNode {
  readonly targets: readonly string[]
  readonly answers: readonly Answer[]
  /** The next larger set of targets that holds this one; none for a root. */
  readonly parent: ForestNode | undefined
}

/**
 * Answers by their targets. Calls are only ever cut in consecutive chunks and those in halves, so two sets of targets
 * are equal, apart, or one within the other: a forest. Larger sets come before the smaller ones within them.
 */
export function buildForest(answers: readonly Answer[]): ForestNode[] {
  const groups = groupBy(answers, (answer) => JSON.stringify(listTargets(answer)))
  const innermost = new Map<string, ForestNode>()
  const bySize = [...groups.values()]
    .map((same) => ({ targets: same[0] ? listTargets(same[0]) : [], answers: same }))
    .sort((a, b) => b.targets.length - a.targets.length)
  return bySize.map((group) => {
    const node: ForestNode = { ...group, parent: innermost.get(group.targets[0] ?? '') }
    for (const target of group.targets) innermost.set(target, node)
    return node
  })
}

/** Saved APIs and definitions under names that no other target has. */
function listTargets({ request }: Answer): readonly string[] {
  if (request.kind === 'apis') return request.api_ids.map((id) => `api ${id}`)
  return [`file ${JSON.stringify(request.definition)}`]
}

/**
 * One value for each node, of its own and of the sums over the nodes within it: whichever `join` keeps. What was asked
 * for whole and again in pieces is not counted twice.
 */
export function sumTree<Value>(
  forest: readonly ForestNode[],
  ownOf: (node: ForestNode) => Value,
  join: (own: Value, parts: Value) => Value,
  add: (left: Value, right: Value) => Value,
): Map<ForestNode, Value> {
  const parts = new Map<ForestNode, Value>()
  const values = new Map<ForestNode, Value>()
  for (const node of forest.toReversed()) {
    const own = ownOf(node)
    const within = parts.get(node)
    const value = within === undefined ? own : join(own, within)
    values.set(node, value)
    if (node.parent === undefined) continue
    const before = parts.get(node.parent)
    parts.set(node.parent, before === undefined ? value : add(before, value))
  }
  return values
}
