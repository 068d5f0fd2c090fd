import type { Change } from '../../fix/change.ts'
import { identifier, identityText } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import { isRecord } from '../../model/record.ts'
import { countsOf, differenceOf } from './count-rules.ts'
import type { IssueProposal } from './fix-result.ts'

/** The issues whose fix was tried and is not to be made. */
export interface Skipped {
  readonly size: () => number
  /** Why, if it is one. */
  readonly reasonFor: (issue: Issue) => string | undefined
  /** Learns from the check after some fixes which of their issues are still there. */
  readonly noteIdle: (done: readonly IssueProposal[], after: readonly Issue[]) => void
  /** Learns from the first and the last check which fixes brought issues. */
  readonly noteHarm: (done: readonly IssueProposal[], first: readonly Issue[], last: readonly Issue[]) => void
}

/** A rule whose fixes bring others' issues once more, at other places, is skipped altogether. */
export function createSkipped(): Skipped {
  const issues = new Map<string, string>()
  const rules = new Map<string, string>()
  const suspects = new Set<string>()

  return {
    size: () => issues.size + rules.size,
    reasonFor: (issue) => rules.get(issue.rule_id) ?? issues.get(identityOf(issue)),
    noteIdle: (done, after) => {
      const left = new Set(after.map(identityOf))
      for (const { issue } of done) {
        const identity = identityOf(issue.source)
        if (left.has(identity)) issues.set(identity, 'its fix does not make the issue go away')
      }
    },
    noteHarm: (done, first, last) => {
      const known = new Set(first.map(identityOf))
      const gained = new Set(differenceOf(countsOf(last), countsOf(first)).map(({ rule }) => rule))
      const added = last.filter((issue) => gained.has(issue.rule_id) && !known.has(identityOf(issue)))
      const repeated = new Set(suspects)
      for (const { issue, changes } of added.length > 0 ? done : []) {
        const harm = added.find(
          (each) => each.rule_id !== issue.rule && changes.some((change) => isNear(change, each)),
        )
        if (!harm) continue
        const reason = `its fix would bring an issue of ${harm.rule_id}`
        issues.set(identityOf(issue.source), reason)
        if (repeated.has(issue.rule)) rules.set(issue.rule, reason)
        suspects.add(issue.rule)
      }
    },
  }
}

/** An issue at the place of a change, in it, around it, or at what it newly refers to. */
function isNear(change: Change, { path }: Issue): boolean {
  return placesOf(change).some(
    (own) => path === own || path.startsWith(`${own}.`) || (path !== '' && own.startsWith(`${path}.`)),
  )
}

/** The places that a change is about, like the paths of issues. */
function placesOf(change: Change): readonly string[] {
  if (change.op === 'insert') {
    const own = change.key === undefined ? change.path : [...change.path, change.key]
    const reference = isRecord(change.value) ? change.value.$ref : undefined
    const target =
      typeof reference === 'string' && reference.startsWith('#/') ? reference.slice(2).split('/') : []
    return [own, target].filter((each) => each.length > 0).map((each) => each.join('.'))
  }
  if (change.op === 'sort') return []
  const isOfEntry = change.op === 'set' || change.op === 'rename'
  return [(isOfEntry ? change.path.slice(0, -1) : change.path).join('.')]
}

const { identityOf: identify } = identifier([])

/** Equal for the same issue in two checks. */
function identityOf(issue: Issue): string {
  return identityText(identify(issue))
}
