import type { BreakingChange } from '../breaking-change.ts'
import type { SchemaNode } from './schema-node.ts'

/** Who writes what the schema describes, and whether it is sent as text, in which 1 and "1" are the same. */
export interface Use {
  readonly direction: 'request' | 'response'
  readonly isText: boolean
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
