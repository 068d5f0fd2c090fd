import { definitionOf } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import type { RuleCount } from './fix-result.ts'

/** How many issues each rule has, most first. */
export function countsOf(issues: readonly Pick<Issue, 'rule_id'>[]): readonly RuleCount[] {
  const counts = new Map<string, number>()
  for (const { rule_id } of issues) counts.set(rule_id, (counts.get(rule_id) ?? 0) + 1)
  return inOrder([...counts].map(([rule, count]) => ({ rule, count })))
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
  const sums = new Map<string, number>()
  for (const { rule, count } of gains) sums.set(rule, (sums.get(rule) ?? 0) + count)
  return inOrder([...sums].map(([rule, count]) => ({ rule, count })))
}

export function sumOf(counts: readonly RuleCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

function inOrder(counts: readonly RuleCount[]): readonly RuleCount[] {
  return [...counts].sort((one, other) => other.count - one.count || (one.rule < other.rule ? -1 : 1))
}
