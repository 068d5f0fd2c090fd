import { breakingRuleset } from '../../core/model/breaking.ts'
import type { Evaluation } from '../../core/model/evaluation.ts'
import { getPointer, isPlaced, toPointer } from '../../core/model/identity.ts'
import type { Excuse, Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import type { WaiverNotice } from '../../core/model/reason.ts'
import { identifyTarget } from '../../core/model/target.ts'
import type { TrustedWaiver, Waiver, WaiverUse } from '../../core/model/waiver.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { fitsPattern } from '../../core/text/path-pattern.ts'
import { suggest } from '../../core/text/suggest.ts'
import {
  type FindNode,
  findUses,
  isComponent,
  isPartIssue,
  meansPart,
  renderPartPlace,
  unknownNode,
} from './uses.ts'

/** `YYYY-MM-DD`, UTC. Days compare as text. */
export type Day = string

/** The day of a verdict, and the last day that a waiver may have then. */
export interface WaiverPeriod {
  readonly today: Day
  /** Absent: any will do. */
  readonly latest?: Day | undefined
}

export function findLatestDay(today: Day, days: number | undefined): Day | undefined {
  if (days === undefined) return undefined
  const last = new Date(Math.min(Date.parse(today) + days * dayMs, Date.parse('9999-12-31')))
  return last.toISOString().slice(0, 10)
}

/**
 * Excuses each issue that a waiver matches up to and on its last day; the first of several tells why. One that ends
 * after `latest` excuses nothing. A node that several places refer to is excused if each of them is.
 * `uses` are all waivers, in the order of the config, with the number of issues that each matches.
 */
export function waive(
  issues: readonly Issue[],
  waivers: readonly TrustedWaiver[],
  period: WaiverPeriod,
  findNode: FindNode = unknownNode,
) {
  if (waivers.length === 0) return { issues, uses: [] }
  const matched = waivers.map(() => 0)
  const findSelecting = createSelection(waivers, findNode)
  const marked = issues.map((issue) => {
    const matching = findSelecting(issue).flatMap(([index, waiver]) => {
      if (!isCertain(waiver, issue)) return []
      matched[index] = (matched[index] ?? 0) + 1
      return waiver
    })
    const lasting = matching.filter((waiver) => isInForce(waiver, period))
    const waiver = isEveryUseExcused(issue, lasting, findNode)
      ? lasting[0]
      : lasting.find(({ path }) => path === undefined)
    if (waiver === undefined) return issue
    const { reason, owner, expires } = waiver
    return { ...issue, excused: { by: 'waiver' as const, reason, owner, expires } }
  })
  return {
    issues: marked,
    uses: waivers.map((waiver, index) => ({ ...waiver, matched: matched[index] ?? 0 })),
  }
}

/**
 * The issues as the waivers excuse them on a later day: one that has ended since excuses nothing. In its place, only a
 * waiver without a path can excuse an issue, as it is not known here where the node of the issue is used.
 */
export function endExcuses(
  issues: readonly Issue[],
  waivers: readonly TrustedWaiver[],
  period: WaiverPeriod,
): readonly Issue[] {
  const plain = waivers.filter(({ path }) => path === undefined)
  return issues.flatMap((issue) => {
    if (issue.excused?.by !== 'waiver' || isInForce(issue.excused, period)) return issue
    const { excused: _excused, ...counting } = issue
    return waive([counting], plain, period).issues
  })
}

function isInForce({ expires = '' }: Pick<Excuse, 'expires'>, { today, latest }: WaiverPeriod): boolean {
  return expires >= today && !isTooLong(expires, latest)
}

function isTooLong(expires: Day, latest: Day | undefined): boolean {
  return latest !== undefined && expires > latest
}

/**
 * Finds the waivers that select an issue, with their indexes, in their order. One is compared only with issues of its rule, and
 * with those at a path that begins as its own does: there may be thousands of both.
 */
function createSelection<W extends TrustedWaiver>(waivers: readonly W[], findNode: FindNode) {
  const byRule = groupBy(waivers.entries(), ([, { rule_id }]) =>
    rule_id.includes('*') ? undefined : rule_id,
  )
  const indexes = new Map(
    [...byRule].map(([rule, group]) => {
      const byStart = groupBy(group, ([, { path = '*' }]) => findStart(path))
      const patterns = group.filter(([, { path = '*' }]) => path.includes('*'))
      return [
        rule,
        { byStart, lengths: new Set(patterns.map(([, { path = '' }]) => findStart(path).length)) },
      ] as const
    }),
  )
  return (issue: Issue) => {
    const ofRule = [indexes.get(issue.rule_id), indexes.get(undefined)].flatMap((index) => index ?? [])
    const asksPlaces = ofRule.some(({ byStart }) => byStart.size > 1 || !byStart.has(''))
    const places = asksPlaces ? [...listPlaceNames(issue, findNode)] : ['']
    return ofRule
      .flatMap(({ byStart, lengths }) => {
        const starts = places.flatMap((place) => [
          place,
          ...[...lengths].map((length) => place.slice(0, length)),
        ])
        return [...new Set(starts)].flatMap((start) => byStart.get(start) ?? [])
      })
      .filter(([, waiver]) => isSelected(waiver, issue, findNode))
      .sort(([one], [other]) => one - other)
  }
}

/** What every text that fits a pattern begins with. */
function findStart(pattern: string): string {
  return pattern.slice(0, pattern.search(/\\?\*|$/))
}

/** All paths that name the place of an issue: its own, and those where its node is used. */
function listPlaceNames(issue: Issue, findNode: FindNode): ReadonlySet<string> {
  const node = findNode(issue)
  const places: Path[] = []
  const uses = node && !isComponent(node.path) ? findUses(node, (keys) => places.push(keys) === 0) : []
  const names = [...places, ...uses].flatMap((keys) => [renderPointer(keys), renderDotted(keys)])
  return new Set([issue.path, getPointer(issue), renderPartPlace(issue), ...names])
}

/** By the paths of `waivers`, which match the issue. */
function isEveryUseExcused(issue: Issue, waivers: readonly Waiver[], findNode: FindNode): boolean {
  const paths = waivers.flatMap(({ path }) => path ?? [])
  const node = findNode(issue)
  if (paths.length === 0) return false
  if (node === undefined || (isPartIssue(issue) && paths.some((path) => namesPart(path, issue)))) return true
  const isExcused = (keys: Path) => paths.some((path) => fitsPlace(path, keys))
  const uses = findUses(node, isExcused)
  return uses.length > 0 && uses.every(isExcused)
}

function fitsPlace(pattern: string, keys: Path): boolean {
  return fitsPattern(pattern, pattern.startsWith('/') ? renderPointer(keys) : renderDotted(keys))
}

/** Once for each place, which is compared with every waiver. */
const renderPointer = rememberPerObject(toPointer)
const renderDotted = rememberPerObject((keys: Path) => keys.join('.'))

/** Whether a waiver's path names an issue's place in another file: by that file, or as no place of the definition itself begins. */
function namesPart(pattern: string, issue: Issue): boolean {
  return pattern.includes('#')
    ? fitsPattern(pattern, renderPartPlace(issue))
    : meansPart(pattern) && fitsOwnPlace(pattern, issue)
}

function fitsOwnPlace(pattern: string, issue: Issue): boolean {
  return fitsPattern(pattern, pattern.startsWith('/') ? getPointer(issue) : issue.path)
}

function isAtPlace(pattern: string, issue: Issue, findNode: FindNode): boolean {
  const isThere = (keys: Path) => fitsPlace(pattern, keys)
  if (isPartIssue(issue) ? namesPart(pattern, issue) : fitsOwnPlace(pattern, issue)) return true
  const node = findNode(issue)
  if (node === undefined) return isPartIssue(issue) && fitsOwnPlace(pattern, issue)
  return !isComponent(node.path) && findUses(node, isThere).some(isThere)
}

/** A dotted path that leads to two nodes may not excuse one for the other. */
function isCertain({ path }: Waiver, issue: Issue): boolean {
  if (path === undefined) return true
  return isPlaced(issue) && (path.startsWith('/') || issue.ambiguous === undefined)
}

/** Whether it must be known where the node of an issue is used to tell if the waiver is for it. */
export function asksForUses(waiver: Waiver, issue: Issue): boolean {
  return waiver.path !== undefined && isSelected({ ...waiver, path: undefined }, issue)
}

/** Whether the waiver may be for the issue once it is known which node that is at. */
export function mayWaive(waiver: Waiver, issue: Issue): boolean {
  const { path } = waiver
  if (path === undefined) return false
  return isSelected(path.startsWith('/') ? { ...waiver, path: undefined } : waiver, issue)
}

function isSelected(waiver: TrustedWaiver, issue: Issue, findNode: FindNode = unknownNode): boolean {
  const { rule_id, ruleset_id, api_id, message, path } = waiver
  return (
    fitsPattern(rule_id, issue.rule_id) &&
    (ruleset_id === undefined || fitsPattern(ruleset_id, issue.ruleset_id)) &&
    (api_id === undefined || listNames(issue, waiver).some((name) => fitsPattern(api_id, name))) &&
    (message === undefined || fitsPattern(message, issue.message)) &&
    (path === undefined || isAtPlace(path, issue, findNode))
  )
}

/** The names of an issue's API. A definition goes by its file; its id is the config's word, which counts for the config's waivers. */
function listNames(issue: Issue, { by_policy }: TrustedWaiver): string[] {
  const { id, saved } = identifyTarget(issue)
  return saved || by_policy ? [id] : [issue.api_id, id]
}

const dayMs = 86_400_000

type RunIssues = Pick<Evaluation, 'issues' | 'rulesets'> & { readonly findNode?: FindNode | undefined }

const noticeDays = 14

/**
 * Each waiver that is not simply in use: it has expired, will soon, matches nothing, or may mean another node. `narrowed`: flags or a shard left
 * out a part of what the config requests, so that nothing can be said of the last.
 */
export function listWaiverNotices(
  uses: readonly WaiverUse[],
  period: WaiverPeriod,
  narrowed: boolean,
  { issues, rulesets, findNode = unknownNode }: RunIssues = { issues: [], rulesets: [] },
): WaiverNotice[] {
  const { today, latest } = period
  const isAsked = (waiver: Waiver) => !narrowed && mayHaveRun(waiver, rulesets)
  const { unsure, covered } = compareUses(uses, period, issues, findNode)
  return uses.flatMap((waiver): WaiverNotice[] => {
    const { expires, matched } = waiver
    const about = { kind: 'waiver', waiver } as const
    const ending = () => ({ ...about, ...(covered.has(waiver) && { covered: covered.get(waiver) ?? 0 }) })
    if (latest !== undefined && isTooLong(expires, latest))
      return [{ ...ending(), problem: 'too-long', latest }]
    if (expires < today) return [{ ...ending(), problem: 'expired' }]
    const doubt = unsure.get(waiver)
    if (doubt) return [{ ...about, problem: 'ambiguous', path: doubt.path, pointer: doubt.pointer }]
    if (matched === 0)
      return isAsked(waiver) ? [{ ...about, problem: 'unused', ...findMisspelt(waiver, issues) }] : []
    const days = countDays(today, expires)
    return days > noticeDays ? [] : [{ ...ending(), problem: 'expiring', days }]
  })
}

/** For each waiver, the first issue that it may not mean, and how many of its issues another excuses for longer. */
function compareUses(
  uses: readonly WaiverUse[],
  period: WaiverPeriod,
  issues: readonly Issue[],
  findNode: FindNode,
) {
  const findSelecting = createSelection(uses, findNode)
  const unsure = new Map<WaiverUse, Issue>()
  const covered = new Map<WaiverUse, number>()
  for (const issue of uses.length === 0 ? [] : issues) {
    const selecting = groupBy(findSelecting(issue), ([, waiver]) => isCertain(waiver, issue))
    for (const [, waiver] of selecting.get(false) ?? []) unsure.set(waiver, unsure.get(waiver) ?? issue)
    const certain = selecting.get(true) ?? []
    const days = certain.flatMap(([, waiver]) => (isInForce(waiver, period) ? waiver.expires : []))
    const last = days.sort().at(-1) ?? ''
    for (const [, waiver] of last === '' ? [] : certain)
      if (last > waiver.expires || isTooLong(waiver.expires, period.latest))
        covered.set(waiver, (covered.get(waiver) ?? 0) + 1)
  }
  return { unsure, covered }
}

/** Nothing is known of a waiver of breaking changes where none were looked for. */
function mayHaveRun({ rule_id, ruleset_id }: Waiver, rulesets: RunIssues['rulesets']): boolean {
  if (rulesets.some(({ id }) => id === breakingRuleset)) return true
  const isBreaking = rule_id.startsWith('breaking-') && fitsPattern(ruleset_id ?? '*', breakingRuleset)
  return !isBreaking && ruleset_id !== breakingRuleset
}

/** An id that no issue of the run has, near to one with which the waiver would match. */
function findMisspelt(waiver: Waiver, issues: readonly Issue[]) {
  for (const key of ['rule_id', 'ruleset_id', 'api_id'] as const) {
    const id = waiver[key]
    if (id === undefined || id.includes('*') || issues.some((issue) => issue[key] === id)) continue
    const fitting = issues.filter((issue) => isSelected({ ...waiver, [key]: '*' }, issue))
    const meant = suggest(id, [...new Set(fitting.map((issue) => issue[key]))])
    if (meant !== undefined) return { meant: { key, id: meant } }
  }
  const { path } = waiver
  const inPart = issues.find((issue) => isPartIssue(issue) && isSelected(waiver, issue))
  return path === undefined || inPart === undefined
    ? {}
    : { meant: { key: 'path', id: renderPartPlace(inPart) } }
}

export function countDays(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}
