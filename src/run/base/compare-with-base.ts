import { defaultBasePolicy, type Known } from '../../gate/excuse/known.ts'
import type { Definition } from '../../model/asked.ts'
import { looksForBreaking } from '../../model/breaking.ts'
import type { Evaluation } from '../../model/evaluation.ts'
import type { BaseGap } from '../../model/gap.ts'
import { definitionOf, isPlaced } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import type { Run } from '../../model/run.ts'
import type { CheckPlan } from '../check-plan.ts'
import type { PlanAnswers } from '../evaluate.ts'
import type { World } from '../world.ts'
import type { Base } from './base.ts'
import { countFixed } from './count-fixed.ts'
import { viewDefinition } from './definition-view.ts'
import { cannotEvaluate, evaluateBase, incomplete, isUnchanged, type Pair } from './evaluate-base.ts'
import { isTooDeep } from './is-too-deep.ts'
import { knownIssues } from './known-issues.ts'
import { newIgnores } from './new-ignores.ts'
import { touchedBy } from './touched-units.ts'

/**
 * Which of the run's issues were there before. The base is evaluated by the rulesets of the run, in as much of it as can
 * tell: a definition without issues has no new ones, nor has one that has not changed. Throws GovError: incomplete
 * where the base cannot be evaluated.
 */
export const compareWithBase: typeof compare = (base, ...others) =>
  compare(base, ...others).catch((error: unknown) => {
    throw isTooDeep(error) ? incomplete(base, 'a definition is nested too deeply', error) : error
  })

async function compare(
  base: Base,
  merged: Evaluation,
  { definitions }: Pick<PlanAnswers, 'definitions'>,
  plan: CheckPlan,
  run: Run,
  world: World,
): Promise<Known> {
  const policy = plan.policy.base ?? defaultBasePolicy
  const pairs = pairsOf(base, merged, definitions)
  const unchanged = new Set<Pair>()
  for (const pair of pairs) if (await isUnchanged(pair, base, world)) unchanged.add(pair)
  const changed = pairs.filter((pair) => !unchanged.has(pair))
  const mayBeKnown = changed.some(({ issues }) => issues.length > 0)
  const ran = mayBeKnown ? rulesetsOf(changed) : []
  const found = !mayBeKnown ? nothing : await evaluateBase(base, changed, ran, plan, run, world)
  let fixed = 0
  const touched = new Set<Issue>()
  const known = new Set([...unchanged].flatMap(({ issues }) => issues))
  for (const { definition, baseFile, issues } of changed) {
    const before = found.issues.filter((issue) => definitionOf(issue) === baseFile)
    const views = async () => ({
      before: await viewDefinition(baseFile, base.sources),
      after: await viewDefinition(definition.file, world.sources),
    })
    const head = { file: definition.file, issues }
    const same = await knownIssues(head, { file: baseFile, issues: before }, views)
    fixed += before.filter(isPlaced).length - same.length
    for (const issue of same) known.add(issue)
    if (policy !== 'touched' || same.length === 0) continue
    for (const issue of same.filter(touchedBy(await views(), definition.file))) touched.add(issue)
  }
  const { kind, name, commit, files } = base
  const rest = await countFixed(base, { merged, definitions, changed, ran }, plan, run, world)
  const breaking = await breakingOf(base, definitions, plan, world)
  return {
    ...(breaking && { breaking }),
    issues: known,
    counted: policy === 'all' ? known : touched,
    ...(await newIgnores(base, merged.issues, definitions, plan, world)),
    gaps: found.gaps.map(
      (gap): BaseGap => ({ kind: 'base', name, ...(commit !== undefined && { commit }), gap }),
    ),
    requests: found.requests + (rest?.requests ?? 0),
    run: {
      kind,
      name,
      ...(commit !== undefined && { commit }),
      policy,
      ...(rest && found.gaps.length === 0 && { fixed_count: fixed + rest.count }),
      definitions: definitions.map(({ file }) => {
        const base_file = files.get(file)
        const versions = breaking?.versions.get(file)
        const isSame = [...unchanged].some(({ definition }) => definition.file === file)
        return {
          file,
          ...(base_file !== undefined && { base_file }),
          ...(isSame && { unchanged: true as const }),
          ...(versions && { versions }),
        }
      }),
    },
  }
}

/** Also of definitions without issues, which need no base otherwise. Undefined: the policy does not ask for it. */
async function breakingOf(
  base: Base,
  definitions: readonly Definition[],
  { policy }: CheckPlan,
  world: World,
) {
  if (!looksForBreaking(policy)) return undefined
  const { breakingIssues } = await import('./breaking-issues.ts')
  const pairs: Pair[] = []
  for (const definition of definitions) {
    const pair = { definition, baseFile: base.files.get(definition.file) ?? '', issues: [] }
    if (pair.baseFile !== '' && !(await isUnchanged(pair, base, world))) pairs.push(pair)
  }
  const found = await breakingIssues(pairs, base, policy, world).catch((error: unknown) => {
    throw cannotEvaluate(error, base)
  })
  const [unread] = base.unread
  if (unread !== undefined) throw incomplete(base, unread)
  return found
}

const nothing = { issues: [], gaps: [], requests: 0 }

function pairsOf(
  { files }: Base,
  { issues }: Evaluation,
  definitions: readonly Definition[],
): readonly Pair[] {
  const byFile = new Map<string | undefined, Issue[]>()
  for (const issue of issues) {
    const file = definitionOf(issue)
    const own = byFile.get(file)
    if (own) own.push(issue)
    else byFile.set(file, [issue])
  }
  return definitions.flatMap((definition) => {
    const [issues = [], baseFile] = [byFile.get(definition.file), files.get(definition.file)]
    return issues.length > 0 && baseFile !== undefined ? [{ definition, baseFile, issues }] : []
  })
}

function rulesetsOf(pairs: readonly Pair[]): readonly string[] {
  return [...new Set(pairs.flatMap(({ issues }) => issues.map(({ ruleset_id }) => ruleset_id)))]
}
