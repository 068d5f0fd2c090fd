import type { Selector } from '../core/model/asked.ts'
import { breakingRuleset } from '../core/model/breaking.ts'
import type { Evaluation, RulesetSummary } from '../core/model/evaluation.ts'
import { countIssues, countIssuesByRuleset, noCounts, severities } from '../core/model/severity.ts'
import type { SeverityCounts } from '../core/model/severity-counts.ts'
import { grouped } from '../core/text/wording.ts'
import { recordId } from './ask.ts'
import { sandboxEvaluationResponse } from './contract/evaluation.ts'
import { contractError } from './contract-error.ts'
import { type FetchAnswer, parseJsonBody, requireContract } from './read-answer.ts'

export type AskedOf = {
  readonly selector: Selector
} & (
  | { readonly api_ids: readonly string[] }
  /** A definition, by the id that was sent with it. */
  | { readonly definition: string | undefined }
)

const name = 'the dashboard'

/** Throws GovError, unavailable. The text, which may be large, is done with when this returns. */
export async function readAnswerBody(answer: Pick<FetchAnswer, 'text' | 'headers'>): Promise<unknown> {
  return parseJsonBody(await answer.text(), answer.headers.get('content-type'), name)
}

/**
 * The body of a 200 as an evaluation of what was `asked`. Fields that the contract does not know are ignored; anything
 * missing, of another type or at odds with the rest of the answer is refused, since the verdict would rest on it.
 */
export function readEvaluation(value: unknown, asked: AskedOf): Evaluation {
  const parsed = requireContract(sandboxEvaluationResponse, value, { name, what: 'an evaluation' })
  const { error, ...evaluation } = parsed
  const answer: Evaluation = error == null || error === '' ? evaluation : { ...evaluation, error }
  const reason =
    contradiction(answer) ??
    reservedRuleset(answer) ??
    inactiveRuleset(answer, asked) ??
    unfitKind(answer, asked) ??
    unrequestedRuleset(answer, asked) ??
    findSurplus(answer, asked) ??
    unrequestedApi(answer, asked)
  if (reason !== undefined)
    throw contractError('answer-contradicts-itself', `inconsistent response: ${reason}`)
  return answer
}

/** A policy and a waiver mean gov's own ruleset by this id. */
function reservedRuleset({ rulesets }: Evaluation): string | undefined {
  const isTaken = rulesets.some(({ id }) => id === breakingRuleset)
  return isTaken ? `ruleset ${breakingRuleset} has an id that is reserved for gov` : undefined
}

/** A category stands for active rulesets. */
function inactiveRuleset({ rulesets }: Evaluation, { selector }: AskedOf): string | undefined {
  const inactive = 'categories' in selector && rulesets.find(({ active }) => !active)
  return inactive ? `ruleset ${inactive.id} ran for a category, but is inactive` : undefined
}

/** A ruleset that nobody requested: the issues are not those of the selected rulesets. */
function unrequestedRuleset({ rulesets }: Evaluation, { selector }: AskedOf): string | undefined {
  if (!('ruleset_ids' in selector)) return undefined
  const other = findUnrequested(new Set(rulesets.map(({ id }) => id)), selector.ruleset_ids)
  return other === undefined ? undefined : `ruleset ${other} ran, which was not requested`
}

/** Kinds of resource that a ruleset may be for, by the contract. */
const resourceTypes: readonly string[] = ['oas-api', 'mcp-api']

/** Rulesets run on APIs of their own kind, and a definition is OpenAPI. An API that failed does not count as evaluated. */
function unfitKind({ rulesets, evaluated_apis, error }: Evaluation, asked: AskedOf): string | undefined {
  const kinds = [...new Set(rulesets.map(({ resource_type }) => resource_type))]
  const other = 'definition' in asked ? kinds.find((kind) => kind !== 'oas-api') : undefined
  if (other !== undefined) return `a ruleset for ${other} ran on an OpenAPI definition`
  const unknown = kinds.find((kind) => !resourceTypes.includes(kind))
  if (unknown !== undefined)
    return `a ruleset for ${unknown} ran, and a dashboard has only ${resourceTypes.join(' and ')}`
  if (error !== undefined || kinds.length <= Math.max(1, evaluated_apis)) return undefined
  return `rulesets for ${kinds.join(' and ')} ran, but evaluated_apis is ${evaluated_apis}`
}

