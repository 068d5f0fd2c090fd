import fc from 'fast-check'

/** What became of the cases of one oracle, and the first difference that it found. */
export interface Outcome {
  readonly counts: Readonly<Record<string, number>>
  readonly difference: string | undefined
}

/** Compares `count` cases that follow from `seed`. */
export type Run = (seed: number, count: number) => Outcome

/**
 * An oracle over generated cases. `compare` names what became of a case, for the counts, and throws where the two sides
 * differ; the difference is then reduced to the smallest case that shows it.
 */
export function oracle<Case>(cases: fc.Arbitrary<Case>, compare: (given: Case) => string | string[]): Run {
  return (seed, count) => {
    const counts: Record<string, number> = {}
    const property = fc.property(cases, (given) => {
      for (const name of [compare(given)].flat()) counts[name] = (counts[name] ?? 0) + 1
    })
    const found = fc.check(property, { seed, numRuns: count })
    const difference = found.failed ? `${fc.defaultReportMessage(found)}\n${found.errorInstance}` : undefined
    return { counts, difference }
  }
}

/** What became of a pair of versions: what is found between them, and a value that breaks. Throws where that is not found. */
export function judgePair(pair: unknown, severities: readonly string[], shown: unknown): string {
  const isError = severities.includes('error')
  if (shown === undefined) return isError ? 'errors without a value' : 'same'
  if (severities.length > 0) return isError ? 'breaks' : 'breaks with a warning'
  throw new Error(
    `nothing is found between ${JSON.stringify(pair)}, although ${JSON.stringify(shown)} breaks`,
  )
}
