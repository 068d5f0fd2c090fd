import { type GovError, usageError } from '../../model/errors.ts'
import type { CheckPlan } from '../check-plan.ts'

/** Throws GovError, usage, when a save changes nothing that could be checked here. */
export function refuseUnwatchable({ asked, dashboardName }: CheckPlan): void {
  if (asked.definitions.length === 0) throw nothingLocal()
  if (dashboardName === 'embedded') return
  throw usageError(
    'watch-elsewhere',
    `--watch needs the embedded sandbox, but the dashboard is ${dashboardName}`,
    'Pass local rulesets with --ruleset-file, or --url embedded with a workspace.',
  )
}

function nothingLocal(): GovError {
  return usageError(
    'watch-nothing',
    '--watch needs a local definition, but only saved APIs are configured',
    'Pass the file with --definition, or add it to definitions in the config.',
  )
}
