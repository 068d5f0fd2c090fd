import { usageError } from '../../model/errors.ts'
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
    `${flag} applies to a single run and cannot be combined with --watch`,
    `Omit ${flag} or --watch.`,
  )
}
