import { once } from '../core/model/once.ts'
import { isRecord } from '../core/model/record.ts'
import { sandboxEvaluationResponse, sandboxRulesetSummary } from './contract/evaluation.ts'

/** Fields of the contract: what they say is read elsewhere. */
const ofResult = once(() => new Set(Object.keys(sandboxEvaluationResponse().shape)))
const ofSummary = once(() => new Set(Object.keys(sandboxRulesetSummary().shape)))
/** Fields of an error body, or of a service that describes the outcome in its own words. */
const stateName = /^(?:status|state|result|outcome|verdict|messages?|reasons?)$/i
const goodState = /^(?:ok|success(?:ful)?|succeeded|pass(?:ed)?|completed?|done|finished|20\d)$/i
const otherStateName = /(?:status|state|compliance)$/i
const goodName = /^(?:ok|passed|success(?:ful)?|completed?|finished|valid)$/i
const badName =
  /error|fail|fatal|panic|exception|fault|invalid|reject|abort|cancel|skip|omit|drop|partial|incomplete|missing|unevaluated|not_?evaluated|not_?run|timed_?out|truncat|not_?found|unsupported|unprocessed|pending|has_?more/i
const badState = /^(?:non|not|un|in)_|running/i
/** The answer is a page of several. */
const moreName = /^(?:next(?:_?(?:page|cursor|token|link))?|continuation|cursor)$/i

/**
 * Finds a failure that a result, or the summary of one of its rulesets, admits: the contract's error body beside it, or
 * an unknown field, at any depth, whose name and value say that something failed or that issues are elsewhere.
 */
export function admittedFailure(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined
  const own = findTrouble(body, ofResult())
  if (own !== undefined) return `it is a result, but has ${own}`
  for (const ruleset of Array.isArray(body.rulesets) ? body.rulesets : []) {
    const trouble = isRecord(ruleset) ? findTrouble(ruleset, ofSummary()) : undefined
    if (trouble !== undefined) return `ruleset ${String(ruleset.id)} has ${trouble}`
  }
  return undefined
}

/** Levels of nesting that are looked into. */
const deepest = 4

function findTrouble(
  fields: Readonly<Record<string, unknown>>,
  expected: ReadonlySet<string>,
  depth = 1,
): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    if (expected.has(name)) continue
    if (isTrouble(name, value, depth === 1)) return `${name}: ${excerpt(value)}`
    const inside = depth < deepest ? findInnerTrouble(value, depth + 1) : undefined
    if (inside !== undefined) return `${name}, in which is ${inside}`
  }
  return undefined
}

const nothing: ReadonlySet<string> = new Set()

function findInnerTrouble(value: unknown, depth: number): string | undefined {
  if (!Array.isArray(value)) return isRecord(value) ? findTrouble(value, nothing, depth) : undefined
  for (const entry of value.filter(isRecord)) {
    if ('rule_id' in entry || 'severity' in entry) return `an issue: ${excerpt(entry)}`
    const trouble = findTrouble(entry, nothing, depth)
    if (trouble !== undefined) return trouble
  }
  return undefined
}

function isTrouble(name: string, value: unknown, isOwn: boolean): boolean {
  if (isOwn && stateName.test(name))
    return !isEmpty(value) && !goodState.test(String(value)) && value !== true
  if ((stateName.test(name) || otherStateName.test(name)) && typeof value === 'string')
    return badState.test(value) || badName.test(value)
  if (goodName.test(name)) return value === false
  if (/^pages$/i.test(name)) return Number(value) > 1
  return (badName.test(name) || moreName.test(name)) && !isEmpty(value)
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return !value
}

const longest = 80

function excerpt(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
