import type { Matched } from './tools.ts'
import type { Variant } from './variants.ts'

/** More comparisons than this, of each with each, are not made. */
const mostTrials = 10_000

/** An alternative that takes more than what it is compared with, and has in it all of another one: only one may match. */
export function findOverlap(
  { some, all, matches, fits }: Matched,
  takesNoMore: (all: Variant, some: Variant) => boolean,
): Variant | undefined {
  const former = new Map([...matches].map(([own, match]) => [match, own]))
  const grown = all.filter((each) => {
    const own = former.get(each)
    return own === undefined || !takesNoMore(each, own)
  })
  if (grown.length * some.length > mostTrials) return undefined
  return grown.find((each) => some.some((own) => matches.get(own) !== each && isIn(own, each)))

  function isIn(own: Variant, other: Variant): boolean {
    const match = matches.get(own)
    return match !== undefined && fits(own, match) && fits(own, other)
  }
}
