import { z } from 'zod'
import { readEvaluatedReport } from '../../check/reports/read-report.ts'
import { readDataFile } from '../../check/sources/read-data-file.ts'
import type { World } from '../../check/world.ts'
import type { NamedCheck } from '../../core/model/asked.ts'
import { dividesTargets, isPairAsked } from '../../core/model/checks.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Reason } from '../../core/model/reason.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { addUpCounts, compareCounts, countIssues, noCounts, sumCounts } from '../../core/model/severity.ts'
import { identifyTarget, nameTarget, renderTargetKey, type TargetId } from '../../core/model/target.ts'
import { createUncheckedTest } from '../../core/model/unchecked.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { joinNames, plural } from '../../core/text/wording.ts'
import { judgeTargets } from '../../gate/decide/judge-targets.ts'
import { createHelpFinder } from '../../reporters/rule-help.ts'
import { reasonText } from '../../reporters/words/reason-text.ts'
import type { Fleet, FleetApi, FleetCell, FleetCount, FleetGroup, FleetRule, KnownApis } from './fleet.ts'

interface FleetFiles {
  readonly run: string
  /** A run before it, to compare with. */
  readonly since?: string | undefined
  /** Output of `gov api list --json`. */
  readonly apis?: string | undefined
}

/** Throws GovError, usage, for a file that is not what it should be, and a run that decided nothing. */
export async function readFleet({ run, since, apis }: FleetFiles, world: World): Promise<Fleet> {
  const known = apis === undefined ? new Map() : await readApis(apis, world)
  const report = await readEvaluatedReport(run, world)
  return countFleet(report, known, since === undefined ? undefined : await readEvaluatedReport(since, world))
}

const ids = z.array(z.string()).nullish()
const listed = z.looseObject({
  apis: z.array(
    z.looseObject({
      api_definition: z.looseObject({ api_id: z.string(), name: z.string().optional() }),
      user_owners: ids,
      user_group_owners: ids,
    }),
    'it is not what gov api list --json prints',
  ),
})

async function readApis(file: string, world: World): Promise<KnownApis> {
  const { apis } = await readDataFile(file, 'apis', listed, world)
  return new Map(
    apis.map(({ api_definition: { api_id, name }, user_owners, user_group_owners }) => [
      api_id,
      { name, owners: [...(user_owners ?? []), ...(user_group_owners ?? [])] },
    ]),
  )
}

/** The page's facts from a saved run. With an earlier one, the APIs that both have are compared. */
export function countFleet(report: EvaluatedReport, known: KnownApis, earlier?: EvaluatedReport): Fleet {
  const now = countReport(report, known)
  const { both, ...compared } = earlier ? compareFleets(earlier, report, known) : { both: undefined }
  return {
    started: report.run.started,
    dashboard: report.run.dashboard,
    complete: isComplete(report),
    outcome: report.outcome.kind,
    reasons: now.whole.map(reasonText),
    excused: report.issues.length - now.open.length,
    ...countIssues(now.open),
    rulesets: now.rulesets,
    apis: addChanges(now.apis, both, 'apis', ({ id }) => id),
    rules: addChanges(withGoneRules(now.rules, both), both, 'rules', ruleKey),
    owners: addChanges(now.owners, both, 'owners', ({ name }) => name),
    folders: addChanges(now.folders, both, 'folders', ({ name }) => name),
    ...compared,
  }
}

/** The counts of the same APIs in both runs. */
interface Both {
  readonly before: Counted
  readonly after: Counted
}

function compareFleets(earlier: EvaluatedReport, report: EvaluatedReport, known: KnownApis) {
  const { started } = earlier.run
  const [oldIds, newIds] = [listIds(earlier), listIds(report)]
  const shared = new Set(newIds.filter((id) => oldIds.includes(id)))
  const nothing = shared.size === 0 ? 'the two runs have no API in common' : ''
  const note = describeComparison(earlier, report) || nothing
  if (note !== '') return { earlier: { started, note, apart: '' } }
  return {
    earlier: { started, note, apart: describeMoves('API', oldIds, newIds).join(', ') },
    both: { before: countReport(earlier, known, shared), after: countReport(report, known, shared) },
  }
}

