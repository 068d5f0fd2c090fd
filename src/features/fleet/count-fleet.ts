import { identifier } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { compareCounts, countIssues, totalOf } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { sumCounts } from '../../gate/counts.ts'
import { uncheckedBy } from '../../gate/decide/unchecked.ts'
import type { Fleet, FleetApi, FleetCell, FleetCount, FleetOwner, KnownApis } from './fleet.ts'
import { differencesOf, scopeOf } from './scope.ts'

/** The page's facts from a saved run; `earlier` is compared where it asked the same of the same. */
export function fleetOf(report: EvaluatedReport, known: KnownApis, earlier?: EvaluatedReport): Fleet {
  const now = countedOf(report, known)
  const note = earlier && noteOf(earlier, report)
  const before = earlier && note === '' ? countedOf(earlier, known) : undefined
  return {
    started: report.run.started,
    dashboard: report.run.dashboard,
    complete: isComplete(report),
    excused: report.issues.length - now.open.length,
    ...countIssues(now.open),
    rulesets: now.rulesets,
    apis: changed(now.apis, before?.apis, ({ id }) => id),
    rules: changed(now.rules, before?.rules, ({ name, ruleset }) => JSON.stringify([ruleset, name])),
    owners: changed(ownersOf(now.apis), before && ownersOf(before.apis), ({ name }) => name),
    ...(earlier && { earlier: { started: earlier.run.started, note: note ?? '' } }),
  }
}

function noteOf(earlier: EvaluatedReport, report: EvaluatedReport): string {
  if (!isComplete(earlier)) return 'it is incomplete'
  if (!isComplete(report)) return 'this run is incomplete'
  return differencesOf(scopeOf(earlier), scopeOf(report))
}

function isComplete({ outcome, run, truncated }: EvaluatedReport): boolean {
  const hasAccepted = outcome.held.some(({ kind }) => kind === 'accepted')
  return outcome.kind !== 'incomplete' && !hasAccepted && !truncated && run.shard === undefined
}

interface Counted extends Pick<Fleet, 'apis' | 'rulesets' | 'rules'> {
  readonly open: readonly Issue[]
}

function countedOf(report: EvaluatedReport, known: KnownApis): Counted {
  const { subjectOf } = identifier(report.run.definitions.map(({ file }) => ({ file })))
  const idOf = (issue: Issue) => {
    const subject = subjectOf(issue)
    return 'file' in subject ? subject.file : subject.api_id
  }
  const open = report.issues.filter(({ excused }) => excused === undefined)
  const byRuleset = groupBy(open, ({ ruleset_id }) => ruleset_id)
  const rulesets = report.rulesets
    .map(({ id, name }) => {
      const own = byRuleset.get(id) ?? []
      return { id, name: name || id, apis: new Set(own.map(idOf)).size, ...countIssues(own) }
    })
    .sort(worstCounts)
  const names = new Map(rulesets.map(({ id, name }) => [id, name]))
  const byApi = groupBy(open, idOf)
  const isUnchecked = uncheckedBy(report.outcome)
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
    return { id, name, saved, owners, cells, rules: rulesOf(own, names, idOf), ...countIssues(own) }
  })
  return { open, apis: apis.sort(worstApis), rulesets, rules: rulesOf(open, names, idOf) }
}

function rulesOf(
  issues: readonly Issue[],
  names: ReadonlyMap<string, string>,
  idOf: (issue: Issue) => string,
): FleetCount[] {
  const groups = groupBy(issues, ({ ruleset_id, rule_id }) => JSON.stringify([ruleset_id, rule_id]))
  const rules = [...groups.values()].flatMap((own): FleetCount[] => {
    const [first] = own
    if (!first) return []
    const ruleset = names.get(first.ruleset_id) ?? first.ruleset_id
    return [{ name: first.rule_id, ruleset, apis: new Set(own.map(idOf)).size, ...countIssues(own) }]
  })
  return rules.sort(worstCounts)
}

/** An API of several owners counts for each; those without one come last. */
function ownersOf(apis: readonly FleetApi[]): FleetOwner[] {
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
  const before = new Map(earlier.map((item) => [keyOf(item), totalOf(item)]))
  return items.map((item) => ({ ...item, change: totalOf(item) - (before.get(keyOf(item)) ?? 0) }))
}

function worstApis(one: FleetApi, other: FleetApi): number {
  return compareCounts(one, other) || compareText(one.id, other.id)
}

function worstCounts(one: FleetCount, other: FleetCount): number {
  return compareCounts(one, other) || other.apis - one.apis || compareText(one.name, other.name)
}
