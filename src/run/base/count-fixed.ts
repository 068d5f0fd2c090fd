import type { Definition } from '../../model/asked.ts'
import { GovError } from '../../model/errors.ts'
import type { Evaluation } from '../../model/evaluation.ts'
import { isPlaced } from '../../model/identity.ts'
import type { Run } from '../../model/run.ts'
import type { CheckPlan } from '../check-plan.ts'
import type { World } from '../world.ts'
import type { Base } from './base.ts'
import { evaluateBase, isUnchanged, type Pair } from './evaluate-base.ts'

interface Rest {
  readonly merged: Evaluation
  readonly definitions: readonly Definition[]
  /** What was evaluated at the base, by the rulesets that ran there. */
  readonly changed: readonly Pair[]
  readonly ran: readonly string[]
}

/**
 * How many issues the base has where nothing is found now: all of them are fixed. The verdict needs none of it, so that a
 * base which cannot tell leaves the number unknown.
 */
export async function countFixed(
  base: Base,
  { merged, definitions, changed, ran }: Rest,
  plan: CheckPlan,
  run: Run,
  world: World,
): Promise<{ readonly count: number; readonly requests: number } | undefined> {
  try {
    const others: Pair[] = []
    for (const definition of definitions) {
      const pair = { definition, baseFile: base.files.get(definition.file) ?? '', issues: [] }
      const isOther =
        pair.baseFile !== '' && !changed.some((each) => each.definition.file === definition.file)
      if (isOther && !(await isUnchanged(pair, base, world))) others.push(pair)
    }
    const idle = merged.rulesets.map(({ id }) => id).filter((id) => !ran.includes(id))
    let [count, requests] = [0, 0]
    for (const [pairs, rulesets] of [
      [[...changed, ...others], idle],
      [others, ran],
    ] as const) {
      if (pairs.length === 0 || rulesets.length === 0) continue
      const found = await evaluateBase(base, pairs, rulesets, plan, run, world)
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
