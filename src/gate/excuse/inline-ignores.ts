import type { Definition } from '../../core/model/asked.ts'
import { breakingRuleset } from '../../core/model/breaking.ts'
import type { IgnoresGap } from '../../core/model/gap.ts'
import { toPointer } from '../../core/model/identity.ts'
import { honoursIgnores } from '../../core/model/inline-waivers.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { placeholderRule } from '../../core/model/placeholder.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { InlineIgnores } from '../../core/model/reason.ts'
import { getChild, isObject, isRecord, iterateValues } from '../../core/model/record.ts'
import type { Findings } from '../decide/decide.ts'

/** In a definition, it tells the engine of dashboards not to report the rules that it names. */
export const ignoreKey = 'x-lint-ignore'

/** Issues that no `x-lint-ignore` may drop: nothing was checked behind such a key or reference; a placeholder is no real value. */
export const notIgnorable: readonly string[] = [
  'parser',
  'invalid-ref',
  'unchecked-operation',
  'unchecked-siblings',
  'unchecked-nullable',
  placeholderRule,
  'circular-references',
  'resolving-references',
]

/**
 * The pointer of the object whose `x-lint-ignore` names the rule of an issue at `path`: the node itself, the object that
 * holds it, or the root. vacuum goes further in two cases: an object that the rule's `given` selects is left out with all
 * that is inside it, and so are objects of other files. Undefined: there is none.
 */
export function findIgnoring(root: unknown, path: Path, rule_id: string): string | undefined {
  if (notIgnorable.includes(rule_id)) return undefined
  let [holder, node] = [root, root]
  for (const key of path) [holder, node] = [node, getChild(node, key)]
  const found = [node, holder, root].findIndex((each) => listIgnoredRules(each).includes(rule_id))
  return found === -1 ? undefined : toPointer([path, path.slice(0, -1), []][found] ?? [])
}

/**
 * Everything for which a dashboard may drop issues: the path of each `x-lint-ignore`, and the rules that it names. Also where
 * that is a value, which names none: vacuum takes it for the key, and leaves it out with whatever a `given` finds next.
 */
export function listIgnores(root: unknown): ReadonlyMap<Path, readonly string[]> {
  const found = new Map<Path, readonly string[]>()
  for (const { path, value } of iterateValues(root)) {
    if (value === ignoreKey) found.set(path, [])
    const names = listIgnoredRules(value)
    if (names.length > 0) found.set([...path, ignoreKey], names)
  }
  return found
}

/** A text or a list, in which vacuum compares whatever is not a list or an object as text. `*` stands for no other rule. */
function listIgnoredRules(node: unknown): readonly string[] {
  const value = isRecord(node) ? getChild(node, ignoreKey) : undefined
  if (value === undefined) return []
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.flatMap((rule) => (isObject(rule) ? [] : [String(rule)]))
}

type Inline = Pick<Policy, 'inline_waivers'>

/** Excuses what an `x-lint-ignore` names, if the policy says so. `originals`: the issues as evaluated; `added`: with a new key. */
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
  return [
    ...createReason('waives', waived),
    ...createReason(honoursIgnores(policy) ? 'new' : 'none', counting),
  ]
}

function createReason(effect: InlineIgnores['effect'], issues: readonly Issue[]): InlineIgnores[] {
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
