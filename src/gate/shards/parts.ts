import { usageError } from '../../model/errors.ts'
import { isEvaluated, type Report } from '../../model/report.ts'
import type { Run } from '../../model/run.ts'

interface Part {
  readonly report: Report
  readonly shard: NonNullable<Run['shard']>
}

/** The reports in the order of their parts. Throws GovError, usage, unless they are the parts of one run, each once. */
export function inOrder(reports: readonly Report[]): readonly [Report, ...Report[]] {
  const parts = reports.map((report) => ({ report, shard: shardOf(report) }))
  const [first, ...others] = parts.toSorted((a, b) => a.shard.index - b.shard.index)
  if (first === undefined) throw refusal('no reports given', 'Pass the report of each shard.')
  for (const part of [first, ...others]) refuseOtherRun(first, part)
  refuseCount(
    [first, ...others].map(({ shard }) => shard.index),
    first.shard.total,
  )
  return [first.report, ...others.map(({ report }) => report)]
}

function shardOf({ run }: Report): Part['shard'] {
  if (run.shard) return run.shard
  const hint = 'Merge reports of gov check --shard. Runs under different policies stay reports of their own.'
  throw refusal(`the report of ${run.started} is not a shard`, hint)
}

function refuseOtherRun({ shard: first, report: one }: Part, { shard, report }: Part): void {
  if (shard.digest === first.digest && shard.total === first.total && isSameBase(one, report)) return
  const names = `shards ${first.index}/${first.total} and ${shard.index}/${shard.total} (${report.run.started})`
  throw refusal(
    `${names} are from different runs: their requests differ`,
    'Merge reports from one pipeline run with the same gov, config and flags.',
  )
}

/** A shard that could not decide, or that stopped, has none. */
function isSameBase(one: Report, other: Report): boolean {
  return [one, other].some(isCutOff) || baseText(one) === baseText(other)
}

function isCutOff(report: Report): boolean {
  if (report.run.base !== undefined) return false
  const { outcome } = report
  return (
    !isEvaluated(report) ||
    (outcome.kind === 'incomplete' && outcome.gaps.some(({ kind }) => kind === 'unfinished'))
  )
}

function baseText({ run: { base } }: Report): string | undefined {
  return base && JSON.stringify({ ...base, definitions: undefined })
}

function refuseCount(indexes: readonly number[], total: number): void {
  const twice = indexes.find((index, at) => indexes.indexOf(index) !== at)
  if (twice !== undefined) {
    throw refusal(`shard ${twice}/${total} appears twice`, 'Pass the report of each shard once.')
  }
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter((index) => !indexes.includes(index))
  if (missing.length === 0) return
  const what =
    missing.length === 1
      ? `shard ${missing[0]} of ${total} is`
      : `shards ${missing.join(', ')} of ${total} are`
  const again = `gov check --shard ${missing[0]}/${total}`
  throw refusal(
    `${what} missing`,
    `Pass the report of each shard. One that did not run was not checked: run ${again} first.`,
  )
}

function refusal(message: string, hint: string): Error {
  return usageError('merge-refused', message, hint)
}
