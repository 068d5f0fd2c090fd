import type { NamedCheck } from '../../core/model/asked.ts'
import { survivable } from '../../core/model/errors.ts'
import type { Answer } from '../../core/model/evaluation.ts'
import type { BaseGap, Gap } from '../../core/model/gap.ts'
import { isPlaced } from '../../core/model/identity.ts'
import { collectGaps } from '../../gate/decide/decide.ts'
import { merge } from '../../gate/merge.ts'
import { evaluatePlan } from '../evaluation/evaluate.ts'
import { askInstead } from '../plan/targets.ts'
import { type BasedRun, cannotEvaluate, type Pair, refuseUnread } from './base.ts'

/** Issues of the base by some rulesets, of each definition by those that the run has for it. Throws GovError: incomplete where it cannot be evaluated. */
export async function evaluateBase(
  pairs: readonly Pair[],
  rulesets: readonly string[],
  { base, plan, run, world, answers: runAnswers }: BasedRun,
) {
  if (pairs.length === 0 || rulesets.length === 0) return { issues: [], gaps: [], requests: 0 }
  const definitions = pairs.map(({ definition, baseFile }) => {
    const { digest: _digest, bundled: _bundled, ignores: _ignores, ...rest } = definition
    return { ...rest, file: baseFile }
  })
  const checks = plan.targets.asked.checks && pairs.map((pair) => createCheck(pair, rulesets, runAnswers))
  const selector = {
    ruleset_ids: rulesets.filter((id) => checks?.some((check) => check.ruleset_ids.includes(id)) ?? true),
  }
  const asked = { api_ids: [], definitions, selector, ...(checks && { checks }) }
  const passed = world.now().getTime() - Date.parse(run.started)
  const deadlineMs = Math.max(1, plan.connection.deadlineMs - passed)
  const connection = { ...plan.connection, memory: undefined, marks: undefined, deadlineMs }
  const { answers, requests } = await evaluatePlan(
    { ...askInstead(plan, asked), connection },
    { ...world, sources: base.sources, observe: { ...world.observe, progress: undefined } },
  ).catch(cannotEvaluate(base))
  refuseUnread(base)
  const { gaps } = collectGaps(answers, asked, plan.judgement.policy)
  return { issues: merge(answers).issues, gaps: gaps.filter(isBaseGap), requests }
}

function createCheck(
  { definition: { file }, baseFile }: Pair,
  rulesets: readonly string[],
  answers: readonly Answer[],
): NamedCheck & { readonly ruleset_ids: readonly string[] } {
  const ran = answers.flatMap(({ request, evaluation }) => {
    if (request.kind !== 'definition' || request.definition.file !== file) return []
    const { selector } = request
    return 'ruleset_ids' in selector ? selector.ruleset_ids : evaluation.rulesets.map(({ id }) => id)
  })
  const ruleset_ids = rulesets.filter((id) => ran.includes(id))
  return { name: baseFile, api_ids: [], definitions: [baseFile], ruleset_ids }
}

/** A ruleset without rules for an older version of OpenAPI finds nothing there, which is no gap. */
function isBaseGap(gap: Gap): gap is BaseGap['gap'] {
  if (gap.kind === 'unrun-rulesets') return gap.inapplicable === undefined
  return gap.kind === 'failed' || gap.kind === 'cut' || gap.kind === 'unevaluated'
}

/** Definitions, and rulesets by which the base of none of them is evaluated yet. */
type Remaining = readonly [pairs: readonly Pair[], rulesets: readonly string[]]

/** Counts issues of the base where there are none now: all fixed. The verdict does not need it: unknown where the base cannot tell. */
export async function countFixed(
  listRemaining: () => Promise<readonly Remaining[]>,
  based: BasedRun,
): Promise<{ readonly count: number; readonly requests: number } | undefined> {
  try {
    let [count, requests] = [0, 0]
    for (const [pairs, rulesets] of await listRemaining()) {
      const evaluated = await evaluateBase(pairs, rulesets, based)
      if (evaluated.gaps.length > 0) return undefined
      count += evaluated.issues.filter(isPlaced).length
      requests += evaluated.requests
    }
    return { count, requests }
  } catch (error) {
    survivable(error)
    return undefined
  }
}
