import type { Nodes } from '../document.ts'
import { type Compared, checkRestricting, descendOpen, refuses } from './compare.ts'
import { groupByName } from './schema-node.ts'

/** Properties that have no schema by their name: those that a pattern describes, and all others. */
export function checkOthers(compared: Compared): void {
  const { base, head, use, report } = compared
  const [before, after] = [base.inner('additionalProperties'), head.inner('additionalProperties')]
  checkPatterns(compared, before, after)
  if (!refuses(before) && !refuses(after)) descendOpen(compared, 'object', before, after)
  if (use.direction === 'request' && refuses(after) && !refuses(before))
    report('breaking-request-additional-properties-refused', 'may no longer have other properties')
}

/** Where one side has no such pattern, what it matches is among the others there. */
function checkPatterns(compared: Compared, before: Nodes, after: Nodes): void {
  const { base, head, use, report } = compared
  const keyword = 'patternProperties'
  const [some, others] = [groupByName(base.inner(keyword)), groupByName(head.inner(keyword))]
  if (refuses(use.direction === 'request' ? before : after)) checkMeeting(compared, some, others)
  // What another pattern lets in may match one that is gone.
  const isElsewhere = [...others.keys()].some((name) => !some.has(name))
  for (const name of new Set([...some.keys(), ...others.keys()])) {
    const [earlier, later] = [some.get(name) ?? [], others.get(name) ?? []]
    const what = `${keyword} \`${name}\``
    if (later.length === 0 && use.direction === 'request' && refuses(after))
      report('breaking-request-constraint-changed', `may no longer have properties that match \`${name}\``)
    else if ((later.length > 0 || !refuses(after) || isElsewhere) && (earlier.length > 0 || !refuses(before)))
      checkRestricting(compared, what, earlier, later)
    if (later.length === 0 && !refuses(after)) compared.descend(earlier, after)
    if (earlier.length === 0 && use.direction === 'response' && !refuses(before))
      compared.descend(before, later)
  }
}

type Patterns = ReadonlyMap<string, Nodes>

/** In a closed object, a pattern that only one side has is also about what it lets in by a pattern that both have. */
function checkMeeting({ use, descend }: Compared, some: Patterns, others: Patterns): void {
  const isRequest = use.direction === 'request'
  const [within, allowed] = isRequest ? [some, others] : [others, some]
  for (const [kept, nodes] of within)
    for (const [asked, more] of allowed)
      if (allowed.has(kept) && !within.has(asked) && mayMeet(kept, asked))
        isRequest ? descend(nodes, more) : descend(more, nodes)
}

/** Whether one name may match both patterns: it cannot have two beginnings. */
function mayMeet(pattern: string, other: string): boolean {
  const [some, others] = [findLiteralPrefix(pattern), findLiteralPrefix(other)]
  return some.startsWith(others) || others.startsWith(some)
}

/** The letters with which all names begin that match a pattern, as far as it is plain: `ab` for `^ab.*`. */
function findLiteralPrefix(pattern: string): string {
  return pattern.includes('|') ? '' : (/^\^([\w-]*)(?![*?{\w-])/.exec(pattern)?.[1] ?? '')
}
