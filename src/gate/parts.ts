import { usageError } from '../model/errors.ts'
import type { Report } from '../model/report.ts'
import type { Run } from '../model/run.ts'

interface Part {
  readonly report: Report
  readonly shard: NonNullable<Run['shard']>
}

/** The reports in the order of their parts. Throws GovError, usage, unless they are the parts of one run, each once. */
export function inOrder(reports: readonly Report[]): readonly [Report, ...Report[]] {
  const parts = reports.map((report) => ({ report, shard: shardOf(report) }))
  const [first, ...others] = parts.toSorted((a, b) => a.shard.index - b.shard.index)
  if (first === undefined) throw refusal('no report is given', 'Name the report of each part.')
  for (const part of [first, ...others]) refuseOtherRun(first, part)
  refuseCount(
    [first, ...others].map(({ shard }) => shard.index),
    first.shard.total,
  )
  return [first.report, ...others.map(({ report }) => report)]
}

function shardOf({ run }: Report): Part['shard'] {
  if (run.shard) return run.shard
  const hint = 'Merge reports of gov check --shard.'
  throw refusal(`the report of ${run.started} is not one of several parts`, hint)
}

/** The policy is a part of the digest; one that a part lacks, or has another of, was changed after the run. */
function refuseOtherRun({ shard: first, report: { run } }: Part, { shard, report }: Part): void {
  const policy = policyText(report.run)
  const isSame = shard.digest === first.digest && shard.total === first.total
  if (policy === undefined) {
    const what = `part ${shard.index}/${shard.total} does not say by which policy it was judged`
    throw refusal(what, 'Merge reports as gov check wrote them.')
  }
  if (isSame && policy === policyText(run)) return
  const names = `part ${first.index}/${first.total} and part ${shard.index}/${shard.total} (${report.run.started})`
  throw refusal(
    `${names} are not of one run: they were asked different things`,
    'Merge reports of one pipeline run, made with the same gov, config and flags.',
  )
}

function policyText({ policy }: Run): string | undefined {
  return policy && JSON.stringify({ ...policy, origin: undefined, weaker: undefined })
}

function refuseCount(indexes: readonly number[], total: number): void {
  const twice = indexes.find((index, at) => indexes.indexOf(index) !== at)
  if (twice !== undefined) {
    throw refusal(`part ${twice}/${total} is there twice`, 'Name the report of each part once.')
  }
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter((index) => !indexes.includes(index))
  if (missing.length === 0) return
  const what =
    missing.length === 1 ? `part ${missing[0]} of ${total} is` : `parts ${missing.join(', ')} of ${total} are`
  throw refusal(
    `${what} missing`,
    'Name the report of each part; a part that did not run has not been checked.',
  )
}

function refusal(message: string, hint: string): Error {
  return usageError('merge-refused', message, hint)
}
