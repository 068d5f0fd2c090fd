import { setImmediate as nextTurn } from 'node:timers/promises'
import { GovError } from '../../core/model/errors.ts'
import type { RuleMatches } from '../../core/model/evaluation.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { plural } from '../../core/text/wording.ts'
import { evaluate, listApplicableRules, type UncheckedReason } from '../../engine/evaluate.ts'
import { chooseFileRuleset, type DocumentOrigin } from '../../engine/origin.ts'
import { createProgress, describeProgress } from '../../engine/progress.ts'
import type { EngineIssue, Rule, Ruleset } from '../../engine/rule.ts'
import { type TimeLimit, unlimited, withTimeLimit } from './limits.ts'

export interface EvaluatedPair {
  readonly api_id: string
  readonly ruleset_id: string
  readonly rules: Ruleset
  /** Reads the definition; rejects when it cannot be read or parsed. */
  readonly document: () => Promise<SourceDocument>
  readonly origin?: DocumentOrigin | undefined
}

/** The ids of the rules that are on and do not come with the engine, by whether they matched anything that they check. */
export type PairMatches = Omit<RuleMatches, 'ruleset_id'>

/** The result of a pair: issues, the failure, or that no rule is on for the document. With issues and a failure, some rules failed. */
export type PairResult = { readonly pair: EvaluatedPair } & (
  | {
      readonly issues: readonly EngineIssue[]
      readonly matches?: PairMatches | undefined
      readonly failure?: string
    }
  | { readonly failure: string }
  | { readonly isSkipped: true; readonly overridden?: true | undefined }
)

/** Runs the engine on each pair, in order; each fails alone. Between two, other requests have their turn. Rejects as `limit` says. */
export async function evaluatePairs(
  pairs: readonly EvaluatedPair[],
  limit: TimeLimit = unlimited,
): Promise<PairResult[]> {
  const results: PairResult[] = []
  for (const pair of pairs) {
    results.push(await evaluatePair(pair, limit))
    await nextTurn()
  }
  return results
}

async function evaluatePair(pair: EvaluatedPair, limit: TimeLimit): Promise<PairResult> {
  const document = await pair.document().catch((error: unknown) => ({ failure: describeFailure(error) }))
  if ('failure' in document) return { pair, failure: document.failure }
  try {
    const failures: string[] = []
    const found = findIssues(document, pair, limit, (error) => failures.push(error.message))
    if ('isSkipped' in found) return { pair, ...found }
    return { pair, ...found, ...(failures.length > 0 && { failure: renderFailures(failures) }) }
  } catch (error) {
    if (error instanceof GovError) throw error
    return { pair, failure: describeFailure(error) }
  }
}

function findIssues(
  document: SourceDocument,
  { rules, ruleset_id, api_id, origin }: EvaluatedPair,
  limit: TimeLimit,
  onFailure: (error: Error) => void,
) {
  let applicable: readonly Rule[] = []
  const progress = createProgress()
  const unchecked = { ignored: new Set<string>(), missing: new Set<string>(), off: new Set<string>() }
  const turnedOff = new Map<string, number>()
  const onUnchecked = ({ id }: Rule, why: UncheckedReason) => void unchecked[why].add(id)
  const onTurnedOff = (place: string) => void turnedOff.set(place, (turnedOff.get(place) ?? 0) + 1)
  const work = () => {
    applicable = listApplicableRules(document, rules, origin)
    const observers = { progress, onUnchecked, onTurnedOff, onFailure }
    const issues = applicable.length === 0 ? [] : evaluate(document, rules, origin, observers)
    const isOn = ({ id }: Rule) => !unchecked.off.has(id)
    if (!applicable.some(isOn)) return skip(document, rules, applicable.length > 0)
    const overrides = overrideMatches(rules, origin?.name, document.value)
    const on = chooseFileRuleset(origin?.name, rules).rules.filter(isOn)
    const turned_off = [...turnedOff].map(([place, count]) => ({ place, api_id, count }))
    const placed = { ...(overrides && { overrides }), ...(turned_off.length > 0 && { turned_off }) }
    return { issues, matches: { ...listMatches(on, applicable, unchecked), ...placed } }
  }
  return withTimeLimit(limit, work, () => limit.exceeded(describeProgress(progress, applicable), ruleset_id))
}

/** Without its overrides, or at another place, the ruleset may have rules for the document. */
function skip(document: SourceDocument, { overrides, forFile, ...base }: Ruleset, isPlaced: boolean) {
  const overridden = isPlaced || (forFile !== undefined && listApplicableRules(document, base).length > 0)
  return { isSkipped: true, ...(overridden && { overridden }) } as const
}

/** A rule that is for other kinds of documents alone, such as AsyncAPI, says so itself and is not listed. */
function listMatches(
  on: readonly Rule[],
  applicable: readonly Rule[],
  { ignored, missing }: Readonly<Record<'ignored' | 'missing', ReadonlySet<string>>>,
): PairMatches {
  const applied = new Set(applicable.map(({ id }) => id))
  const isListed = ({ isBuiltIn, formats }: Rule) => !isBuiltIn && formats?.length !== 0
  const ids = [...new Set(on.filter(isListed).map(({ id }) => id))]
  const isMatch = (id: string) => applied.has(id) && !ignored.has(id) && !missing.has(id)
  return {
    matched: ids.filter(isMatch),
    unmatched: ids.filter((id) => !isMatch(id)),
    unchecked: ids.filter((id) => ignored.has(id)),
    other_versions: ids.filter((id) => !applied.has(id)),
  }
}

function overrideMatches(
  { overrides }: Ruleset,
  file: string | undefined,
  root: unknown,
): PairMatches['overrides'] {
  if (overrides === undefined || file === undefined) return undefined
  const [matched, unmatched]: [string[], string[]] = [[], []]
  for (const { place, concerns } of overrides) (concerns(file, root) ? matched : unmatched).push(place)
  return { matched, unmatched }
}

const mostListed = 5

function renderFailures(failures: readonly string[]): string {
  const more = failures.length - mostListed
  return (
    failures.slice(0, mostListed).join('; ') + (more > 0 ? `; and ${plural(more, 'more rule')} failed` : '')
  )
}

/** A stack overflow is reported as what in the document causes it. */
function describeFailure(error: unknown): string {
  if (error instanceof RangeError && error.message.includes('call stack'))
    return 'the document is nested too deeply, or its references form too long a chain'
  return readMessage(error)
}
