import { child, children, isTrue, type Node } from '../document.ts'
import type { Scope } from './scope.ts'

/** The headers that are required, and were not. */
export function neededHeaders(
  before: Node,
  after: Node,
  { base, head }: Pick<Scope, 'base' | 'head'>,
): readonly (readonly [string, Node])[] {
  const had = new Map(children(child(before, 'headers', base), base))
  const now = children(child(after, 'headers', head), head)
  return now.filter(([name, header]) => isTrue(header, 'required') && !isTrue(had.get(name), 'required'))
}
