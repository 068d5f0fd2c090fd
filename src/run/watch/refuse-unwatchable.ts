import { looksForBreaking } from '../../model/breaking.ts'
import { type GovError, usageError } from '../../model/errors.ts'
import type { CheckPlan, Judgement } from '../check-plan.ts'

/** Throws GovError, usage, when a save changes nothing that could be checked here. */
export function refuseUnwatchable({
  targets: { asked },
  judgement: { policy },
  connection,
}: CheckPlan): void {
  if (asked.definitions.length === 0) throw nothingLocal()
  if (looksForBreaking(policy)) throw nothingBefore(policy)
  if (!connection.capabilities.waits) return
  throw usageError(
    'watch-elsewhere',
    `--watch needs the embedded sandbox, but the dashboard is ${connection.name}`,
    'Pass local rulesets with --ruleset-file, or --url embedded with a workspace.',
  )
}

function nothingBefore({ breaking }: Judgement['policy']): GovError {
  return usageError(
    'watch-breaking',
    `policy.breaking is ${breaking}, and --watch compares with no base`,
    'Pass --breaking off, or run gov check --base without --watch.',
  )
}

function nothingLocal(): GovError {
  return usageError(
    'watch-nothing',
    '--watch needs a local definition, but only saved APIs are configured',
    'Pass the file with --definition, or add it to definitions in the config.',
  )
}
