import type { Path } from '../../../core/model/location.ts'
import type { BreakingChange } from '../api-change.ts'
import { findSchemaName } from '../discriminators.ts'
import { made, type Node, type Nodes } from '../document.ts'
import { type BreakingRuleId, getBreakingRule } from '../rules/index.ts'
import type { BreakingRule } from '../rules/rows.ts'
import { isAnything, type SchemaNode } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'

/** Under `not`, `if` and `maxContains`, what is wider for a condition is narrower for what it is in. */
type Variance = 'same' | 'opposite'

type Direction = 'request' | 'response'

export function flipDirection(direction: Direction): Direction {
  return direction === 'request' ? 'response' : 'request'
}

/** Who writes what the schema describes, and as what: in a text, 1 and "1" are the same, and only XML has elements. */
export interface Use {
  readonly direction: Direction
  readonly isText: boolean
  readonly isXml: boolean
  /** An empty text cannot be sent, as in a path. */
  readonly isFilled?: boolean
  /** What clients pass over counts, too, as in a condition. */
  readonly isExact?: boolean
  /** Properties that were not described counted as anything; else, to describe one breaks nothing. */
  readonly isOpen?: boolean
  readonly variance?: Variance
}

/** A client passes over properties that it does not know. */
export function passesOver({ judgedAs, use }: Pick<Compared, 'judgedAs' | 'use'>): boolean {
  return judgedAs === 'response' && use.isExact !== true && use.variance !== 'opposite'
}

/** A schema of the old version and what became of it, compared once however often it is used. */
export interface SchemaPair {
  readonly oldNode: SchemaNode
  readonly newNode: SchemaNode
  readonly use: Use
  readonly findings: BreakingChange[]
  readonly inner: SchemaPair[]
  state: 'new' | 'open' | 'done'
}

/**
 * Whether a test passes the rules of all findings of a pair and of what it leads to. What is still being compared counts as
 * equal: if it is not, that is found where it began.
 */
export function createClean(
  compare: (pair: SchemaPair) => void,
  passes: (rule: BreakingRule) => boolean,
): (pair: SchemaPair) => boolean {
  const known = new Map<SchemaPair, boolean>()
  // What passes as long as these are being compared.
  const supposed = new Map<SchemaPair, ReadonlySet<SchemaPair>>()
  const isRefused = ({ findings }: SchemaPair) => findings.some(({ rule }) => !passes(getBreakingRule(rule)))
  const isOpen = (pair: SchemaPair) => pair.state !== 'done' && !isRefused(pair)
  /** What else has to pass, and what is still being compared. */
  const look = (pair: SchemaPair): readonly [inner: Iterable<SchemaPair>, open: Iterable<SchemaPair>] => {
    const others = supposed.get(pair)
    if (others && [...others].every(isOpen)) return [[], others]
    return [known.has(pair) ? [] : pair.inner, pair.state === 'done' ? [] : [pair]]
  }
  return (start) => {
    const [found, open] = [new Set([start]), new Set<SchemaPair>()]
    for (const pair of found) {
      compare(pair)
      if (known.get(pair) === false || isRefused(pair)) {
        known.set(start, false)
        return false
      }
      const [inner, others] = look(pair)
      for (const each of inner) found.add(each)
      for (const each of others) open.add(each)
    }
    for (const pair of found)
      if (open.size === 0) known.set(pair, true)
      else supposed.set(pair, open)
    return true
  }
}

/** Where each version has it, unless that is the schema itself, and all values that the message is about. */
interface FindingPlace {
  readonly old?: Node | undefined
  readonly new?: Node | undefined
  readonly values?: readonly string[] | undefined
}

/**
 * Two views. What clients send must be within what is accepted from now on, and what they receive within what they were
 * told: `within` has to be part of `allowed`.
 */
