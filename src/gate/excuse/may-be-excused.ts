import { identifier, textIdentity } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import type { Compared } from '../../model/report.ts'
import type { Excuses } from './excuse.ts'
import { mayWaive } from './waivers.ts'

/**
 * Whether an issue may be excused, or known from the earlier run, once it is known which node it is at. Only then is the
 * definition of a saved API worth a request.
 */
export function mayBeExcused(
  { waivers, baseline = [], identifier: now }: Pick<Excuses, 'waivers' | 'baseline' | 'identifier'>,
  earlier?: Compared,
): (issue: Issue) => boolean {
  const before = identifier(earlier?.run.definitions ?? []).identityOf
  const known = new Set([
    ...baseline.map(textIdentity),
    ...(earlier?.issues ?? []).map((issue) => textIdentity(before(issue))),
  ])
  // Where nothing is known, no issue is given a name: the names of all take more memory than the issues themselves.
  const isKnown = (issue: Issue) => known.size > 0 && known.has(textIdentity(now.identityOf(issue)))
  return (issue) => isKnown(issue) || waivers.some((waiver) => mayWaive(waiver, issue))
}
