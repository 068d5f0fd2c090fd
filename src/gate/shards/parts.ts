import { usageError } from '../../core/model/errors.ts'
import { isEvaluated, type Report } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'

interface ReportPart {
  readonly report: Report
  readonly shard: NonNullable<Run['shard']>
}

/** The job that merges. */
export interface MergingJob {
  /** What `--run` names. */
  readonly statedRun?: string | undefined
  /** The CI run that the job belongs to. */
  readonly ownRun?: string | undefined
  readonly now: Date
}

/**
 * The reports in the order of their shards. Throws GovError, usage, unless they are the shards of one run, each once: of the
 * stated one, else of the job's own, else of any. Shards more than 24 hours apart are of one run only if it is stated.
 */
export function orderShards(
  reports: readonly Report[],
  { statedRun, ownRun }: Pick<MergingJob, 'statedRun' | 'ownRun'>,
): readonly [Report, ...Report[]] {
  const parts = reports.map((report) => ({ report, shard: findShard(report) }))
  const [first, ...others] = parts.toSorted((a, b) => a.shard.index - b.shard.index)
  if (first === undefined) throw shardRefusedError('no reports given', 'Pass the report of each shard.')
  for (const part of [first, ...others]) {
    refuseOtherRun(first, part, statedRun, ownRun)
    refuseOtherRequest(first, part)
  }
  if (statedRun === undefined) refuseOldShards([first, ...others])
  refuseCount(
    [first, ...others].map(({ shard }) => shard.index),
    first.shard.total,
  )
  return [first.report, ...others.map(({ report }) => report)]
}

function findShard({ run }: Report): ReportPart['shard'] {
  if (run.shard) return run.shard
  const hint = 'Merge reports of gov check --shard. Runs under different policies stay reports of their own.'
  throw shardRefusedError(`the report of ${run.started} is not a shard`, hint)
}

const runHint =
  'Pass the same --run ID to gov check in all shards, such as the number of the build. Never use one twice.'

function refuseOtherRun(
  first: ReportPart,
  part: ReportPart,
  statedRun: string | undefined,
  ownRun = first.shard.run,
): void {
  const { run } = part.shard
  if (run === undefined) throw shardRefusedError(`the run of ${nameShard(part)} is not known`, runHint)
  if (run === (statedRun ?? ownRun)?.trim()) return
  if (run === first.shard.run && statedRun === undefined)
    throw shardRefusedError(
      `${nameShard(part)} is from run ${run}, but this job belongs to run ${ownRun}`,
      `Pass the shards of this run. If you mean the other one, pass --run "${run}" to gov report merge.`,
    )
  if (run === first.shard.run)
    throw shardRefusedError(
      `${nameShard(part)} is from run ${run}, not ${statedRun}`,
      'Pass the shards of that run.',
    )
  const message = `${nameShards(first, part)} are from different runs: ${first.shard.run} and ${run}`
  throw shardRefusedError(message, `Merge the shards of one pipeline run. ${runHint}`)
}

const dayMs = 24 * 60 * 60 * 1000

/** Jobs of one pipeline run may be repeated, but not for ever: what an old shard checked may have changed since. */
function refuseOldShards(parts: readonly ReportPart[]): void {
  const parseStart = ({ report }: ReportPart) => Date.parse(report.run.started)
  const [oldest, ...others] = parts.toSorted((a, b) => parseStart(a) - parseStart(b))
  const newest = others.at(-1)
  if (oldest === undefined || newest === undefined || parseStart(newest) - parseStart(oldest) <= dayMs) return
  throw shardRefusedError(
    `${nameShards(oldest, newest)} were checked more than 24 hours apart (${oldest.report.run.started})`,
    `Check ${nameShard(oldest)} again. If both belong to one run, pass --run "${oldest.shard.run}" to gov report merge.`,
  )
}

function nameShard({ shard: { index, total } }: ReportPart): string {
  return `shard ${index}/${total}`
}

function nameShards({ shard: one }: ReportPart, { shard: other, report }: ReportPart): string {
  return `shards ${one.index}/${one.total} and ${other.index}/${other.total} (${report.run.started})`
}

function refuseOtherRequest(first: ReportPart, part: ReportPart): void {
  const { shard, report } = part
  const isSame = shard.digest === first.shard.digest && shard.total === first.shard.total
  if (isSame && isSameBase(first.report, report)) return
  const hint = 'Merge reports from one pipeline run with the same gov, config and flags.'
  throw shardRefusedError(`${nameShards(first, part)} are from different runs: their requests differ`, hint)
}

/** A shard that could not decide, or that stopped, has none. */
function isSameBase(one: Report, other: Report): boolean {
  return [one, other].some(isTruncated) || renderBase(one) === renderBase(other)
}

function isTruncated(report: Report): boolean {
  if (report.run.base !== undefined) return false
  const { outcome } = report
  return (
    !isEvaluated(report) ||
    (outcome.kind === 'incomplete' && outcome.gaps.some(({ kind }) => kind === 'unfinished'))
  )
}

function renderBase({ run: { base } }: Report): string | undefined {
  return base && JSON.stringify({ ...base, definitions: undefined })
}

function refuseCount(indexes: readonly number[], total: number): void {
  const twice = indexes.find((index, at) => indexes.indexOf(index) !== at)
  if (twice !== undefined)
    throw shardRefusedError(`shard ${twice}/${total} appears twice`, 'Pass the report of each shard once.')
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter((index) => !indexes.includes(index))
  if (missing.length === 0) return
  const what =
    missing.length === 1
      ? `shard ${missing[0]} of ${total} is`
      : `shards ${missing.join(', ')} of ${total} are`
  const again = `gov check --shard ${missing[0]}/${total}`
  const hint = `Pass the report of each shard. One that did not run was not checked: run ${again} first.`
  throw shardRefusedError(`${what} missing`, hint)
}

function shardRefusedError(message: string, hint: string): Error {
  return usageError('merge-refused', message, hint)
}
