import type { BreakingChange } from '../breaking-change.ts'
import { findBreakingRule } from '../rules/index.ts'
import type { SchemaNode } from './schema-node.ts'

/** Under `not`, `if` and `maxContains`, what is wider for a condition is narrower for what it is in. */
export type Variance = 'same' | 'opposite'

export type Direction = 'request' | 'response'

export function flipDirection(direction: Direction): Direction {
  return direction === 'request' ? 'response' : 'request'
}

/** Who writes what the schema describes, and as what: in a text, 1 and "1" are the same, and only XML has elements. */
export interface Use {
  readonly direction: Direction
  readonly isText: boolean
  readonly isXml: boolean
  readonly variance?: Variance
}

/** A schema of the base and what became of it, compared once however often it is used. */
export interface SchemaPair {
  readonly base: SchemaNode
  readonly head: SchemaNode
  readonly use: Use
  readonly findings: BreakingChange[]
  readonly inner: SchemaPair[]
  state: 'new' | 'open' | 'done'
}

/**
 * Whether all values stay valid that were, by the rules of all findings of a pair and of what it leads to; `isOpen`: even
 * if they are no longer described. What is still being compared counts
 * as equal: if it is not, that is found where it began.
 */
export function createClean(
  compare: (pair: SchemaPair) => void,
  isOpen: boolean,
): (pair: SchemaPair) => boolean {
  const known = new Map<SchemaPair, boolean>()
  const refuses = ({ rule }: BreakingChange) => {
    const leavesValid = findBreakingRule(rule)?.leavesValid ?? false
    return !(leavesValid === 'undescribed' ? isOpen : leavesValid)
  }
  return (start) => {
    const found = new Set([start])
    for (const pair of found) {
      compare(pair)
      if (known.get(pair) === false || pair.findings.some(refuses)) {
        known.set(start, false)
        return false
      }
      if (known.get(pair) === undefined) for (const inner of pair.inner) found.add(inner)
    }
    if ([...found].every(({ state }) => state === 'done')) for (const pair of found) known.set(pair, true)
    return true
  }
}
