import type { Definition } from '../../model/asked.ts'
import type { IgnoresGap } from '../../model/gap.ts'
import { honoursIgnores } from '../../model/inline-waivers.ts'
import type { Policy } from '../../model/policy.ts'
import type { Findings } from '../decide/decide.ts'

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
