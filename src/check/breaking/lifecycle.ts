import { type StabilityLevel, stabilityLevels } from '../../core/model/breaking.ts'
import { isRecord } from '../../core/model/record.ts'
import { plural } from '../../core/text/wording.ts'
import { isTrue, type Node, readText } from './document.ts'
import type { BreakingRuleId } from './rules/index.ts'
import type { Compared } from './schema/compare.ts'

/** How many days ahead clients have to be told that something goes, by its stability. */
export type DeprecationDays = Readonly<Partial<Record<StabilityLevel, number | undefined>>>

/** The date of the run, as 2026-11-23, and the days that the policy asks for; 0: none. */
export interface Notice {
  readonly today: string
  readonly days: number
}

/** Without a level, or with one that is not known, an operation is stable. */
export function readNotice(operation: Node, today: string, days: DeprecationDays): Notice {
  const written = readText(operation, 'x-stability-level')
  return { today, days: days[stabilityLevels.find((level) => level === written) ?? 'stable'] ?? 0 }
}

/** Checks what a definition says of how long something stays. Which operations use a schema is not known here. */
export function checkLifecycle({ oldView, newView, today, report }: Compared): void {
  const fault = judgeSunset(
    { isDeprecated: oldView.first('deprecated') === true, sunset: toText(oldView.first('x-sunset')) },
    { isDeprecated: newView.first('deprecated') === true, sunset: toText(newView.first('x-sunset')) },
    { today, days: 0 },
  )
  if (fault) report(...fault)
  const message = loweredStability(oldView.first('x-stability-level'), newView.first('x-stability-level'))
  if (message !== undefined) report('breaking-stability-lowered', message)
}

/** Without a level, it is stable. One that is not known may be lower. */
export function loweredStability(
  oldLevel: unknown = 'stable',
  newLevel: unknown = 'stable',
): string | undefined {
  const levels: readonly string[] = stabilityLevels
  const [oldRank, newRank] = [levels.indexOf(String(oldLevel)), levels.indexOf(String(newLevel))]
  return oldLevel !== newLevel && newRank < Math.max(oldRank, 0)
    ? `was ${oldLevel} and is now ${newLevel}`
    : undefined
}

function parseDate(text: string | undefined): string | undefined {
  const [whole = '', day = ''] = /^(\d{4}-\d\d-\d\d)(?:T.*)?$/.exec(text ?? '') ?? []
  const isDay = !Number.isNaN(Date.parse(whole)) && new Date(day).toISOString().startsWith(day)
  return isDay ? day : undefined
}

type Removal =
  | { readonly kind: 'unannounced' | 'undated' | 'due' }
  | { readonly kind: 'early'; readonly why: string }

/** A deprecated part may go on the day of its `x-sunset`. */
export function judgeRemoval(removed: Node, { today, days }: Notice): Removal {
  if (!isTrue(removed, 'deprecated')) return { kind: 'unannounced' }
  const sunset = readSunset(removed)
  if (sunset === undefined && days > 0)
    return {
      kind: 'early',
      why: `without an x-sunset, which the policy asks for ${plural(days, 'day')} ahead`,
    }
  if (sunset === undefined) return { kind: 'undated' }
  const date = parseDate(sunset)
  if (date === undefined) return { kind: 'early', why: `and its x-sunset \`${sunset}\` is not a date` }
  return date > today ? { kind: 'early', why: `before its x-sunset, ${date}` } : { kind: 'due' }
}

/** The place and the way to report a wrong sunset. */
interface SunsetReport {
  readonly notice: Notice
  readonly report: (rule: BreakingRuleId, message: string, oldNode: Node, newNode: Node) => void
}

/** Whether there was something to report. */
export function compareSunsets(
  oldNode: Node,
  newNode: Node,
  what: string,
  { notice, report }: SunsetReport,
): boolean {
  const readAnnouncement = (node: Node) => ({
    isDeprecated: isTrue(node, 'deprecated'),
    sunset: readSunset(node),
  })
  const fault = judgeSunset(readAnnouncement(oldNode), readAnnouncement(newNode), notice)
  if (fault) report(fault[0], `${what} ${fault[1]}`, oldNode, newNode)
  return fault !== undefined
}

interface Announcement {
  readonly isDeprecated: boolean
  readonly sunset: string | undefined
}

/** Promises of when something goes: they may be kept longer, and are made as early as the policy asks. */
function judgeSunset(
  oldAnnouncement: Announcement,
  newAnnouncement: Announcement,
  { today, days }: Notice,
): readonly [rule: BreakingRuleId, message: string] | undefined {
  const { sunset } = newAnnouncement
  if (!newAnnouncement.isDeprecated || (oldAnnouncement.isDeprecated && oldAnnouncement.sunset === sunset))
    return undefined
  const [first, next] = [parseDate(oldAnnouncement.sunset), parseDate(sunset)]
  if (sunset !== undefined && next === undefined)
    return ['breaking-sunset-unreadable', `has the x-sunset \`${sunset}\`, which is not a date`]
  if (oldAnnouncement.sunset !== undefined && sunset === undefined)
    return [
      'breaking-sunset-removed',
      `is deprecated and no longer has the x-sunset ${oldAnnouncement.sunset}`,
    ]
  if (first !== undefined && next !== undefined && next < first)
    return ['breaking-sunset-earlier', `had the x-sunset ${first} and now has ${next}`]
  const isAnnounced = oldAnnouncement.isDeprecated && (first !== undefined || sunset === undefined)
  if (isAnnounced) return undefined
  if (next === undefined && days > 0)
    return [
      'breaking-sunset-missing',
      `is deprecated without an x-sunset, which the policy asks for ${plural(days, 'day')} ahead`,
    ]
  const earliest = addDays(today, days)
  if (next === undefined || next >= earliest) return undefined
  const law =
    days === 0 ? 'which has passed' : `and the policy asks for ${plural(days, 'day')}, which is ${earliest}`
  return ['breaking-sunset-too-soon', `is deprecated with the x-sunset ${next}, ${law}`]
}

/** Says that something is deprecated or not any more, and when it goes; undefined: as before. */
export function describeAnnouncement(
  readOld: (key: string) => unknown,
  readNew: (key: string) => unknown,
): string | undefined {
  const [was, is] = [readOld('deprecated') === true, readNew('deprecated') === true]
  const [oldSunset, newSunset] = [toText(readOld('x-sunset')), toText(readNew('x-sunset'))]
  const date = newSunset === undefined ? '' : `, with the x-sunset ${newSunset}`
  if (was !== is) return is ? `is now deprecated${date}` : 'is no longer deprecated'
  if (oldSunset === newSunset) return undefined
  if (oldSunset === undefined) return `now has the x-sunset ${newSunset}`
  return `had the x-sunset ${oldSunset} and now has ${newSunset ?? 'none'}`
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

function readSunset({ value }: Node): string | undefined {
  return isRecord(value) ? toText(value['x-sunset']) : undefined
}

function toText(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value)
}
