import type { Asked, EvaluationRequest, NamedCheck } from '../../core/model/asked.ts'
import { dividesTargets } from '../../core/model/checks.ts'
import type { Answer } from '../../core/model/evaluation.ts'
import type {
  AcceptableGap,
  CutGap,
  Gap,
  Target,
  UnrunCategory,
  UnrunRulesets,
} from '../../core/model/gap.ts'
import type { Policy } from '../../core/model/policy.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { buildForest, countEvaluatedApis, listRoots, listSilent, listUnevaluatedIds } from '../merge.ts'
import { halve } from '../requests/split.ts'

/**
 * Finds what keeps the answers from being a complete evaluation of their requests; empty when they are one.
 * No answer may be cut or have failed in part. Every ruleset and category must have run on at least one of the saved APIs
 * of its check, and on every definition. Every saved API must have been evaluated, and each answer must have evaluated one
 * by the rulesets that it lists. What two categories both ask for is reported once.
 */
export function findGaps(
  answers: readonly Answer[],
  { checks, api_ids }: RequestedApis,
  onTruncation: Policy['on_truncation'],
): Gap[] {
  const partial = answers.flatMap((answer) => listPartialGaps(answer, onTruncation))
  const inCheck = (check: NamedCheck): AcceptableGap[] => {
    const own = listApiAnswers(answers, check.api_ids)
    if (own.length > 0) return listUnevaluated(own, check)
    // Targets without an answer would pass unchecked.
    if (api_ids.some((id) => check.api_ids.includes(id)))
      throw new Error(`the check ${check.name} has no answer`)
    return []
  }
  const divided = dividesTargets(checks) ? checks : []
  const groups = [...groupBy(answers, renderGroupKey).values()].filter(
    ([first]) => divided.length === 0 || first?.request.kind === 'definition',
  )
  const gaps = [...partial, ...divided.flatMap(inCheck), ...groups.flatMap((own) => listUnevaluated(own))]
  return [...new Map(gaps.map((gap) => [JSON.stringify(gap), gap])).values()]
}

function listPartialGaps(answer: Answer, onTruncation: Policy['on_truncation']): Gap[] {
  const { error, truncated, issues, total } = answer.evaluation
  const target = toTarget(answer.request)
  const ruleset_id = isPair(answer) ? findSoleRuleset(answer) : undefined
  const about = { target, ...(ruleset_id !== undefined && { ruleset_id }) }
  const remedy = chooseRemedy(answer, onTruncation)
  return [
    ...(error === undefined ? [] : [{ kind: 'failed', ...about, error } as const]),
    ...(truncated ? [{ kind: 'cut', ...about, listed: issues.length, total, remedy } as const] : []),
  ]
}

/** A cut answer that was split is here only when its pieces do not account for it. */
function chooseRemedy(answer: Answer, onTruncation: Policy['on_truncation']): CutGap['remedy'] {
  if (halve(answer).length === 0) return 'fix'
  return onTruncation === 'split' ? 'retry' : 'split'
}

function isPair({ request, evaluation }: Answer): boolean {
  return (
    (request.kind === 'definition' || request.api_ids.length === 1) &&
    findSoleRuleset({ request, evaluation }) !== undefined
  )
}

function findSoleRuleset({ request: { selector } }: Answer): string | undefined {
  const [only, ...others] = 'ruleset_ids' in selector ? selector.ruleset_ids : []
  return others.length === 0 ? only : undefined
}

function renderGroupKey({ request }: Answer): string {
  return request.kind === 'apis' ? 'apis' : JSON.stringify(request.definition)
}

function listUnevaluated(answers: readonly Answer[], check?: NamedCheck): AcceptableGap[] {
  const forest = buildForest(answers)
  const target = findGroupTarget(answers)
  const nothingRan = answers.every(({ evaluation }) => evaluation.rulesets.length === 0)
  const unrun = listUnrunGaps(findUnrun(answers, check), target, nothingRan, listSkipped(answers, check))
  const silent = listSilent(forest).map(({ request, evaluation: { rulesets } }): AcceptableGap => {
    const requested = request.kind === 'apis' ? request.api_ids.length : 1
    const ruleset_ids = rulesets.map(({ id }) => id)
    return {
      kind: 'unevaluated',
      target: toTarget(request),
      evaluated: 0,
      requested,
      missing: [],
      ruleset_ids,
    }
  })
  const gaps = [...unrun.map((gap) => (check ? { ...gap, check: check.name } : gap)), ...silent]
  const requested = listRoots(forest).flatMap(({ targets }) => targets).length
  const evaluated = countEvaluatedApis(forest)
  if (evaluated >= requested || nothingRan) return gaps
  const ids = listUnevaluatedIds(forest)
  const missing = ids.length === requested - evaluated ? ids : []
  return [...gaps, { kind: 'unevaluated', target, evaluated, requested, missing }]
}

/** The saved APIs that were asked for, and the checks that have them. */
export type RequestedApis = Pick<Asked, 'checks' | 'api_ids'>

interface SkippedRuleset {
  readonly target: Target
  readonly ruleset_id: string
  readonly overridden?: true | undefined
}

