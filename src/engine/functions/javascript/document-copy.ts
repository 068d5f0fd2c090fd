import { isObject } from '../../../core/model/record.ts'
import { getRef } from '../../pointer.ts'
import { allValues } from '../../referenced-files.ts'
import { createRefs } from '../../refs.ts'
import type { WholeDocument } from '../../rule.ts'

/** How a function sees a document: with its references followed, or as it is written. */
type CopyView = 'resolved' | 'unresolved'

/**
 * A document for the sandbox. It gets the text of each view once, and then only the numbers of nodes: both sides number
 * the objects and arrays in the order of the text, parents first.
 */
export interface DocumentCopy {
  readonly nodes: readonly object[]
  readonly numberValue: (value: unknown) => number | undefined
  readonly text: (view: CopyView) => string
}

/** The sandbox has no memory for more. */
const maxNodes = 3_000_000

export function copyDocument({ root, files }: WholeDocument): DocumentCopy {
  const roots = allValues(root, files)
  const { nodes, references } = collect(roots)
  let numbers: ReadonlyMap<unknown, number> | undefined
  const numberValue = (value: unknown) => {
    numbers ??= new Map(nodes.map((node, index): [unknown, number] => [node, index]).reverse())
    return numbers.get(value)
  }

  function resolved(): string {
    const { resolve } = createRefs(root, files)
    const links = references.flatMap(({ parent, key, node }) => {
      const target = resolve(node)
      if (!target) return []
      const number = numberValue(target.value)
      return [number === undefined ? [parent, key, -1, target.value] : [parent, key, number]]
    })
    return JSON.stringify({ roots, links, start: numberValue(resolve(root)?.value) })
  }

  return {
    nodes,
    numberValue,
    text: (view) => (view === 'resolved' ? resolved() : JSON.stringify({ roots: [root], links: [] })),
  }
}

interface CopiedReference {
  readonly parent: number
  readonly key: string
  readonly node: object
}

function collect(roots: readonly unknown[]) {
  const nodes: object[] = []
  const references: CopiedReference[] = []
  const pending = roots.toReversed()
  while (pending.length > 0) {
    const node = pending.pop()
    if (!isObject(node)) continue
    const parent = nodes.push(node) - 1
    if (parent === maxNodes) throw new Error(`the document has more than ${maxNodes} objects and lists`)
    const members = Object.entries(node).filter(([, member]) => isObject(member))
    for (const [key, member] of members)
      if (getRef(member) !== undefined) references.push({ parent, key, node: member })
    for (const [, member] of members.reverse()) pending.push(member)
  }
  return { nodes, references }
}
