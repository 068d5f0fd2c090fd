import type { Definition } from '../../core/model/asked.ts'
import { baseName } from '../../core/model/base.ts'
import { looksForBreaking } from '../../core/model/breaking.ts'
import { GovError } from '../../core/model/errors.ts'
import type { Evaluation } from '../../core/model/evaluation.ts'
import type { BaseGap } from '../../core/model/gap.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { findDefinitionFile } from '../../core/model/target.ts'
import { computeDigest } from '../../core/text/digest.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { defaultBasePolicy, type KnownAtBase } from '../../gate/excuse/known.ts'
import { readsOtherFiles } from '../sources/local-files.ts'
import type { CheckPlan } from '../types.ts'
import type { World } from '../world.ts'
import type { Base, BasedRun, Pair } from './base.ts'
import { baseIncompleteError, cannotEvaluate, isTooDeep, pickNames, refuseUnread } from './base.ts'
import { findNewIgnores } from './compare-ignores.ts'
import { compareWithBaseIssues } from './compare-issues.ts'
import { countFixed, evaluateBase } from './evaluate-base.ts'
import { openBase } from './open-base.ts'

/** Tells which of a run's issues were there before. Throws GovError: incomplete where the base cannot be evaluated. */
export type CompareWithBase = (
  merged: Evaluation,
  definitions: readonly Definition[],
  run: Omit<BasedRun, 'base' | 'listsChanges'>,
) => Promise<KnownAtBase>

/**
 * `--base` takes three steps. The first is done here, before anything is evaluated, so that a base which cannot be read
 * costs no request: open it. The function returned does the others: evaluate the base, and compare. Undefined where
 * `auto` runs in a job without a pull request.
 */
export async function openComparison(
  name: string,
  plan: CheckPlan,
  world: World,
  listsChanges: boolean,
): Promise<CompareWithBase | undefined> {
  const looksForRemoved = listsChanges || looksForBreaking(plan.judgement.policy)
  const base = await openBase(name, plan, world, looksForRemoved)
  if (base === undefined) return undefined
  return (merged, definitions, run) =>
    compareWithBase(merged, definitions, { ...run, base, listsChanges }).catch((error: unknown) => {
      throw isTooDeep(error) ? baseIncompleteError(base, 'a definition is nested too deeply', error) : error
    })
}

/** Evaluates the base by the rulesets of the run, where it can tell: not where a definition has no issues, or has not changed. */
async function compareWithBase(
  merged: Evaluation,
  definitions: readonly Definition[],
  based: BasedRun,
): Promise<KnownAtBase> {
  const { base, plan } = based
  const policy = plan.judgement.policy.base ?? defaultBasePolicy
  const isUnchanged = rememberPerObject((pair: Pair) => hasSameBytes(pair, based))
  const keepChanged = async (all: readonly Pair[]) => {
    const changed: Pair[] = []
    for (const pair of all) if (!(await isUnchanged(pair))) changed.push(pair)
    return changed
  }
  const pairs = pairDefinitions(base, merged, definitions)
  const withIssues = pairs.filter(({ issues }) => issues.length > 0)
  const changed = await keepChanged(withIssues)
  const unchanged = withIssues.filter((pair) => !changed.includes(pair))

  const ran = [...new Set(changed.flatMap(({ issues }) => issues.map(({ ruleset_id }) => ruleset_id)))]
  const idle = merged.rulesets.map(({ id }) => id).filter((id) => !ran.includes(id))
  const evaluated = await evaluateBase(changed, ran, based)
  const rest = await countFixed(async () => {
    const silent = (await keepChanged(pairs)).filter((pair) => !changed.includes(pair))
    return [
      [[...changed, ...silent], idle],
      [silent, ran],
    ]
  }, based)

  const { known, touched, fixed } = await compareWithBaseIssues(changed, evaluated.issues, policy, based)
  for (const { issues } of unchanged) for (const issue of issues) known.add(issue)
  const changes = await findChanges(pairs, keepChanged, definitions, based)
  const files = new Set(unchanged.map(({ definition }) => definition.file))
  return {
    ...changes,
    issues: known,
    counted: policy === 'all' ? known : touched,
    ...(await findNewIgnores(merged.issues, definitions, based)),
    gaps: evaluated.gaps.map((gap): BaseGap => ({ kind: 'base', ...pickNames(base), gap })),
    requests: evaluated.requests + (rest?.requests ?? 0),
    run: {
      kind: base.kind,
      ...pickNames(base),
      policy,
      ...(rest && evaluated.gaps.length === 0 && { fixed_count: fixed + rest.count }),
      definitions: definitions.map(({ file }) => {
        const base_file = base.files.get(file)
        const versions = changes.breaking?.versions.get(file)
        return {
          file,
          ...(base_file !== undefined && { base_file }),
          ...(files.has(file) && { unchanged: true as const }),
          ...(versions && { versions }),
        }
      }),
    },
  }
}

function pairDefinitions(
  { files }: Base,
  evaluation: Evaluation,
  definitions: readonly Definition[],
): readonly Pair[] {
  const issuesByFile = groupBy(evaluation.issues, findDefinitionFile)
  return definitions.flatMap((definition) => {
    const baseFile = files.get(definition.file)
    return baseFile === undefined
      ? []
      : { definition, baseFile, issues: issuesByFile.get(definition.file) ?? [] }
  })
}

/** Equal bytes, and no other files: then the same rulesets find the same issues. */
async function hasSameBytes({ definition, baseFile }: Pair, { base, world }: BasedRun): Promise<boolean> {
  const { file, digest, bundled } = definition
  if (bundled !== undefined) return false
  const old = await base.sources.read(baseFile, 'definition').catch((error: unknown) => {
    // Evaluating the base reports it.
    if (!(error instanceof GovError)) throw error
  })
  if (old === undefined || computeDigest(old.bytes) !== digest) return false
  return !readsOtherFiles((await world.sources.readDefinition(file)).value)
}

/** Finds changes, in definitions without issues too. Empty if nobody asks for it. */
async function findChanges(
  pairs: readonly Pair[],
  keepChanged: (pairs: readonly Pair[]) => Promise<readonly Pair[]>,
  definitions: readonly Definition[],
  based: BasedRun,
): Promise<Pick<KnownAtBase, 'breaking' | 'changelog'>> {
  const { base, plan, listsChanges } = based
  const isBreaking = looksForBreaking(plan.judgement.policy)
  if (!isBreaking && !listsChanges) return {}
  const { compareDefinitions } = await import('./compare-definitions.ts')
  const linked = definitions.flatMap((definition) =>
    (base.formerTargets?.get(definition.file) ?? []).map((baseFile) => ({
      definition,
      baseFile,
      issues: [],
    })),
  )
  const changed = await keepChanged(pairs)
  const all = [...(await keepChanged(linked)), ...changed]
  const compared = await compareDefinitions(all, listsChanges ? changed : [], based).catch(
    cannotEvaluate(base),
  )
  refuseUnread(base)
  const changelog = {
    since: baseName(base),
    diffs: compared.diffs.filter(({ changes }) => changes.length > 0),
    added: definitions.flatMap(({ file }) => (base.files.get(file) === undefined ? file : [])),
    removed: base.removed.map(({ file }) => file),
    unknown: compared.unknown,
  }
  return { ...(isBreaking && { breaking: compared.breaking }), ...(listsChanges && { changelog }) }
}
