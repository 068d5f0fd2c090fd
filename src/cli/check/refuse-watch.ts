import { type GovError, usageError } from '../../model/errors.ts'
import type { CheckPlan } from '../../run/check-plan.ts'
import type { CheckFlags } from './check-flags.ts'

/** What makes one report of one run. Throws GovError, usage. */
export function refuseReportFlags({ format, output, shard, compare }: CheckFlags): void {
  const given: readonly (readonly [string, boolean])[] = [
    [`--format ${format}`, format !== 'table'],
    ['--output', output !== undefined],
    ['--shard', shard !== undefined],
    ['--compare', compare !== undefined],
  ]
  const [flag] = given.find(([, isGiven]) => isGiven) ?? []
  if (flag === undefined) return
  throw usageError(
    'watch-report',
    `--watch goes on until it is ended, and ${flag} is for the report of one run`,
    `Leave ${flag} out, or run gov check without --watch.`,
  )
}

/** Throws GovError, usage, when a save changes nothing that could be checked here. */
export function refuseRemote({ asked, dashboardName }: CheckPlan): void {
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
