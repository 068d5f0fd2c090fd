import type { Change } from '../../fix/change.ts'
import { identifier, identityText } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import { isRecord } from '../../model/record.ts'
import { countsOf, differenceOf } from './count-rules.ts'
import type { IssueProposal } from './fix-result.ts'

/** More need not be traced at once: without their causes, all begins again. */
const mostHarms = 100

/** More than any way has steps. */
const within = 10_000

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
      const known = placesKnown(first, done)
      const gained = new Set(differenceOf(countsOf(last), countsOf(first)).map(({ rule }) => rule))
      const added = last.filter(
        (issue) => gained.has(issue.rule_id) && !known.has(placeOf(issue.path, issue)),
      )
      const repeated = new Set(suspects)
      for (const harm of added.slice(0, mostHarms)) {
        const reason = `its fix would bring an issue of ${harm.rule_id}`
        for (const { issue } of nearestTo(harm, done)) {
          issues.set(identityOf(issue.source), reason)
          if (repeated.has(issue.rule)) rules.set(issue.rule, reason)
          suspects.add(issue.rule)
        }
      }
    },
  }
}

/** Where the issues of rules were, also by the keys that have been renamed since. */
function placesKnown(first: readonly Issue[], done: readonly IssueProposal[]): ReadonlySet<string> {
  const renamed = done.flatMap(({ changes }) =>
    changes.flatMap((change) =>
      change.op === 'rename'
        ? [[change.path.join('.'), [...change.path.slice(0, -1), change.to].join('.')] as const]
        : [],
    ),
  )
  const paths = ({ path }: Issue) => [
    path,
    ...renamed.flatMap(([from, to]) => (path.startsWith(from) ? [to + path.slice(from.length)] : [])),
  ]
  return new Set(first.flatMap((issue) => paths(issue).map((path) => placeOf(path, issue))))
}

function placeOf(path: string, { file = '', rule_id }: Issue): string {
  return JSON.stringify([file, rule_id, path])
}

/** The fixes in whose changes an issue is; else those that have most of the way in common with it. */
function nearestTo({ rule_id, path }: Issue, done: readonly IssueProposal[]): readonly IssueProposal[] {
  const way = path.split('.')
  const shared = (place: string) => {
    const steps = place.split('.')
    const end = steps.findIndex((step, index) => step !== way[index])
    return end === -1 ? within + steps.length : end
  }
  const others = done.filter(({ issue }) => issue.rule !== rule_id)
  const scores = others.map(({ changes }) => Math.max(0, ...changes.flatMap(placesOf).map(shared)))
  const most = scores.reduce((one, other) => Math.max(one, other), 1)
  return others.filter((_, index) => scores[index] === most)
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
  return [change.path.join('.')]
}

const { identityOf: identify } = identifier([])

/** Equal for the same issue in two checks. */
function identityOf(issue: Issue): string {
  return identityText(identify(issue))
}