/** A surplus would hide APIs that were not evaluated. */
function findSurplus({ evaluated_apis }: Evaluation, asked: AskedOf): string | undefined {
  const count = 'definition' in asked ? 1 : asked.api_ids.length
  return evaluated_apis > count
    ? `evaluated_apis is ${evaluated_apis}, but ${count} were requested`
    : undefined
}

function findStrayId(found: ReadonlySet<string>, sent: string | undefined): string | undefined {
  const other = sent === undefined ? undefined : [...found].find((id) => id !== sent)
  return other === undefined ? undefined : `an issue is of API ${other}, and ${sent} was asked for`
}

function findUnrequested(found: ReadonlySet<string>, requested: readonly string[]): string | undefined {
  const byRecord = requested.filter((id) => recordId.test(id) && !found.has(id))
  const others = [...found].filter((id) => !requested.includes(id))
  return others.length > byRecord.length ? others[0] : undefined
}

/** Issues of APIs that were not requested mean that a cache or a proxy returned another response. */
function unrequestedApi({ issues }: Evaluation, asked: AskedOf): string | undefined {
  const found = new Set(issues.map(({ api_id }) => api_id))
  if ('definition' in asked) return findStrayId(found, asked.definition)
  const other = findUnrequested(found, asked.api_ids)
  return other === undefined ? undefined : `an issue is from API ${other}, which was not requested`
}

/**
 * How an answer contradicts itself, or undefined when it does not. A gate that trusts the counts must know that they count
 * these issues: the total is the sum of the severities; the rulesets add up to the run (one that failed on an API shows
 * zeros, so with `error` set they may be fewer); every ruleset is listed once; every issue is of a listed ruleset; and an
 * answer that was not cut holds exactly the issues that it counts, ruleset by ruleset (seed, "SandboxEvaluationResponse").
 * `severity_order` is numbered from 1 or from 0, and decides nothing.
 */
function contradiction(evaluation: Evaluation): string | undefined {
  return (
    runCounts(evaluation) ??
    listedRulesets(evaluation) ??
    rulesetCounts(evaluation) ??
    compareTotals(evaluation)
  )
}

function runCounts(evaluation: Evaluation): string | undefined {
  const listed = countIssues(evaluation.issues)
  const failed = evaluation.error !== undefined
  for (const severity of severities) {
    const key = `${severity}_count` as const
    const counted = evaluation[key]
    const ofRulesets = evaluation.rulesets.reduce((sum, ruleset) => sum + ruleset[key], 0)
    if (failed ? ofRulesets > counted : ofRulesets !== counted)
      return `${key} is ${counted}, but its rulesets add up to ${ofRulesets}`
    if (evaluation.truncated ? listed[key] > counted : listed[key] !== counted)
      return `${key} is ${counted}, but ${listed[key]} such issues are listed`
  }
  return undefined
}

function listedRulesets({ rulesets, issues }: Evaluation): string | undefined {
  const ids = new Set<string>()
  for (const { id } of rulesets) {
    if (ids.has(id)) return `duplicate ruleset ${id}`
    ids.add(id)
  }
  const stray = issues.find(({ ruleset_id }) => !ids.has(ruleset_id))
  return stray && `an issue is from ruleset ${stray.ruleset_id}, which did not run`
}

function rulesetCounts({ rulesets, issues, truncated, error }: Evaluation): string | undefined {
  if (error !== undefined) return undefined
  const listed = countIssuesByRuleset(issues)
  const wrong = rulesets.find((ruleset) => miscounts(ruleset, listed.get(ruleset.id) ?? noCounts, truncated))
  return wrong && `the counts of ruleset ${wrong.id} do not match its issues`
}

function miscounts(ruleset: RulesetSummary, listed: SeverityCounts, truncated: boolean): boolean {
  return severities.some((severity) => {
    const key = `${severity}_count` as const
    return truncated ? listed[key] > ruleset[key] : listed[key] !== ruleset[key]
  })
}

function compareTotals(evaluation: Evaluation): string | undefined {
  const { issues, total, truncated } = evaluation
  const sum = severities.reduce((all, severity) => all + evaluation[`${severity}_count`], 0)
  if (sum !== total) return `total is ${total}, but the severities add up to ${sum}`
  if (truncated && issues.length >= total)
    return `it is marked as truncated, but lists all issues (${grouped(total)})`
  return undefined
}
