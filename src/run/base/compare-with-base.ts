import { acceptGaps } from '../../gate/decide.ts'
import { findGaps } from '../../gate/gaps.ts'
import { defaultBasePolicy, type Known } from '../../gate/known.ts'
import { merge } from '../../gate/merge.ts'
import type { Definition } from '../../model/asked.ts'
import { baseName } from '../../model/base.ts'
import { looksForBreaking } from '../../model/breaking.ts'
import { GovError } from '../../model/errors.ts'
import type { Evaluation } from '../../model/evaluation.ts'
import type { BaseGap, Gap } from '../../model/gap.ts'
import { definitionOf } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import type { Run } from '../../model/run.ts'
import { digestOf } from '../../text/digest.ts'
import type { CheckPlan } from '../check-plan.ts'
import { isSplit } from '../definitions/is-split.ts'
import { evaluatePlan, type PlanAnswers } from '../evaluate.ts'
import type { World } from '../world.ts'
import type { Base } from './base.ts'
import { viewDefinition } from './definition-view.ts'
import { knownIssues } from './known-issues.ts'
import { touchedBy } from './touched-units.ts'

/** A definition of the run, and its file at the base. */
interface Pair {
  readonly definition: Definition
  readonly baseFile: string
  readonly issues: readonly Issue[]
}

/**
 * Which of the run's issues were there before. The base is evaluated by the rulesets of the run, in as much of it as can
 * tell: a definition without issues has no new ones, nor has one that has not changed. Throws GovError: incomplete
 * where the base cannot be evaluated.
 */
export async function compareWithBase(
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
  const found = !mayBeKnown ? nothing : await evaluateBase(base, changed, plan, run, world)
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
    for (const issue of same) known.add(issue)
    if (policy !== 'touched' || same.length === 0) continue
    for (const issue of same.filter(touchedBy(await views(), definition.file))) touched.add(issue)
  }
  const { kind, name, commit, files } = base
  const breaking = await breakingOf(base, definitions, plan, world)
  return {
    ...(breaking && { breaking }),
    issues: known,
    counted: policy === 'all' ? known : touched,
    gaps: found.gaps.map(
      (gap): BaseGap => ({ kind: 'base', name, ...(commit !== undefined && { commit }), gap }),
    ),
    requests: found.requests,
    run: {
      kind,
      name,
      ...(commit !== undefined && { commit }),
      policy,
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

/** The same bytes, and no other files: then the same rulesets find the same issues. */
async function isUnchanged(
  { definition, baseFile }: Pair,
  { sources }: Base,
  world: World,
): Promise<boolean> {
  const { file, digest, bundled } = definition
  if (bundled !== undefined) return false
  const before = await sources.read(baseFile, 'definition').catch(ignoreGovError)
  if (before === undefined || digestOf(before.bytes) !== digest) return false
  return !isSplit((await world.sources.readDefinition(file)).value)
}

/** It is said when the base is evaluated. */
function ignoreGovError(error: unknown): undefined {
  if (!(error instanceof GovError)) throw error
}

async function evaluateBase(base: Base, pairs: readonly Pair[], plan: CheckPlan, run: Run, world: World) {
  const ran = new Set(pairs.flatMap(({ issues }) => issues.map(({ ruleset_id }) => ruleset_id)))
  const definitions = pairs.map(
    ({ definition: { digest: _digest, bundled: _bundled, ...others }, baseFile }) => ({
      ...others,
      file: baseFile,
    }),
  )
  const asked = { api_ids: [], definitions, selector: { ruleset_ids: [...ran] } }
  const passed = world.now().getTime() - Date.parse(run.started)
  const { answers, requests } = await evaluatePlan(
    { ...plan, asked, memory: undefined, deadlineMs: Math.max(1, plan.deadlineMs - passed) },
    { ...world, sources: base.sources, observe: { ...world.observe, progress: undefined } },
  ).catch((error: unknown) => {
    throw cannotEvaluate(error, base)
  })
  const [unread] = base.unread
  if (unread !== undefined) throw incomplete(base, unread)
  const { on_truncation, on_unevaluated } = plan.policy
  const { gaps } = acceptGaps(findGaps(answers, on_truncation), on_unevaluated)
  return { issues: merge(answers).issues, gaps: gaps.filter(isOfBase), requests }
}

/** A ruleset without rules for an older version of OpenAPI has found all that it can there: nothing. */
function isOfBase(gap: Gap): gap is BaseGap['gap'] {
  if (gap.kind === 'unrun-rulesets') return gap.inapplicable === undefined
  return gap.kind === 'failed' || gap.kind === 'cut' || gap.kind === 'unevaluated'
}

/** Nobody can fix a commit, so that it counts as incomplete. */
function cannotEvaluate(error: unknown, base: Base): unknown {
  if (!(error instanceof GovError) || error.kind !== 'usage' || base.kind === 'file') return error
  return incomplete(base, error.message, error)
}

function incomplete(base: Base, reason: string, cause?: unknown): GovError {
  const message = `the base ${baseName(base)} cannot be evaluated: ${reason}`
  const hint = 'Compare with a commit in which it is valid, or omit --base to count every issue.'
  return new GovError('incomplete', 'base-unusable', message, hint, cause)
}