function listIds({ run }: EvaluatedReport): string[] {
  return [...run.api_ids, ...run.definitions.map(({ file }) => file)].sort(compareText)
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

interface Counted extends Pick<Fleet, 'apis' | 'rulesets' | 'rules' | 'owners' | 'folders'> {
  readonly open: readonly Issue[]
  /** What the policy refuses of no API by itself. */
  readonly whole: readonly Reason[]
}

/** Counts all APIs, or those that are `wanted`. */
function countReport(report: EvaluatedReport, known: KnownApis, wanted?: ReadonlySet<string>): Counted {
  const { run } = report
  const isWanted = ({ id }: TargetId) => wanted?.has(id) !== false
  const open = report.issues.filter((issue) => issue.excused === undefined && isWanted(identifyTarget(issue)))
  const byRuleset = groupBy(open, ({ ruleset_id }) => ruleset_id)
  const rulesets = listRequestedRulesets(report)
    .map(({ id, name }) => {
      const own = byRuleset.get(id) ?? []
      return { id, name: name || id, apis: new Set(own.map(nameTarget)).size, ...countIssues(own) }
    })
    .sort(worstCounts)
  const names = new Map(rulesets.map(({ id, name }) => [id, name]))
  const byApi = groupBy(open, nameTarget)
  const isUnchecked = createUncheckedTest(report.outcome)
  const { verdicts, whole } = judgeTargets(report)
  const definitionNames = new Map(run.definitions.map(({ file, api_name }) => [file, api_name]))
  const apis = verdicts.flatMap(({ target, verdict }): FleetApi[] => {
    if (!isWanted(target)) return []
    const { id, saved } = target
    const facts = saved ? { name: run.api_names?.[id], ...known.get(id) } : { name: definitionNames.get(id) }
    const own = byApi.get(renderTargetKey(target)) ?? []
    const byCell = groupBy(own, ({ ruleset_id }) => ruleset_id)
    const cells = rulesets.map((ruleset): FleetCell => {
      const counts = countIssues(byCell.get(ruleset.id) ?? [])
      const asked = isPairAsked(run.checks, target, ruleset.id)
      return { ...counts, asked, checked: !asked || !isUnchecked(target, ruleset.id) }
    })
    const passes = verdict === 'passes' && !isUnchecked(target)
    const rules = countRules(own, names)
    return [{ id, saved, verdict, passes, owners: [], ...facts, cells, rules, ...countIssues(own) }]
  })
  return {
    open,
    whole,
    apis: apis.sort((one, other) => compareCounts(one, other) || compareText(one.id, other.id)),
    rulesets,
    rules: countRules(open, names, report.rules),
    owners: countGroups(apis, ({ owners }) => owners),
    folders: countFolders(apis.filter(({ saved }) => !saved)),
  }
}

/** The rulesets that ran, and those that were requested by their ids and ran on nothing. */
function listRequestedRulesets({ rulesets, run }: EvaluatedReport) {
  const ran = new Set(rulesets.map(({ id }) => id))
  const requested = [run, ...(run.checks ?? [])].flatMap(
    (each) => ('ruleset_ids' in each && each.ruleset_ids) || [],
  )
  return [
    ...rulesets,
    ...[...new Set(requested)].filter((id) => !ran.has(id)).map((id) => ({ id, name: id })),
  ]
}

function countRules(
  issues: readonly Issue[],
  names: ReadonlyMap<string, string>,
  helps: EvaluatedReport['rules'] = undefined,
): FleetRule[] {
  const findHelp = createHelpFinder(helps)
  const groups = groupBy(issues, ({ ruleset_id, rule_id }) => JSON.stringify([ruleset_id, rule_id]))
  const rules = [...groups.values()].flatMap((own): FleetRule[] => {
    const [first] = own
    if (!first) return []
    const ruleset = names.get(first.ruleset_id) ?? first.ruleset_id
    const { why, documentation_url } = findHelp(first) ?? {}
    const help = helps && { why, how_to_fix: first.how_to_fix, documentation_url }
    const counts = { apis: new Set(own.map(nameTarget)).size, ...countIssues(own) }
    return [{ name: first.rule_id, ruleset, ...counts, ...help }]
  })
  return rules.sort(worstCounts)
}

/** An API of several groups counts for each; those without one come last. */
function countGroups(
  apis: readonly FleetApi[],
  listGroups: (api: FleetApi) => readonly string[],
): FleetGroup[] {
  const pairs = apis.flatMap((api) => {
    const groups = listGroups(api)
    return (groups.length === 0 ? [''] : groups).map((group) => ({ group, api }))
  })
  if (pairs.every(({ group }) => group === '')) return []
  return [...groupBy(pairs, ({ group }) => group)]
    .map(([name, own]) => {
      const theirs = own.map(({ api }) => api)
      const failing = theirs.filter(({ error_count }) => error_count > 0).length
      return { name, apis: theirs.length, failing, ...sumCounts(theirs) }
    })
    .sort((one, other) => Number(one.name === '') - Number(other.name === '') || worstCounts(one, other))
}

/** By the first folder in which paths differ, such as `teams/pay/`. None where that groups nothing. */
function countFolders(files: readonly FleetApi[]): FleetGroup[] {
  const paths = files.map(({ id }) => id.split('/').slice(0, -1))
  const [first = []] = paths
  const parting = first.findIndex((name, depth) => paths.some((path) => path[depth] !== name))
  const depth = parting === -1 ? first.length : parting
  const groups = countGroups(files, ({ id }) => {
    const names = id.split('/').slice(0, -1)
    return names.length === 0 ? [] : [`${names.slice(0, depth + 1).join('/')}/`]
  })
  return groups.length > 1 && groups.length < files.length ? groups : []
}

/** Adds to each item the change of its issue count, among the APIs that both runs have. */
function addChanges<Key extends 'apis' | 'rules' | 'owners' | 'folders', Item extends Counted[Key][number]>(
  items: readonly Item[],
  both: Both | undefined,
  key: Key,
  keyOf: (item: Counted[Key][number]) => string,
): Item[] {
  if (both === undefined) return [...items]
  const [before, after] = [both.before[key], both.after[key]].map(
    (all) => new Map(all.map((item) => [keyOf(item), addUpCounts(item)])),
  )
  return items.map((item) => {
    const [earlier, count] = [before?.get(keyOf(item)), after?.get(keyOf(item))]
    if (earlier === undefined && count === undefined) return item
    return { ...item, change: (count ?? 0) - (earlier ?? 0) }
  })
}

function ruleKey({ name, ruleset }: FleetCount): string {
  return JSON.stringify([ruleset, name])
}

/** Adds the rules that had issues in the earlier run alone. */
function withGoneRules(rules: readonly FleetRule[], both: Both | undefined): readonly FleetRule[] {
  const keys = new Set(rules.map(ruleKey))
  const gone = (both?.before.rules ?? []).filter((rule) => !keys.has(ruleKey(rule)))
  return [...rules, ...gone.map((rule) => ({ ...rule, apis: 0, ...noCounts }))]
}

function worstCounts(one: FleetCount, other: FleetCount): number {
  return compareCounts(one, other) || other.apis - one.apis || compareText(one.name, other.name)
}

type FleetScope = ReturnType<typeof readScope>

/** What the counts of a run depend on. Two runs are compared only if theirs are equal. */
export function readScope({ rulesets, run }: EvaluatedReport) {
  const ids = rulesets.map(({ id }) => id).sort(compareText)
  const { ruleset_digests: digests = {} } = run
  // The engine of the embedded sandbox, and its rules, come with gov.
  const engine = run.engine === undefined ? '' : ` with engine ${run.engine}`
  const dashboard =
    run.dashboard === 'embedded' ? `embedded sandbox of gov ${run.gov}${engine}` : run.dashboard
  const checks = JSON.stringify(dividesTargets(run.checks) ? run.checks.map(withoutTargets) : [])
  return { dashboard, rulesets: ids, digests, checks }
}

function withoutTargets({ api_ids: _ids, definitions: _files, ...others }: NamedCheck) {
  return others
}

/** `1 ruleset added (rs-docs), ruleset rs-style changed`; empty if there is none. Foreign text. */
export function describeDifferences(before: FleetScope, after: FleetScope): string {
  const known = new Set(before.rulesets)
  const changed = after.rulesets.filter((id) => known.has(id) && before.digests[id] !== after.digests[id])
  return [
    ...(before.dashboard === after.dashboard ? [] : [`${before.dashboard} became ${after.dashboard}`]),
    ...describeMoves('ruleset', before.rulesets, after.rulesets),
    ...changed.map((id) => `ruleset ${id} changed`),
    ...(before.checks === after.checks ? [] : ['which rulesets are for which API changed']),
  ].join(', ')
}

function describeMoves(noun: string, before: readonly string[], after: readonly string[]): string[] {
  const describeNames = (names: readonly string[], others: ReadonlySet<string>, verb: string) => {
    const own = names.filter((name) => !others.has(name))
    return own.length === 0 ? [] : [`${plural(own.length, noun)} ${verb} (${joinNames(own, maxNames)})`]
  }
  return [
    ...describeNames(after, new Set(before), 'added'),
    ...describeNames(before, new Set(after), 'removed'),
  ]
}

const maxNames = 3
