import type { Node } from '../document.ts'
import type { Compared } from './compare.ts'
import { isAnything } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'

/** Goes on with what lists and objects hold. Where one that may hold something does not say what, it allows anything. */
export function descendOpen(
  { base, head, use, descend }: Compared,
  type: 'array' | 'object',
  before: readonly Node[],
  after: readonly Node[],
): void {
  const orAny = (nodes: readonly Node[], { at, types = new Set([type]) }: SchemaView) => {
    if (nodes.length > 0 && !(use.isText && nodes.every(({ value }) => isAnything(value)))) return nodes
    return types.has(type) ? [{ value: use.isText ? plain : anything, path: (nodes[0] ?? at).path }] : nodes
  }
  if (before.length + after.length > 0) descend(orAny(before, base), orAny(after, head))
}

const anything = {}

/** What a list can hold that is sent as text. */
const plain = { type: ['string', 'number', 'boolean'] }

export function refuses(nodes: readonly Node[]): boolean {
  return nodes.some(({ value }) => value === false)
}
