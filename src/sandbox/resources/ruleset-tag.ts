import { contentId } from '../../core/text/digest.ts'
import type { SavedRuleset } from '../../dashboard/contract/rulesets.ts'
import { badRequestError, Refusal, type ServiceRequest } from '../http/exchange.ts'

/** The entity tag of a ruleset as it is answered: another one after each change (RFC 9110, 8.8.3). */
export function computeRulesetTag(saved: SavedRuleset): string {
  return `"${contentId([JSON.stringify(saved)], 32)}"`
}

/**
 * Refuses with 412 a change of what is not as the caller knows it, and with 400 an If-Match that is not a list of
 * entity tags. A weak tag never matches (RFC 9110, 13.1.1).
 */
export function requireMatch({ headers }: ServiceRequest, saved: () => SavedRuleset): void {
  const wanted = headers.get('if-match')?.trim()
  if (wanted === undefined || wanted === '*') return
  if (!/^(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*$/.test(wanted))
    throw badRequestError('If-Match is neither * nor a list of entity tags in double quotes')
  const tag = computeRulesetTag(saved())
  if (wanted.split(/\s*,\s*/).includes(tag)) return
  throw new Refusal(412, 'The ruleset is not as If-Match says: it was changed meanwhile')
}
