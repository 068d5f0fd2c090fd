import type { Node } from '../document.ts'
import type { Compared } from './compare.ts'

/** What one of the sides may not have, and what both have. */
export function checkRestricting(
  { within, allowed, use, report, descend }: Compared,
  keyword: string,
  before: readonly Node[],
  after: readonly Node[],
): void {
  const [restricted] = use.direction === 'request' ? [after, before] : [before, after]
  if (before.length > 0 && after.length > 0) descend(before, after)
  else if (restricted.length > 0 && within !== allowed) {
    const what = use.direction === 'request' ? 'is now also restricted by' : 'is no longer restricted by'
    report(`breaking-${use.direction}-constraint-changed`, `${what} ${keyword}`)
  }
}
