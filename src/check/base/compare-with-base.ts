import type { Definition } from '../../core/model/asked.ts'
import { baseName } from '../../core/model/base.ts'
import { looksForBreaking } from '../../core/model/breaking.ts'
import type { Evaluation } from '../../core/model/evaluation.ts'
import type { BaseGap } from '../../core/model/gap.ts'
import { isPlaced } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { findDefinitionFile } from '../../core/model/target.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { defaultBasePolicy, type KnownAtBase } from '../../gate/excuse/known.ts'
import { renderContent } from './counterpart.ts'
import { type DefinitionView, findTarget, findWrittenPath, viewDefinition } from './definition-view.ts'
import {
  type Base,
  type BasedRun,
  baseIncompleteError,
  cannotEvaluate,
  evaluateBase,
  isTooDeep,
  isUnchanged,
  type Pair,
  pickNames,
  refuseUnread,
} from './evaluate-base.ts'
import { countFixed, getIssuePath, knownIssues, type ViewedVersions, withoutNewUses } from './known-issues.ts'
import { newIgnores } from './new-ignores.ts'

/**
 * Which of the run's issues were there before. The base is evaluated by the rulesets of the run, in as much of it as can
 * tell: a definition without issues has no new ones, nor has one that has not changed. Throws GovError: incomplete
 * where the base cannot be evaluated.
 */
export const compareWithBase: typeof compare = (merged, definitions, based) =>
  compare(merged, definitions, based).catch((error: unknown) => {
    throw isTooDeep(error)
      ? baseIncompleteError(based.base, 'a definition is nested too deeply', error)
      : error
  })

async function compare(
  merged: Evaluation,
  definitions: readonly Definition[],
  based: BasedRun,
): Promise<KnownAtBase> {
  const { base, plan, world } = based
  const policy = plan.judgement.policy.base ?? defaultBasePolicy
  const pairs = pairDefinitions(base, merged, definitions)
  const isSame = remembered((pair) => isUnchanged(pair, based))
  const withIssues = pairs.filter(({ issues }) => issues.length > 0)
  const changed = await without(withIssues, isSame)
  const unchanged = withIssues.filter((pair) => !changed.includes(pair))
  const ran = listRulesets(changed)
  const evaluated = changed.length === 0 ? nothing : await evaluateBase(changed, ran, based)
  let fixed = 0
  const touched = new Set<Issue>()
  const known = new Set(unchanged.flatMap(({ issues }) => issues))
  for (const { definition, baseFile, issues } of changed) {
    const oldIssues = evaluated.issues.filter((issue) => findDefinitionFile(issue) === baseFile)
    const views = async () => ({
      oldView: await viewDefinition(baseFile, base.sources),
      newView: await viewDefinition(definition.file, world.sources),
    })
    const current = { file: definition.file, issues }
    const pairs = await knownIssues(current, { file: baseFile, issues: oldIssues }, views)
    fixed += oldIssues.filter(isPlaced).length - pairs.length
    const same = (await withoutNewUses(pairs, baseFile, views)).map(([issue]) => issue)
    for (const issue of same) known.add(issue)
    if (policy !== 'touched' || same.length === 0) continue
    for (const issue of same.filter(createTouchedTest(await views(), definition.file))) touched.add(issue)
  }
  const others = () => without(pairs, async (pair) => changed.includes(pair) || isSame(pair))
  const rest = await countFixed(merged, { changed, others, ran }, based)
  const selectChanged = async () => {
    const listed = await without(pairs, isSame)
    return { listed, pairs: [...(await without(otherPairs(base, definitions), isSame)), ...listed] }
  }
  const found = await findChanged(selectChanged, definitions, based)
  return {
    ...found,
    issues: known,
    counted: policy === 'all' ? known : touched,
    ...(await newIgnores(merged.issues, definitions, based)),
    gaps: evaluated.gaps.map((gap): BaseGap => ({ kind: 'base', ...pickNames(base), gap })),
    requests: evaluated.requests + (rest?.requests ?? 0),
    run: {
      kind: base.kind,
      ...pickNames(base),
      policy,
      ...(rest && evaluated.gaps.length === 0 && { fixed_count: fixed + rest.count }),
      definitions: definitions.map(({ file }) => {
        const base_file = base.files.get(file)
        const versions = found.breaking?.versions.get(file)
        return {
          file,
          ...(base_file !== undefined && { base_file }),
          ...(unchanged.some(({ definition }) => definition.file === file) && { unchanged: true as const }),
          ...(versions && { versions }),
        }
      }),
    },
  }
}