/** A definition uses its file, whatever id the service gives it. */
function listSkipped(answers: readonly Answer[], check: NamedCheck | undefined): SkippedRuleset[] {
  const skipped = answers.flatMap(({ request, evaluation: { inapplicable = [] } }) =>
    inapplicable.map(({ ruleset_id, api_id, overridden }) => ({
      target: request.kind === 'definition' ? toTarget(request) : { api_id },
      ruleset_id,
      ...(overridden && { overridden }),
    })),
  )
  return check && 'ruleset_ids' in check
    ? skipped.filter(({ ruleset_id }) => check.ruleset_ids.includes(ruleset_id))
    : skipped
}

/** A gap per category that ran nothing, one for all rulesets that did not run, one per API that another ruleset has no rule for. */
export function listUnrunGaps(
  { ruleset_ids, categories }: Unrun,
  target: Target,
  nothing_ran: boolean,
  skipped: readonly SkippedRuleset[] = [],
): (UnrunRulesets | UnrunCategory)[] {
  const inapplicable = ruleset_ids.filter((id) => skipped.some(({ ruleset_id }) => ruleset_id === id))
  const others = ruleset_ids.filter((id) => !inapplicable.includes(id))
  const isOverridden = (id: string) =>
    skipped.every(({ ruleset_id, overridden }) => ruleset_id !== id || overridden)
  const partly = skipped.filter(({ ruleset_id }) => !ruleset_ids.includes(ruleset_id))
  const unrun = { kind: 'unrun-rulesets', target, nothing_ran } as const
  const skip = { ...unrun, inapplicable: true } as const
  return [
    ...categories.map((category) => ({ kind: 'unrun-category', target, category }) as const),
    ...(others.length > 0 ? [{ ...unrun, ruleset_ids: others }] : []),
    ...listSkips(
      inapplicable.filter((id) => !isOverridden(id)),
      skip,
    ),
    ...listSkips(inapplicable.filter(isOverridden), { ...skip, overridden: true }),
    ...partly.map((pair) => ({
      ...skip,
      ...(pair.overridden && { overridden: pair.overridden }),
      target: pair.target,
      ruleset_ids: [pair.ruleset_id],
      nothing_ran: false,
    })),
  ]
}

function listSkips(
  ruleset_ids: readonly string[],
  skip: Omit<UnrunRulesets, 'ruleset_ids'>,
): UnrunRulesets[] {
  return ruleset_ids.length > 0 ? [{ ...skip, ruleset_ids: [...ruleset_ids] }] : []
}

function findGroupTarget(answers: readonly Answer[]): Target {
  const [first] = answers
  if (first?.request.kind === 'definition') return toTarget(first.request)
  const ids = new Set(answers.flatMap(({ request }) => (request.kind === 'apis' ? request.api_ids : [])))
  return toApisTarget([...ids])
}

function toTarget(request: EvaluationRequest): Target {
  return request.kind === 'definition' ? { file: request.definition.file } : toApisTarget(request.api_ids)
}

export function toApisTarget(ids: readonly string[]): Target {
  const [only, ...others] = ids
  return only !== undefined && others.length === 0 ? { api_id: only } : { api_count: ids.length }
}

/** The answers about the saved APIs of a check or a group: a call has APIs of one group only, which a check has all or none of. */
export function listApiAnswers(answers: readonly Answer[], ids: readonly string[]): Answer[] {
  const known = new Set(ids)
  return answers.filter(
    ({ request }) => request.kind === 'apis' && request.api_ids.every((id) => known.has(id)),
  )
}

export function collectProvenCategories(
  answers: readonly Answer[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const proven = new Map<string, Set<string>>()
  for (const { request, evaluation } of answers) {
    const category = findSoleCategory(request)
    if (category === undefined || evaluation.rulesets.length === 0) continue
    const ids = evaluation.rulesets.map(({ id }) => id)
    proven.set(category, new Set([...(proven.get(category) ?? []), ...ids]))
  }
  return proven
}

/** Selected rulesets and categories that did not run, each once, in the order of the request. */
export interface Unrun {
  readonly ruleset_ids: readonly string[]
  readonly categories: readonly string[]
}

/** A ruleset ran when any of `answers` lists it; a category when a call for it alone lists any. With `check`, only its own matter. */
export function findUnrun(answers: readonly Answer[], check?: NamedCheck): Unrun {
  const [ran, ids] = [new Set<string>(), new Set<string>()]
  for (const { request, evaluation } of answers) {
    for (const { id } of evaluation.rulesets) ran.add(id)
    if (!('ruleset_ids' in request.selector) || request.of !== undefined) continue
    for (const id of request.selector.ruleset_ids) ids.add(id)
  }
  const proven = collectProvenCategories(answers)
  const requests = answers.map(({ request }) => request)
  const categories = requests.flatMap((request) => findSoleCategory(request) ?? [])
  const matters = (name: string) =>
    check === undefined || ('ruleset_ids' in check ? check.ruleset_ids : check.categories).includes(name)
  return {
    ruleset_ids: [...ids].filter((id) => !ran.has(id) && matters(id)),
    categories: [...new Set(categories)].filter((name) => !proven.has(name) && matters(name)),
  }
}

/** The rulesets of several categories together do not show which category ran; each is asked for alone before (`plan`). */
function findSoleCategory({ selector, of }: Answer['request']): string | undefined {
  const [first, ...others] = of ?? ('categories' in selector ? selector.categories : [])
  return others.length === 0 ? first : undefined
}
