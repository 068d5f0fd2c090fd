import { definitionOf } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import { groupBy } from '../../text/group-by.ts'
import type { RuleCount } from './fix-result.ts'

/** How many issues each rule has, most first. */
export function countsOf(issues: readonly Pick<Issue, 'rule_id'>[]): readonly RuleCount[] {
  const byRule = groupBy(issues, ({ rule_id }) => rule_id)
  return inOrder([...byRule].map(([rule, { length: count }]) => ({ rule, count })))
}

/** What `more` has and `fewer` has not. */
export function differenceOf(more: readonly RuleCount[], fewer: readonly RuleCount[]): readonly RuleCount[] {
  const known = new Map(fewer.map(({ rule, count }) => [rule, count]))
  const left = more.map(({ rule, count }) => ({ rule, count: count - (known.get(rule) ?? 0) }))
  return inOrder(left.filter(({ count }) => count > 0))
}

/** The rules that have more issues than before in a definition, whatever they have fewer in others. */
export function gainsOf(first: readonly Issue[], last: readonly Issue[]): readonly RuleCount[] {
  const definitions = new Set(last.map(definitionOf))
  const gains = [...definitions].flatMap((definition) => {
    const own = (issues: readonly Issue[]) => issues.filter((issue) => definitionOf(issue) === definition)
    return differenceOf(countsOf(own(last)), countsOf(own(first)))
  })
  const byRule = groupBy(gains, ({ rule }) => rule)
  return inOrder([...byRule].map(([rule, own]) => ({ rule, count: sumOf(own) })))
}

export function sumOf(counts: readonly RuleCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

function inOrder(counts: readonly RuleCount[]): readonly RuleCount[] {
  return [...counts].sort((one, other) => other.count - one.count || (one.rule < other.rule ? -1 : 1))
}
