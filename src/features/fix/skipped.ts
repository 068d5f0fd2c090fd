import type { Change } from '../../check/fixable/change.ts'
import { identifier, renderIdentityKey } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import { isRecord } from '../../core/model/record.ts'
import { findDefinitionFile } from '../../core/model/target.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { countKey, type IssueProposal, listGains } from './fix-result.ts'

/** Limits the issues traced per round; the rest is traced after the restart. */
const mostHarms = 100

/** More than any way has steps. */
const within = 10_000

export interface SkippedIssues {
  readonly reasonFor: (issue: Issue) => string | undefined
}

export type Skipped = ReturnType<typeof createSkipped>

/** Skips issues whose fix failed, and a whole rule whose fixes add issues a second time. */
export function createSkipped() {
  const issues = new Map<string, string>()
  const rules = new Map<string, string>()
  const suspects = new Set<string>()

  return {
    size: () => issues.size + rules.size,
    reasonFor: (issue: Issue) =>
      rules.get(issue.rule_id) ?? (issues.size > 0 ? issues.get(renderIdentity(issue)) : undefined),
    /** Learns from the check after some fixes which of their issues are still there. */
    noteIdle: (done: readonly IssueProposal[], after: readonly Issue[]) => {
      const left = new Set(after.map(renderIdentity))
      for (const { issue } of done) {
        const identity = renderIdentity(issue)
        if (left.has(identity)) issues.set(identity, 'its fix does not make the issue go away')
      }
    },
    /** Learns from the first and the last check which fixes brought issues. */
    noteHarm: (done: readonly IssueProposal[], first: readonly Issue[], last: readonly Issue[]) => {
      const known = placesKnown(first, done)
      const gained = new Set(listGains(first, last).map(countKey))
      const added = last.filter(
        (issue) => gained.has(countKey(issue)) && !known.has(renderPlace(issue.path, issue)),
      )
      const repeated = new Set(suspects)
      for (const harm of added.slice(0, mostHarms)) {
        const where = harm.definition === undefined ? '' : ` in ${harm.definition}`
        const reason = `its fix would bring an issue of ${harm.rule_id}${where}`
        for (const { issue } of findNearest(harm, done)) {
          issues.set(renderIdentity(issue), reason)
          if (repeated.has(issue.rule_id)) rules.set(issue.rule_id, reason)
          suspects.add(issue.rule_id)
        }
      }
    },
    /** Learns of one fix that it brings an issue, together with others. */
    noteHarmful: ({ issue }: IssueProposal, rule: string) =>
      void issues.set(renderIdentity(issue), `its fix would bring an issue of ${rule}`),
    /** Skips all but these, without learning. */
    allBut: (wanted: readonly IssueProposal[]): SkippedIssues => {
      const identities = new Set(wanted.map(({ issue }) => renderIdentity(issue)))
      return {
        reasonFor: (issue) =>
          identities.has(renderIdentity(issue)) ? undefined : 'with other fixes it would bring issues',
      }
    },
    /** Learns which fixes were still made in the last round. */
    noteEndless: (done: readonly IssueProposal[]) => {
      const reason = 'another rule asks for the opposite'
      for (const { issue } of done) issues.set(renderIdentity(issue), reason)
    },
  }
}

/** Places of the first issues, under their old paths and under renamed keys. */
function placesKnown(first: readonly Issue[], done: readonly IssueProposal[]): ReadonlySet<string> {
  const renamed = done.flatMap(({ files }) =>
    files.flatMap(({ file, changes }) =>
      changes
        .filter((change) => change.op === 'rename')
        .map(({ path, to }) => ({
          from: renderName(file, path.join('.')),
          to: [...path.slice(0, -1), to].join('.'),
        })),
    ),
  )
  const byName = groupBy(renamed, ({ from }) => from)
  const paths = ({ path, file }: Issue) => [
    path,
    ...listStarts(path).flatMap((start) =>
      (byName.get(renderName(file, start)) ?? []).map(({ to }) => to + path.slice(start.length)),
    ),
  ]
  return new Set(first.flatMap((issue) => paths(issue).map((path) => renderPlace(path, issue))))
}

function renderName(file: string | undefined, path: string): string {
  return JSON.stringify([file, path])
}

/** The paths that a dotted path leads through, and itself. */
function listStarts(path: string): readonly string[] {
  return [...path.matchAll(/\.|$/g)].map(({ index }) => path.slice(0, index))
}

function renderPlace(path: string, issue: Issue): string {
  return JSON.stringify([findDefinitionFile(issue), issue.file, issue.rule_id, path])
}

/**
 * Finds fixes that seem to have caused an issue: those that changed its place, else the one that is nearest to it in its
 * file, else those that edit shared files. Of several that are as near, any may be it, or all together: those are bisected.
 */
function findNearest(harm: Issue, done: readonly IssueProposal[]): readonly IssueProposal[] {
  const way = harm.path.split('.')
  const alike = (place: string) => {
    const steps = place.split('.')
    const end = steps.findIndex((step, index) => step !== way[index])
    return end === -1 ? within + steps.length : end
  }
  const others = done.filter(({ issue }) => countKey(issue) !== countKey(harm))
  const scores = others.map(({ files }) => {
    const inFile = files.filter(({ file }) => file === harm.file)
    return Math.max(0, ...inFile.flatMap(({ changes }) => changes.flatMap(listPlaces).map(alike)))
  })
  const most = scores.reduce((one, other) => Math.max(one, other), 0)
  const nearest = others.filter((_, index) => scores[index] === most)
  // Definitions that share a file want the same edit.
  const isOne = new Set(nearest.map(({ files }) => JSON.stringify(files))).size === 1
  if (most > 0) return most > within || isOne ? nearest : []
  const shared = others.filter(({ issue, files }) =>
    files.some(({ file }) => file !== findDefinitionFile(issue)),
  )
  return shared.length > 0 || harm.definition === undefined ? shared : others
}

function listPlaces(change: Change): readonly string[] {
  if (change.op === 'insert') {
    const inserted = change.key === undefined ? change.path : [...change.path, change.key]
    const reference = isRecord(change.value) ? change.value.$ref : undefined
    const target =
      typeof reference === 'string' && reference.startsWith('#/') ? reference.slice(2).split('/') : []
    return [inserted, target].filter((path) => path.length > 0).map((path) => path.join('.'))
  }
  if (change.op === 'sort') return []
  return [change.path.join('.')]
}

const { identifyIssue: identify } = identifier([])

/** Equal for the same issue in two checks. */
export function renderIdentity(issue: Issue): string {
  return renderIdentityKey(identify(issue))
}
