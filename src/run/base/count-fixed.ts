import { GovError } from '../../model/errors.ts'
import type { Evaluation } from '../../model/evaluation.ts'
import { isPlaced } from '../../model/identity.ts'
import { type BasedRun, evaluateBase, type Pair } from './evaluate-base.ts'

interface Rest {
  /** What was evaluated at the base, by the rulesets that ran there. */
  readonly changed: readonly Pair[]
  readonly ran: readonly string[]
  /** What has changed and was not. */
  readonly others: () => Promise<readonly Pair[]>
}

/**
 * How many issues the base has where nothing is found now: all of them are fixed. The verdict needs none of it, so that a
 * base which cannot tell leaves the number unknown.
 */
export async function countFixed(
  { rulesets }: Evaluation,
  { changed, others: findOthers, ran }: Rest,
  based: BasedRun,
): Promise<{ readonly count: number; readonly requests: number } | undefined> {
  try {
    const others = await findOthers()
    const idle = rulesets.map(({ id }) => id).filter((id) => !ran.includes(id))
    let [count, requests] = [0, 0]
    for (const [pairs, by] of [
      [[...changed, ...others], idle],
      [others, ran],
    ] as const) {
      if (pairs.length === 0 || by.length === 0) continue
      const found = await evaluateBase(pairs, by, based)
      if (found.gaps.length > 0) return undefined
      count += found.issues.filter(isPlaced).length
      requests += found.requests
    }
    return { count, requests }
  } catch (error) {
    if (error instanceof GovError && error.kind !== 'interrupted') return undefined
    throw error
  }
}
