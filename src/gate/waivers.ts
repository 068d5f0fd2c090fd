import type { Excuse, Issue } from '../model/issue.ts'
import type { Reason } from '../model/outcome.ts'
import type { Waiver, WaiverUse } from '../model/waiver.ts'
import { suggest } from '../text/suggest.ts'
import { fitsGlob } from './glob.ts'

/** `YYYY-MM-DD`, UTC. Days compare as text. */
export type Day = string

export interface Waived {
  readonly issues: readonly Issue[]
  /** Every waiver, in the order of the config, with the number of issues that it matches. */
  readonly uses: readonly WaiverUse[]
}

/** The last day that a waiver may have; undefined when any will do. */
export type Latest = Day | undefined

/** The day `days` from today. */
export function latestOf(today: Day, days: number | undefined): Latest {
  if (days === undefined) return undefined
  const last = new Date(Math.min(Date.parse(today) + days * dayMs, Date.parse('9999-12-31')))
  return last.toISOString().slice(0, 10)
}

/**
 * Excuses each issue that a waiver matches up to and on its last day; the first of several tells why. One that ends
 * after `latest` excuses nothing.
 */
export function waive(
  issues: readonly Issue[],
  waivers: readonly Waiver[],
  today: Day,
  latest?: Latest,
): Waived {
  if (waivers.length === 0) return { issues, uses: [] }
  const matched = waivers.map(() => 0)
  const marked = issues.map((issue) => {
    const matching = waivers.filter((waiver, index) => {
      const fits = matches(waiver, issue)
      if (fits) matched[index] = (matched[index] ?? 0) + 1
      return fits
    })
    const waiver = matching.find(({ expires }) => expires >= today && !isTooLong(expires, latest))
    return waiver ? { ...issue, excused: excuseOf(waiver) } : issue
  })
  return {
    issues: marked,
    uses: waivers.map((waiver, index) => ({ ...waiver, matched: matched[index] ?? 0 })),
  }
}

function isTooLong(expires: Day, latest: Latest): boolean {
  return latest !== undefined && expires > latest
}

function matches(waiver: Waiver, issue: Issue): boolean {
  const fits = (pattern: string | undefined, ...texts: readonly (string | undefined)[]) =>
    pattern === undefined || texts.some((text) => text !== undefined && fitsGlob(pattern, text))
  return (
    fits(waiver.rule_id, issue.rule_id) &&
    fits(waiver.ruleset_id, issue.ruleset_id) &&
    fits(waiver.api_id, issue.api_id, issue.file) &&
    fits(waiver.path, issue.path)
  )
}

function excuseOf({ reason, owner, expires }: Waiver): Excuse {
  return { by: 'waiver', reason, owner, expires }
}

const dayMs = 86_400_000

/** Days before the last one on which a waiver is warned about. */
const noticeDays = 14

/**
 * What is to be said of each waiver that is not simply in use: that it has expired, will soon, or matches nothing.
 * `narrowed`: flags or a shard left out a part of what the config asks for, so that nothing can be said of the last.
 */
export function waiverReasons(
  uses: readonly WaiverUse[],
  today: Day,
  narrowed: boolean,
  latest?: Latest,
  issues: readonly Issue[] = [],
): Reason[] {
  return uses.flatMap((use) => {
    const text = tooLongText(use, latest) ?? waiverText(use, today, narrowed, issues)
    return text === undefined
      ? []
      : [{ passed: true, exit_code: 0, rule: 'waivers', count: use.matched, message: text }]
  })
}

function tooLongText(use: WaiverUse, latest: Latest): string | undefined {
  if (!isTooLong(use.expires, latest)) return undefined
  const issues = use.matched === 1 ? '1 issue' : `${use.matched} issues`
  const name = `the waiver of ${describeWaiver(use)} (${use.owner})`
  return `${name} ends on ${use.expires}, and max_waiver_days allows none after ${latest}: ${issues} that it matches count`
}

function waiverText(
  use: WaiverUse,
  today: Day,
  narrowed: boolean,
  found: readonly Issue[],
): string | undefined {
  const issues = use.matched === 1 ? '1 issue' : `${use.matched} issues`
  const name = `the waiver of ${describeWaiver(use)} (${use.owner})`
  if (use.expires < today) {
    const effect = use.matched === 0 ? '' : `: ${issues} that it matches count again`
    return `${name} expired on ${use.expires}${effect}`
  }
  if (use.matched === 0) return narrowed ? undefined : `${name} matches no issue${meantText(use, found)}`
  const left = daysBetween(today, use.expires)
  if (left > noticeDays) return undefined
  const when = left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days, on ${use.expires}`
  return `${name} expires ${when}: ${issues} will count`
}

/** Which id may be misspelt: one that no issue of the run has, and that is near to one that an issue has. */
function meantText(waiver: Waiver, issues: readonly Issue[]): string {
  for (const key of ['rule_id', 'ruleset_id', 'api_id'] as const) {
    const id = waiver[key]
    const seen = [...new Set(issues.map((issue) => issue[key]))]
    const meant = id === undefined || id.includes('*') || seen.includes(id) ? undefined : suggest(id, seen)
    if (meant !== undefined) return `; did you mean the ${key} ${JSON.stringify(meant)}?`
  }
  return ''
}

export function describeWaiver({ rule_id, ruleset_id, api_id, path }: Waiver): string {
  return [
    rule_id,
    ...(ruleset_id === undefined ? [] : [`of ${ruleset_id}`]),
    ...(api_id === undefined ? [] : [`on ${api_id}`]),
    ...(path === undefined ? [] : [`at ${path}`]),
  ].join(' ')
}

export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}
