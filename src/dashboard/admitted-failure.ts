import { isRecord } from '../model/record.ts'

/** Fields of the contract: what they say is read elsewhere. */
const known: readonly string[] = ['error', 'error_count', 'truncated']
/** Fields of an error body, or of a service that describes the outcome in its own words. */
const stateName = /^(?:status|state|result|outcome|verdict|messages?|reasons?)$/i
const goodState = /^(?:ok|success(?:ful)?|succeeded|pass(?:ed)?|completed?|done|finished|20\d)$/i
const goodName = /^(?:ok|passed|success(?:ful)?|completed?|finished|valid)$/i
const badName =
  /error|fail|fatal|exception|fault|invalid|reject|abort|cancel|skip|omit|drop|partial|incomplete|missing|unevaluated|not_?evaluated|not_?run|timed_?out|truncat|not_?found|unsupported|unprocessed|pending|has_?more/i

/**
 * What a result, or the summary of one of its rulesets, says of itself that no result says: the contract's error body
 * beside it, or a field that the contract does not know and whose name and value say that not everything went well. So
 * may an entry of a list that the contract does not know.
 */
export function admittedFailure(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined
  const own = troubleIn(body, known)
  if (own !== undefined) return `it is a result, but has ${own}`
  for (const ruleset of Array.isArray(body.rulesets) ? body.rulesets : []) {
    const trouble = isRecord(ruleset) ? troubleIn(ruleset, ['error_count']) : undefined
    if (trouble !== undefined) return `ruleset ${String(ruleset.id)} has ${trouble}`
  }
  return entryInTrouble(body)
}

/** An entry of a list that the contract does not know, such as one of each API, whose state is a failure. */
function entryInTrouble({
  rulesets: _rulesets,
  issues: _issues,
  ...lists
}: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, list] of Object.entries(lists)) {
    for (const entry of Array.isArray(list) ? list : []) {
      const states = isRecord(entry) ? Object.entries(entry).filter(([key]) => stateName.test(key)) : []
      const bad = states.find(([, state]) => typeof state === 'string' && badName.test(state))
      if (bad !== undefined) return `an entry of ${name} has ${bad[0]}: ${excerpt(bad[1])}`
    }
  }
  return undefined
}

function troubleIn(
  fields: Readonly<Record<string, unknown>>,
  expected: readonly string[],
): string | undefined {
  const found = Object.entries(fields).find(
    ([name, value]) => !expected.includes(name) && isTrouble(name, value),
  )
  return found && `${found[0]}: ${excerpt(found[1])}`
}

function isTrouble(name: string, value: unknown): boolean {
  if (stateName.test(name)) return !isEmpty(value) && !goodState.test(String(value)) && value !== true
  if (goodName.test(name)) return value === false
  return badName.test(name) && !isEmpty(value)
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
