import { identifier } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { addUpCounts, compareCounts, countIssues } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { sumCounts } from '../../gate/counts.ts'
import { createUncheckedTest } from '../../gate/decide/unchecked.ts'
import type { Fleet, FleetApi, FleetCell, FleetCount, FleetOwner, KnownApis } from './fleet.ts'
import { describeDifferences, readScope } from './scope.ts'

/** The page's facts from a saved run; `earlier` is compared where it asked the same of the same. */
export function countFleet(report: EvaluatedReport, known: KnownApis, earlier?: EvaluatedReport): Fleet {
  const now = countReport(report, known)
  const note = earlier && describeComparison(earlier, report)
  const before = earlier && note === '' ? countReport(earlier, known) : undefined
  return {
    started: report.run.started,
    dashboard: report.run.dashboard,
    complete: isComplete(report),
    excused: report.issues.length - now.open.length,
    ...countIssues(now.open),
    rulesets: now.rulesets,
    apis: changed(now.apis, before?.apis, ({ id }) => id),
    rules: changed(now.rules, before?.rules, ({ name, ruleset }) => JSON.stringify([ruleset, name])),
    owners: changed(countOwners(now.apis), before && countOwners(before.apis), ({ name }) => name),
    ...(earlier && { earlier: { started: earlier.run.started, note: note ?? '' } }),
  }
}

function describeComparison(earlier: EvaluatedReport, report: EvaluatedReport): string {
  if (!isComplete(earlier)) return 'it is incomplete'
  if (!isComplete(report)) return 'this run is incomplete'
  return describeDifferences(readScope(earlier), readScope(report))
}

function isComplete({ outcome, run, truncated }: EvaluatedReport): boolean {
  const hasAccepted = outcome.held.some(({ kind }) => kind === 'accepted')
  return outcome.kind !== 'incomplete' && !hasAccepted && !truncated && run.shard === undefined
}

interface Counted extends Pick<Fleet, 'apis' | 'rulesets' | 'rules'> {
  readonly open: readonly Issue[]
}

function countReport(report: EvaluatedReport, known: KnownApis): Counted {
  const { findSubject } = identifier(report.run.definitions.map(({ file }) => ({ file })))
  const chooseSubjectId = (issue: Issue) => {
    const subject = findSubject(issue)
    return 'file' in subject ? subject.file : subject.api_id
  }
  const open = report.issues.filter(({ excused }) => excused === undefined)
  const byRuleset = groupBy(open, ({ ruleset_id }) => ruleset_id)
  const rulesets = report.rulesets
    .map(({ id, name }) => {
      const own = byRuleset.get(id) ?? []
      return { id, name: name || id, apis: new Set(own.map(chooseSubjectId)).size, ...countIssues(own) }
    })
    .sort(worstCounts)
  const names = new Map(rulesets.map(({ id, name }) => [id, name]))
  const byApi = groupBy(open, chooseSubjectId)
  const isUnchecked = createUncheckedTest(report.outcome)
  const asked = [
    ...report.run.api_ids.map((id) => ({ id, saved: true })),
    ...report.run.definitions.map(({ file }) => ({ id: file, saved: false })),
  ]
  const apis = asked.map(({ id, saved }): FleetApi => {
    const own = byApi.get(id) ?? []
    const byCell = groupBy(own, ({ ruleset_id }) => ruleset_id)
    const cells = rulesets.map((ruleset): FleetCell => {
      const counts = countIssues(byCell.get(ruleset.id) ?? [])
      return { ...counts, checked: !isUnchecked({ id, saved }, ruleset.id) }
    })
    const { name, owners = [] } = (saved ? known.get(id) : undefined) ?? {}
    return {
      id,
      name,
      saved,
      owners,
      cells,
      rules: countRules(own, names, chooseSubjectId),
      ...countIssues(own),
    }
  })
  return { open, apis: apis.sort(worstApis), rulesets, rules: countRules(open, names, chooseSubjectId) }
}

function countRules(
  issues: readonly Issue[],
  names: ReadonlyMap<string, string>,
  chooseSubjectId: (issue: Issue) => string,
): FleetCount[] {
  const groups = groupBy(issues, ({ ruleset_id, rule_id }) => JSON.stringify([ruleset_id, rule_id]))
  const rules = [...groups.values()].flatMap((own): FleetCount[] => {
    const [first] = own
    if (!first) return []
    const ruleset = names.get(first.ruleset_id) ?? first.ruleset_id
    return [
      { name: first.rule_id, ruleset, apis: new Set(own.map(chooseSubjectId)).size, ...countIssues(own) },
    ]
  })
  return rules.sort(worstCounts)
}

/** An API of several owners counts for each; those without one come last. */
function countOwners(apis: readonly FleetApi[]): FleetOwner[] {
  if (apis.every(({ owners }) => owners.length === 0)) return []
  const pairs = apis.flatMap((api) =>
    (api.owners.length === 0 ? [''] : api.owners).map((owner) => ({ owner, api })),
  )
  return [...groupBy(pairs, ({ owner }) => owner)]
    .map(([name, own]) => {
      const theirs = own.map(({ api }) => api)
      const failing = theirs.filter(({ error_count }) => error_count > 0).length
      return { name, apis: theirs.length, failing, ...sumCounts(theirs) }
    })
    .sort((one, other) => Number(one.name === '') - Number(other.name === '') || worstCounts(one, other))
}

function changed<Item extends SeverityCounts>(
  items: readonly Item[],
  earlier: readonly Item[] | undefined,
  keyOf: (item: Item) => string,
): Item[] {
  if (earlier === undefined) return [...items]
  const before = new Map(earlier.map((item) => [keyOf(item), addUpCounts(item)]))
  return items.map((item) => ({ ...item, change: addUpCounts(item) - (before.get(keyOf(item)) ?? 0) }))
}

function worstApis(one: FleetApi, other: FleetApi): number {
  return compareCounts(one, other) || compareText(one.id, other.id)
}

function worstCounts(one: FleetCount, other: FleetCount): number {
  return compareCounts(one, other) || other.apis - one.apis || compareText(one.name, other.name)
}
