import type { ApiDocument, Node } from '../document.ts'
import type { Use } from '../schema/schema-pair.ts'

/** Where the comparison of one operation reports. */
export interface Scope {
  readonly base: ApiDocument
  readonly head: ApiDocument
  /** The date of the run. */
  readonly today: string
  readonly report: (rule: string, message: string, base: Node, head: Node) => void
  /** Compares two schemas; `where` is what they describe, such as `the request body`. */
  readonly compare: (base: Node, head: Node, use: Use, where: string) => void
}