/** Also of definitions without issues, which need no base otherwise. Empty: nobody asks for it. */
async function findChanged(
  select: () => Promise<{ readonly pairs: readonly Pair[]; readonly listed: readonly Pair[] }>,
  definitions: readonly Definition[],
  { base, plan, world, listsChanges }: BasedRun,
): Promise<Pick<KnownAtBase, 'breaking' | 'changelog'>> {
  const { policy } = plan.judgement
  const isBreaking = looksForBreaking(policy)
  if (!isBreaking && !listsChanges) return {}
  const { findChanges } = await import('./find-changes.ts')
  const { pairs, listed } = await select()
  const found = await findChanges(pairs, listsChanges ? listed : [], base, policy, world).catch(
    cannotEvaluate(base),
  )
  refuseUnread(base)
  const { breaking, diffs, unknown } = found
  const changelog = {
    since: baseName(base),
    diffs: diffs.filter(({ changes }) => changes.length > 0),
    added: definitions.flatMap(({ file }) => (base.files.get(file) === undefined ? file : [])),
    removed: base.removed.map(({ file }) => file),
    unknown,
  }
  return { ...(isBreaking && { breaking }), ...(listsChanges && { changelog }) }
}

const nothing = { issues: [], gaps: [], requests: 0 }

function pairDefinitions(
  { files }: Base,
  { issues }: Evaluation,
  definitions: readonly Definition[],
): readonly Pair[] {
  const byFile = groupBy(issues, findDefinitionFile)
  return definitions.flatMap((definition) => {
    const [own = [], baseFile] = [byFile.get(definition.file), files.get(definition.file)]
    return baseFile === undefined ? [] : { definition, baseFile, issues: own }
  })
}

function otherPairs({ others }: Base, definitions: readonly Definition[]): readonly Pair[] {
  return definitions.flatMap((definition) =>
    (others?.get(definition.file) ?? []).map((baseFile) => ({ definition, baseFile, issues: [] })),
  )
}

type PairTest = (pair: Pair) => Promise<boolean>

/** One after the other. */
async function without(pairs: readonly Pair[], isLeftOut: PairTest): Promise<readonly Pair[]> {
  const left: Pair[] = []
  for (const pair of pairs) if (!(await isLeftOut(pair))) left.push(pair)
  return left
}

/** Looks at each pair once. */
function remembered(test: PairTest): PairTest {
  const known = new Map<Pair, Promise<boolean>>()
  return (pair) => {
    const found = known.get(pair) ?? test(pair)
    known.set(pair, found)
    return found
  }
}

function listRulesets(pairs: readonly Pair[]): readonly string[] {
  return [...new Set(pairs.flatMap(({ issues }) => issues.map(({ ruleset_id }) => ruleset_id)))]
}

/**
 * Whether an issue is in what the change touches: an operation, a component, another file, or a key at the top of the
 * definition, whose content is not what it was, or which was not there.
 */
function createTouchedTest({ oldView, newView }: ViewedVersions, file: string): (issue: Issue) => boolean {
  const known = new Map<string, boolean>()
  return (issue) => {
    const unit = findUnit(findWrittenPath(getIssuePath(issue, file), newView))
    const key = JSON.stringify(unit)
    const found = known.get(key) ?? renderValue(unit, oldView) !== renderValue(unit, newView)
    known.set(key, found)
    return found
  }
}

const grouped = new Set<unknown>(['paths', 'webhooks', 'x-webhooks', 'components'])

function findUnit(path: Path): Path {
  return path.slice(0, grouped.has(path[0]) ? 3 : 1)
}

/** The content, in whichever order it is written; undefined where there is none. */
function renderValue(path: Path, view: DefinitionView): string | undefined {
  const at = findTarget(path, view)
  return at && renderContent(at.value)
}