export interface Compared {
  readonly oldView: SchemaView
  readonly newView: SchemaView
  readonly within: SchemaView
  readonly allowed: SchemaView
  readonly use: Use
  /** The direction whose law holds here: in a condition it is not that of the use. */
  readonly judgedAs: Direction
  readonly today: string
  readonly report: (rule: BreakingRuleId, message: string, about?: FindingPlace) => void
  readonly descend: (oldView: Nodes, newView: Nodes, variance?: Variance) => void
  /** Whether all that is within is also valid by a schema of the allowed version. */
  readonly meets: (nodes: Nodes) => boolean
  /** Whether nothing that is within is valid by a schema of the allowed version, as far as that shows. */
  readonly excludes: (nodes: Nodes) => boolean
  /** Views together all that nodes of one of the versions say. */
  readonly look: { readonly old: (nodes: Nodes) => SchemaView; readonly new: (nodes: Nodes) => SchemaView }
}

/** Named by the new version; but a component that took the place of something else is still that. */
export function nameSubject(newPath: Path, formerPath: Path = newPath): string {
  const [path, oldPath] = [findWhole(newPath), findWhole(formerPath)]
  const [last, holder] = [path.at(-1), path.at(-2)]
  if (holder === 'properties') return `the property \`${last}\``
  if (last === 'items') return `each item of ${nameSubject(path.slice(0, -1))}`
  if (holder === 'prefixItems') return `item ${Number(last) + 1} of ${nameSubject(path.slice(0, -2))}`
  if (last === 'additionalProperties') return `each additional property of ${nameSubject(path.slice(0, -1))}`
  const name = findSchemaName(path)
  if (name === undefined) return 'the value'
  return findSchemaName(oldPath) === undefined ? nameSubject(oldPath) : `\`${name}\``
}

/** The schema that has an alternative, or a part; a property may have the name of such a list. */
function findWhole(path: Path): Path {
  let end = path.length
  while (/^(?:all|any|one)Of$/.test(String(path[end - 2])) && typeof path[end - 1] === 'number') end -= 2
  return path.slice(0, end)
}

/** Checks what one of the sides may not have, and what both have. */
export function checkRestricting(
  compared: Compared,
  keyword: string,
  oldNodes: Nodes,
  newNodes: Nodes,
): void {
  const { within, allowed, judgedAs, descend } = compared
  const [restricted] = judgedAs === 'request' ? [newNodes, oldNodes] : [oldNodes, newNodes]
  if (oldNodes.length > 0 && newNodes.length > 0) descend(oldNodes, newNodes)
  else if (restricted.length > 0 && within !== allowed) reportRestricted(compared, keyword)
}

export function reportRestricted({ judgedAs: direction, report }: Compared, what: string): void {
  const how = direction === 'request' ? 'is now also restricted by' : 'is no longer restricted by'
  report(`breaking-${direction}-constraint-changed`, `${how} ${what}`)
}

/** Goes on with what lists and objects hold. Where one that may hold something does not say what, it allows anything. */
export function descendOpen(
  { oldView, newView, use, descend }: Compared,
  type: 'array' | 'object',
  oldNodes: Nodes,
  newNodes: Nodes,
): void {
  const orAny = (nodes: Nodes, { at, types = new Set([type]) }: SchemaView) => {
    if (nodes.length > 0 && !(use.isText && nodes.every(({ value }) => isAnything(value)))) return nodes
    return types.has(type) ? [{ value: use.isText ? plain : anything, path: (nodes[0] ?? at).path }] : nodes
  }
  if (oldNodes.length + newNodes.length > 0) descend(orAny(oldNodes, oldView), orAny(newNodes, newView))
}

const anything = {}

/** Items that a list can hold that is sent as text. */
const plain = { [made]: true, type: ['string', 'number', 'boolean'] }

/** Whether what an alternative or a condition describes is let in by that. */
export function hasUnevaluated(compared: Compared): boolean {
  const keywords = ['unevaluatedItems', ...(passesOver(compared) ? [] : ['unevaluatedProperties'])]
  return keywords.some((keyword) => compared.allowed.inner(keyword).length > 0)
}

export function refuses(nodes: Nodes): boolean {
  return nodes.some(({ value }) => value === false)
}
