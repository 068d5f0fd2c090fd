import { isRecord } from '../../core/model/record.ts'
import { isTrue, type Node } from './document.ts'
import type { ReportScope } from './http/operation.ts'
import type { BreakingRuleId } from './rules/index.ts'
import type { Compared } from './schema/compare.ts'

const levels = ['draft', 'alpha', 'beta', 'stable']

/** Checks what a definition says of how long something stays. */
export function checkLifecycle({ base, head, report }: Compared): void {
  const sunset = head.first('x-sunset')
  if (head.first('deprecated') === true && sunset !== undefined && sunset !== base.first('x-sunset'))
    if (parseDate(String(sunset)) === undefined)
      report('breaking-sunset-unreadable', `has the x-sunset \`${String(sunset)}\`, which is not a date`)
  const message = loweredStability(base.first('x-stability-level'), head.first('x-stability-level'))
  if (message !== undefined) report('breaking-stability-lowered', message)
}

/** Without a level, it is stable. One that is not known may be lower. */
export function loweredStability(before: unknown = 'stable', after: unknown = 'stable'): string | undefined {
  const [some, other] = [levels.indexOf(String(before)), levels.indexOf(String(after))]
  return before !== after && other < Math.max(some, 0) ? `was ${before} and is now ${after}` : undefined
}

function parseDate(text: string | undefined): string | undefined {
  const day = /^(\d{4}-\d\d-\d\d)(?:T.*)?$/.exec(text ?? '')?.[1]
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined
}

type Removal =
  | { readonly kind: 'unannounced' | 'undated' | 'due' }
  | { readonly kind: 'early'; readonly why: string }

/** What is deprecated may go on the day of its `x-sunset`. */
export function judgeRemoval(removed: Node, today: string): Removal {
  if (!isTrue(removed, 'deprecated')) return { kind: 'unannounced' }
  const sunset = readSunset(removed)
  if (sunset === undefined) return { kind: 'undated' }
  const date = parseDate(sunset)
  if (date === undefined) return { kind: 'early', why: `and its x-sunset \`${sunset}\` is not a date` }
  return date > today ? { kind: 'early', why: `before its x-sunset, ${date}` } : { kind: 'due' }
}

/** Promises of when something goes: they may be made, and kept longer. */
export function compareSunsets(before: Node, after: Node, what: string, { report }: ReportScope): void {
  const [some, other] = [readSunset(before), readSunset(after)]
  if (!isTrue(after, 'deprecated') || some === other) return
  const [first, next] = [parseDate(some), parseDate(other)]
  const say = (rule: BreakingRuleId, message: string) => report(rule, message, before, after)
  if (other !== undefined && next === undefined)
    say('breaking-sunset-unreadable', `the x-sunset of ${what}, \`${other}\`, is not a date`)
  else if (some !== undefined && other === undefined)
    say('breaking-sunset-removed', `${what} is deprecated and no longer has the x-sunset ${some}`)
  else if (first !== undefined && next !== undefined && next < first)
    say('breaking-sunset-earlier', `the x-sunset of ${what} was ${first} and is now ${next}`)
}

function readSunset({ value }: Node): string | undefined {
  const sunset: unknown = isRecord(value) ? value['x-sunset'] : undefined
  return sunset === undefined ? undefined : String(sunset)
}
