import type { Compared } from './compare.ts'

const levels = ['draft', 'alpha', 'beta', 'stable']

/** What a definition says of how long something stays. */
export function checkLifecycle({ base, head, report }: Compared): void {
  const sunset = head.first('x-sunset')
  if (head.first('deprecated') === true && sunset !== undefined && sunset !== base.first('x-sunset'))
    if (dateOf(String(sunset)) === undefined)
      report('breaking-sunset-unreadable', `has the x-sunset \`${String(sunset)}\`, which is not a date`)
  const message = loweredStability(base.first('x-stability-level'), head.first('x-stability-level'))
  if (message !== undefined) report('breaking-stability-lowered', message)
}

/** Without a level, it is stable. One that is not known may be lower. */
export function loweredStability(before: unknown = 'stable', after: unknown = 'stable'): string | undefined {
  const [some, other] = [levels.indexOf(String(before)), levels.indexOf(String(after))]
  return before !== after && other < Math.max(some, 0) ? `was ${before} and is now ${after}` : undefined
}

/** The day of a date, with or without a time. */
export function dateOf(text: string | undefined): string | undefined {
  const day = /^(\d{4}-\d\d-\d\d)(?:T.*)?$/.exec(text ?? '')?.[1]
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined
}
