import type { Variant } from './variants.ts'

interface Variants {
  readonly bases: readonly Variant[]
  readonly heads: readonly Variant[]
  /** The one of the head that each of the base is compared with. */
  readonly matches: ReadonlyMap<Variant, Variant>
  readonly fits: (base: Variant, head: Variant) => boolean
  /** Whether the alternative allows no more than it did. */
  readonly isWithin: (head: Variant, base: Variant) => boolean
}

/** More comparisons than this, of each with each, are not made. */
const mostTrials = 10_000

/** An alternative that is new or wider, and has in it all of another one: where one has to match, both are refused. */
export function findOverlap({ bases, heads, matches, fits, isWithin }: Variants): Variant | undefined {
  const former = new Map([...matches].map(([base, head]) => [head, base]))
  const grown = heads.filter((head) => {
    const base = former.get(head)
    return base === undefined || !isWithin(head, base)
  })
  if (grown.length * bases.length > mostTrials) return undefined
  return grown.find((head) =>
    bases.some((base) => matches.has(base) && matches.get(base) !== head && isIn(base, head)),
  )

  function isIn(base: Variant, head: Variant): boolean {
    const match = matches.get(base)
    return match !== undefined && fits(base, match) && fits(base, head)
  }
}
