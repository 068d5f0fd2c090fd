import type { BreakingChange } from '../breaking-change.ts'
import type { SchemaNode } from './schema-node.ts'

/** Who writes what the schema describes, and as what: in a text, 1 and "1" are the same, and only XML has elements. */
export interface Use {
  readonly direction: 'request' | 'response'
  readonly isText: boolean
  readonly isXml: boolean
  /** Under `not` or `if`, where what is wider for a condition is narrower for what it is in. */
  readonly isInverted?: boolean
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
 * Whether pairs, and all that they lead to, have no findings but those of rules that pass. What is still being compared counts
 * as equal: if it is not, that is found where it began.
 */
export function createClean(
  compare: (pair: SchemaPair) => void,
  passes: (rule: string) => boolean,
): (pair: SchemaPair) => boolean {
  const known = new Map<SchemaPair, boolean>()
  return (start) => {
    const found = new Set([start])
    for (const pair of found) {
      compare(pair)
      if (known.get(pair) === false || pair.findings.some(({ rule }) => !passes(rule))) {
        known.set(start, false)
        return false
      }
      if (known.get(pair) === undefined) for (const inner of pair.inner) found.add(inner)
    }
    if ([...found].every(({ state }) => state === 'done')) for (const pair of found) known.set(pair, true)
    return true
  }
}
