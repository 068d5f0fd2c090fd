import type { SchemaNode } from './schema-node.ts'
import type { SchemaPair, Use } from './schema-pair.ts'
import type { Side } from './variants.ts'

/** What compares alternatives. */
export interface Tools {
  readonly before: Side
  readonly after: Side
  readonly pairWith: (base: SchemaNode, head: SchemaNode, use?: Use) => SchemaPair
  readonly isClean: (pair: SchemaPair) => boolean
}
