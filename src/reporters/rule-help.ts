import type { Issue, RuleHelp } from '../core/model/issue.ts'
import { sanitize } from '../core/text/sanitize.ts'
import { parseUrl } from '../core/text/url.ts'

/** Finds what a report knows of the rule of an issue. */
export function createHelpFinder(rules: readonly RuleHelp[] = []) {
  const byRule = new Map(rules.map((rule) => [JSON.stringify([rule.ruleset_id, rule.id]), rule]))
  return ({ ruleset_id, rule_id }: Pick<Issue, 'ruleset_id' | 'rule_id'>): RuleHelp | undefined =>
    byRule.get(JSON.stringify([ruleset_id, rule_id]))
}

/** Finds the first address of the web in a foreign text, as it may stand in a link. */
export function findWebAddress(text = ''): string | undefined {
  const [found] = /\bhttps?:\/\/[^\s<>"'`()[\]{}|\\^]+/.exec(sanitize(text).slice(0, 10_000)) ?? []
  const address = found?.replace(/[.,;:!?]+$/, '')
  return address && parseUrl(address)?.href
}
