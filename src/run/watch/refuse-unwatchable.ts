import { type GovError, usageError } from '../../model/errors.ts'
import type { CheckPlan } from '../check-plan.ts'

/** Throws GovError, usage, when a save changes nothing that could be checked here. */
export function refuseUnwatchable({ asked, dashboardName }: CheckPlan): void {
  if (asked.definitions.length === 0) throw nothingLocal()
  if (dashboardName === 'embedded') return
  throw usageError(
    'watch-elsewhere',
    `--watch checks in this process, and the dashboard is ${dashboardName}`,
    'Give local rulesets with --ruleset-file, or --url embedded with a workspace.',
  )
}

function nothingLocal(): GovError {
  return usageError(
    'watch-nothing',
    '--watch needs a local definition, and only saved APIs are asked for',
    'Name the file with --definition, or under definitions in the config.',
  )
}
