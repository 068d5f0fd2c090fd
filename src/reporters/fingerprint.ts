import { identifier, renderIdentityKey } from '../core/model/identity.ts'
import type { Issue } from '../core/model/issue.ts'
import type { Run } from '../core/model/run.ts'
import { computeDigest } from '../core/text/digest.ts'

/**
 * Computes what an issue is known by from run to run, 32 hexadecimal characters of its identity: never its
 * line. Of several with one identity, the second and later ones also have their number.
 */
export function computeFingerprints(
  issues: readonly Issue[],
  { definitions }: Pick<Run, 'definitions'>,
): string[] {
  const { identifyIssue } = identifier(definitions)
  const met = new Map<string, number>()
  return issues.map((issue) => {
    const identity = renderIdentityKey(identifyIssue(issue))
    const number = (met.get(identity) ?? 0) + 1
    met.set(identity, number)
    return computeDigest(number === 1 ? identity : `${identity}${number}`).slice(0, 32)
  })
}
