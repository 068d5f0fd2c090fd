import type { Definition } from '../../core/model/asked.ts'
import { breakingRuleset } from '../../core/model/breaking.ts'
import type { IgnoresGap } from '../../core/model/gap.ts'
import { honoursIgnores } from '../../core/model/inline-waivers.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { InlineIgnores } from '../../core/model/reason.ts'
import type { Findings } from '../decide/decide.ts'

type Inline = Pick<Policy, 'inline_waivers'>

/**
 * Excuses what an `x-lint-ignore` of the definition names, if the policy has it do so. `originals` are the same issues as
 * they were evaluated; those in `added` have a key that the change under review adds, and count.
 */
export function waiveInline(
  issues: readonly Issue[],
  originals: readonly Issue[],
  policy: Inline,
  added: ReadonlySet<Issue> = new Set(),
): readonly Issue[] {
  if (!honoursIgnores(policy)) return issues
  return issues.map((issue, index) => {
    const original = originals[index]
    if (issue.excused !== undefined || !mayIgnore(issue) || original === undefined || added.has(original))
      return issue
    return { ...issue, excused: { by: 'definition' } }
  })
}

/** The issue of a definition that its own `x-lint-ignore` may excuse; what breaks clients is for others to excuse. */
function mayIgnore({ ignored_at, ruleset_id }: Issue): boolean {
  return ignored_at !== undefined && ruleset_id !== breakingRuleset
}

export function isWaived({ excused }: Issue): boolean {
  return excused?.by === 'waiver' || excused?.by === 'definition'
}

/** Reasons about issues that an `x-lint-ignore` names and nothing else excuses. */
export function inlineReasons(issues: readonly Issue[], policy: Inline): InlineIgnores[] {
  const named = issues.filter(mayIgnore)
  const counting = named.filter(({ excused }) => excused === undefined)
  const waived = named.filter(({ excused }) => excused?.by === 'definition')
  return [...about('waives', waived), ...about(honoursIgnores(policy) ? 'new' : 'none', counting)]
}

function about(effect: InlineIgnores['effect'], issues: readonly Issue[]): InlineIgnores[] {
  if (issues.length === 0) return []
  const rules = [...new Set(issues.map(({ rule_id }) => rule_id))].sort()
  return [{ kind: 'inline-ignores', effect, count: issues.length, rules }]
}

/**
 * A dashboard may drop the issues that a definition's `x-lint-ignore` names, and its answer does not say so: what it did
 * not list is then not known. Only a policy accepts that, and only of keys that the change under review does not add.
 */
export function ignoresFindings(
  definitions: readonly Definition[],
  policy: Pick<Policy, 'inline_waivers'>,
  added: ReadonlySet<string> = new Set(),
): Findings {
  const all = definitions.flatMap(({ file, ignores }): IgnoresGap[] => {
    if (ignores === undefined) return []
    const { rules, file: written, line } = ignores
    const is_new = honoursIgnores(policy) && added.has(file) && { is_new: true as const }
    return [{ kind: 'inline-ignores', target: { file }, rules, place: `${written}:${line}`, ...is_new }]
  })
  const isAccepted = (gap: IgnoresGap) => honoursIgnores(policy) && !gap.is_new
  return {
    gaps: all.filter((gap) => !isAccepted(gap)),
    reasons: all.filter(isAccepted).map((gap) => ({ kind: 'accepted', gap })),
  }
}
