import type { Context } from '../context.ts'
import type { BaselineEntry } from '../gate/baseline.ts'
import type { Excuses } from '../gate/excuse.ts'
import { subjectsOf } from '../gate/identity.ts'
import { latestOf } from '../gate/waivers.ts'
import { namesFrom, readBaseline } from './baseline-file.ts'
import type { CheckPlan } from './check-plan.ts'

/** What may excuse issues of this run: read before anything is asked, unless `entries` are at hand. Throws GovError, usage. */
export async function readExcuses(
  { asked, waivers, baseline, strictBaseline, narrowed, policy }: CheckPlan,
  { cwd, now }: Context,
  entries?: readonly BaselineEntry[],
): Promise<Excuses> {
  const names = baseline === undefined ? undefined : namesFrom(cwd, baseline)
  return {
    asked,
    waivers,
    baseline: entries ?? (baseline === undefined ? undefined : await readBaseline(cwd, baseline)),
    strictBaseline,
    narrowed,
    today: today(now()),
    latest: latestOf(today(now()), policy.max_waiver_days),
    subjectOf: subjectsOf(asked.definitions, names),
  }
}

/** `YYYY-MM-DD`, UTC: the same day on every machine. */
export function today(now: Date): string {
  return now.toISOString().slice(0, 10)
}
