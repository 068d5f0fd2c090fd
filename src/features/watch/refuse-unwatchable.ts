import type { CheckPlan } from '../../check/check-plan.ts'
import { looksForBreaking } from '../../core/model/breaking.ts'
import { usageError } from '../../core/model/errors.ts'

/** Throws GovError, usage, when a save changes nothing that could be checked here. */
export function refuseUnwatchable({
  targets: { asked },
  judgement: { policy },
  connection,
}: CheckPlan): void {
  if (asked.definitions.length === 0)
    throw usageError(
      'watch-nothing',
      '--watch needs a local definition, but only saved APIs are configured',
      'Pass the file with --definition, or add it to definitions in the config.',
    )
  if (looksForBreaking(policy))
    throw usageError(
      'watch-breaking',
      `policy.breaking is ${policy.breaking}, and --watch compares with no base`,
      'Pass --breaking off, or run gov check --base without --watch.',
    )
  if (!connection.capabilities.waits) return
  throw usageError(
    'watch-elsewhere',
    `--watch needs the embedded sandbox, but the dashboard is ${connection.name}`,
    'Pass local rulesets with --ruleset-file, or --url embedded with a workspace.',
  )
}
