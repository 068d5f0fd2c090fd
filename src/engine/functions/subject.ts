import { shorten } from '../print.ts'
import type { FunctionContext } from '../rule.ts'

/** How a message names the target: the `field`, else the last key of its path. */
export function subject(context: FunctionContext): string {
  const name = context.property ?? context.path.at(-1)
  if (name === undefined) return 'the document'
  return typeof name === 'number' ? `item ${name}` : `"${shorten(String(name))}"`
}
