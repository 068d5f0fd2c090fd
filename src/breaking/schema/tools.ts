import type { SchemaNode } from './schema-node.ts'
import type { SchemaPair, Use } from './schema-pair.ts'
import type { Side, Variant } from './variants.ts'

/** What compares alternatives. */
export interface Tools {
  readonly before: Side
  readonly after: Side
  readonly pairWith: (base: SchemaNode, head: SchemaNode, use?: Use) => SchemaPair
  readonly isClean: (pair: SchemaPair) => boolean
  /** Whether what the one allows the other does, too: what is no longer described may still be there. */
  readonly isWithin: (pair: SchemaPair) => boolean
}

/** What the alternatives of two choices have to do with each other. */
export interface Matched extends Tools {
  /** The alternatives of what is written, and of what is read. */
  readonly some: readonly Variant[]
  readonly all: readonly Variant[]
  /** Which alternative takes all of each that is written. */
  readonly matches: ReadonlyMap<Variant, Variant>
  readonly fits: (some: Variant, all: Variant) => boolean
}
