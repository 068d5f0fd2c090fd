import type { BreakingChange } from '../breaking-change.ts'
import { made, type Node, type Nodes } from '../document.ts'
import type { BreakingRuleId } from '../rules/index.ts'
import { isAnything } from './schema-node.ts'
import type { Direction, Use, Variance } from './schema-pair.ts'
import type { SchemaView } from './schema-view.ts'

/**
 * Two views. What clients send must be within what is accepted from now on, and what they receive within what they were
 * told: `within` has to be part of `allowed`.
 */
export interface Compared {
  readonly base: SchemaView
  readonly head: SchemaView
  readonly within: SchemaView
  readonly allowed: SchemaView
  readonly use: Use
  /** The direction whose law holds here: in a condition it is not that of the use. */
  readonly judgedAs: Direction
  /** The date of the run. */
  readonly today: string
  readonly report: (
    rule: BreakingRuleId,
    message: string,
    at?: { readonly base?: Node; readonly head?: Node },
  ) => void
  readonly descend: (base: Nodes, head: Nodes, variance?: Variance) => void
  /** All that nodes of one of the versions say together. */
  readonly look: { readonly base: (nodes: Nodes) => SchemaView; readonly head: (nodes: Nodes) => SchemaView }
}

export function nameSubject(path: BreakingChange['path']): string {
  const [last, before] = [path.at(-1), path.at(-2)]
  if (before === 'properties') return `the property \`${last}\``
  if (last === 'items') return `the items of ${nameSubject(path.slice(0, -1))}`
  if (before === 'prefixItems') return `item ${Number(last) + 1} of ${nameSubject(path.slice(0, -2))}`
  if (last === 'additionalProperties') return `the additional properties of ${nameSubject(path.slice(0, -1))}`
  if (before === 'schemas' || before === 'definitions') return `\`${last}\``
  return 'the value'
}

/** Checks what one of the sides may not have, and what both have. */
export function checkRestricting(compared: Compared, keyword: string, before: Nodes, after: Nodes): void {
  const { within, allowed, judgedAs, descend } = compared
  const [restricted] = judgedAs === 'request' ? [after, before] : [before, after]
  if (before.length > 0 && after.length > 0) descend(before, after)
  else if (restricted.length > 0 && within !== allowed) reportRestricted(compared, keyword)
}

export function reportRestricted({ judgedAs: direction, report }: Compared, what: string): void {
  const how = direction === 'request' ? 'is now also restricted by' : 'is no longer restricted by'
  report(`breaking-${direction}-constraint-changed`, `${how} ${what}`)
}

/** Goes on with what lists and objects hold. Where one that may hold something does not say what, it allows anything. */
export function descendOpen(
  { base, head, use, descend }: Compared,
  type: 'array' | 'object',
  before: Nodes,
  after: Nodes,
): void {
  const orAny = (nodes: Nodes, { at, types = new Set([type]) }: SchemaView) => {
    if (nodes.length > 0 && !(use.isText && nodes.every(({ value }) => isAnything(value)))) return nodes
    return types.has(type) ? [{ value: use.isText ? plain : anything, path: (nodes[0] ?? at).path }] : nodes
  }
  if (before.length + after.length > 0) descend(orAny(before, base), orAny(after, head))
}

const anything = {}

/** What a list can hold that is sent as text. */
const plain = { [made]: true, type: ['string', 'number', 'boolean'] }

export function refuses(nodes: Nodes): boolean {
  return nodes.some(({ value }) => value === false)
}
