import type { Node } from '../document.ts'
import type { Use } from '../schema/schema-pair.ts'
import { contentOf, valueSchemaOf } from './content.ts'
import type { Scope } from './scope.ts'

/** What a parameter or a header can be. Without a media type, it is sent as text. */
export function compareValues(
  before: Node,
  after: Node,
  direction: Use['direction'],
  what: string,
  { base, head, compare }: Scope,
): void {
  const isText = contentOf(before, base).length === 0 && contentOf(after, head).length === 0
  compare(valueSchemaOf(before, base), valueSchemaOf(after, head), { direction, isText }, what)
}
