import type { Definition, NamedCheck } from '../../core/model/asked.ts'
import { baseName } from '../../core/model/base.ts'
import { GovError } from '../../core/model/errors.ts'
import type { Answer } from '../../core/model/evaluation.ts'
import type { BaseGap, Gap } from '../../core/model/gap.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { BaseRun, Run } from '../../core/model/run.ts'
import { computeDigest } from '../../core/text/digest.ts'
import { collectGaps } from '../../gate/decide/decide.ts'
import { merge } from '../../gate/merge.ts'
import { evaluatePlan } from '../evaluation/evaluate.ts'
import { askInstead } from '../plan/targets.ts'
import { readsOtherFiles } from '../sources/local-files.ts'
import type { Sources } from '../sources/sources.ts'
import type { CheckPlan } from '../types.ts'
import type { World } from '../world.ts'
import type { RemovedDefinition } from './removed-definitions.ts'

/** A run, and the base that it is compared with. */
export interface BasedRun {
  readonly base: Base
  readonly plan: CheckPlan
  readonly run: Run
  readonly world: World
  /** What the run was answered, which says by which rulesets each definition was checked. */
  readonly answers: readonly Answer[]
  /** All that changed is asked for, and not only what breaks clients. */
  readonly listsChanges: boolean
}

/** A definition of the run with its issues, and its file at the base. */
export interface Pair {
  readonly definition: Definition
  readonly baseFile: string
  readonly issues: readonly Issue[]
}

/** Equal bytes, and no other files: then the same rulesets find the same issues. */
export async function isUnchanged(
  { definition, baseFile }: Pair,
  { base, world }: BasedRun,
): Promise<boolean> {
  const { file, digest, bundled } = definition
  if (bundled !== undefined) return false
  const before = await base.sources.read(baseFile, 'definition').catch(ignoreGovError)
  if (before === undefined || computeDigest(before.bytes) !== digest) return false
  return !readsOtherFiles((await world.sources.readDefinition(file)).value)
}

/** The error is reported when the base is evaluated. */
function ignoreGovError(error: unknown): undefined {
  if (!(error instanceof GovError)) throw error
}

/** Issues of the base by some rulesets, of each definition by those that the run has for it. Throws GovError: incomplete where it cannot be evaluated. */
export async function evaluateBase(
  pairs: readonly Pair[],
  rulesets: readonly string[],
  { base, plan, run, world, answers: runAnswers }: BasedRun,
) {
  const definitions = pairs.map(
    ({ definition: { digest: _digest, bundled: _bundled, ignores: _ignores, ...others }, baseFile }) => ({
      ...others,
      file: baseFile,
    }),
  )
  const checks = plan.targets.asked.checks && pairs.map((pair) => checkPair(pair, rulesets, runAnswers))
  const selector = {
    ruleset_ids: rulesets.filter((id) => checks?.some((check) => check.ruleset_ids.includes(id)) ?? true),
  }
  const asked = { api_ids: [], definitions, selector, ...(checks && { checks }) }
  const { connection, judgement } = plan
  const passed = world.now().getTime() - Date.parse(run.started)
  const deadlineMs = Math.max(1, connection.deadlineMs - passed)
  const { answers, requests } = await evaluatePlan(
    {
      ...askInstead(plan, asked),
      connection: { ...connection, memory: undefined, marks: undefined, deadlineMs },
    },
    { ...world, sources: base.sources, observe: { ...world.observe, progress: undefined } },
  ).catch(cannotEvaluate(base))
  refuseUnread(base)
  const { gaps } = collectGaps(answers, asked, judgement.policy)
  return { issues: merge(answers).issues, gaps: gaps.filter(isOfBase), requests }
}

function checkPair(
  { definition: { file }, baseFile }: Pair,
  rulesets: readonly string[],
  answers: readonly Answer[],
): NamedCheck & { readonly ruleset_ids: readonly string[] } {
  const own = answers.filter(
    ({ request }) => request.kind === 'definition' && request.definition.file === file,
  )
  const ids = own.flatMap(({ request: { selector }, evaluation }) =>
    'ruleset_ids' in selector ? selector.ruleset_ids : evaluation.rulesets.map(({ id }) => id),
  )
  const ruleset_ids = rulesets.filter((id) => ids.includes(id))
  return { name: baseFile, api_ids: [], definitions: [baseFile], ruleset_ids }
}

/** A ruleset without rules for an older version of OpenAPI finds nothing there, which is no gap. */
function isOfBase(gap: Gap): gap is BaseGap['gap'] {
  if (gap.kind === 'unrun-rulesets') return gap.inapplicable === undefined
  return gap.kind === 'failed' || gap.kind === 'cut' || gap.kind === 'unevaluated'
}

export function refuseUnread(base: Base): void {
  const [unread] = base.unread
  if (unread !== undefined) throw baseIncompleteError(base, unread)
}

/** An invalid definition in a commit cannot be fixed any more, so it makes the run incomplete. */
export function cannotEvaluate(base: Base): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof GovError) || error.kind !== 'usage' || base.kind === 'file') throw error
    throw baseIncompleteError(base, error.message, error)
  }
}

export function pickNames({ name, commit }: Base): Pick<Base, 'name' | 'commit'> {
  return { name, ...(commit !== undefined && { commit }) }
}

export function baseIncompleteError(base: Base, reason: string, cause?: unknown): GovError {
  const message = `the base ${baseName(base)} cannot be evaluated: ${reason}`
  const hint = 'Compare with a commit in which it is valid, or omit --base to count every issue.'
  return new GovError('incomplete', 'base-unusable', message, hint, cause)
}

/** Whether a definition took all of the stack: each level of what it nests needs some. */
export function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}

/** The definitions of a run before the change. */
export interface Base extends Pick<BaseRun, 'kind' | 'name' | 'commit'> {
  /** Reads the definitions there. */
  readonly sources: Sources
  /** The files there, keyed by those of the run's definitions; undefined: it is new. */
  readonly files: ReadonlyMap<string, string | undefined>
  /** Definitions that were there and are gone; looked for where breaking changes are. */
  readonly removed: readonly RemovedDefinition[]
  /**
   * Files there to which a link led that leads to the definition now, keyed by that: who used the link may be broken by what
   * the definition lacks of them.
   */
  readonly others?: ReadonlyMap<string, readonly string[]>
  /** It is the commit that is checked out. */
  readonly isHead?: boolean
  /** No file of the commit that is checked out is edited, and no definition of the run is new. */
  readonly isUnedited?: boolean
  /** Files that are there and could not be read. */
  readonly unread: readonly string[]
}
