import { type Part, takeShard } from '../gate/requests/shard.ts'
import { usageError } from '../model/errors.ts'
import type { EmptyShard } from '../model/reason.ts'
import { digestOf } from '../text/digest.ts'
import type { CheckPlan } from './check-plan.ts'
import type { Env, World } from './world.ts'

/** What CI systems call the index and the total of parallel jobs, and the number that they begin to count with. */
const conventions: readonly {
  readonly system: string
  readonly index: string
  readonly total: string
  readonly first: 0 | 1
}[] = [
  { system: 'GitLab', index: 'CI_NODE_INDEX', total: 'CI_NODE_TOTAL', first: 1 },
  { system: 'CircleCI', index: 'CIRCLE_NODE_INDEX', total: 'CIRCLE_NODE_TOTAL', first: 0 },
  { system: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', total: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
  { system: 'Bitbucket', index: 'BITBUCKET_PARALLEL_STEP', total: 'BITBUCKET_PARALLEL_STEP_COUNT', first: 0 },
  { system: 'Semaphore', index: 'SEMAPHORE_JOB_INDEX', total: 'SEMAPHORE_JOB_COUNT', first: 1 },
  {
    system: 'Azure Pipelines',
    index: 'SYSTEM_JOBPOSITIONINPHASE',
    total: 'SYSTEM_TOTALJOBSINPHASE',
    first: 1,
  },
]

const mostParts = 1000

/** `--shard 2/8`, or `--shard auto` by the environment. Throws GovError, usage. */
export function readShard(flag: string | undefined, env: Env): Part | undefined {
  if (flag === undefined) return undefined
  if (flag === 'auto') return fromEnvironment(env)
  const [, index, total] = /^(\d{1,9})\/(\d{1,9})$/.exec(flag) ?? []
  return partOf(Number(index), Number(total), `--shard ${flag}`)
}

function fromEnvironment(env: Env): Part {
  const found = conventions.filter(({ index, total }) => env[index] && env[total])
  const [convention, other] = found
  if (convention === undefined) {
    const known = conventions.map(({ system }) => system).join(', ')
    throw shardError(
      '--shard auto found no parallel jobs in the environment',
      `It supports ${known}. Elsewhere, pass --shard 2/8.`,
    )
  }
  if (other !== undefined) {
    const names = `${convention.index} and ${other.index}`
    throw shardError(`--shard auto found two CI systems: ${names} are both set`, 'Pass --shard 2/8.')
  }
  const { index, total, first } = convention
  const name = `${index}=${env[index]}, ${total}=${env[total]}`
  return partOf(numberOf(env[index]) + 1 - first, numberOf(env[total]), name)
}

function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

function partOf(index: number, total: number, name: string): Part {
  if (index >= 1 && index <= total && total <= mostParts) return { index, total }
  throw shardError(
    `${name} is not a valid shard`,
    `Pass the shard and the number of shards, such as --shard 2/8. The maximum is ${mostParts} shards.`,
  )
}

function shardError(message: string, hint: string): Error {
  return usageError('shard-invalid', message, hint)
}

/** What CI systems call the run that all of its parallel jobs belong to. */
const runIds = [
  'GITHUB_RUN_ID',
  'CI_PIPELINE_ID',
  'CIRCLE_WORKFLOW_ID',
  'BUILDKITE_BUILD_ID',
  'BITBUCKET_BUILD_NUMBER',
  'SEMAPHORE_WORKFLOW_ID',
  'BUILD_BUILDID',
]

/**
 * The part of a plan, with a digest of all that decides the whole: what is asked and how it is judged, the contents of
 * every input, and the CI run. `gov report merge` takes only parts of the same whole.
 */
export async function takePart(
  plan: CheckPlan,
  part: Part | undefined,
  { env, version, sources }: Pick<World, 'env' | 'version' | 'sources'>,
): Promise<CheckPlan> {
  if (part === undefined) return plan
  const { asked, policy, required, waivers, baseline, strictBaseline } = plan
  const { dashboardName, rulesetDigests, engine: chosen } = plan
  const { inputDigest } = await import('./input-digest.ts')
  const inputs = await inputDigest(plan, sources)
  const ciRun = runIds.map((name) => env[name] ?? '')
  const judged = { policy, required, waivers, baseline, strictBaseline }
  const whole = {
    asked,
    ...judged,
    dashboardName,
    rulesetDigests,
    engine: chosen?.name,
    inputs,
    ciRun,
    version,
  }
  const digest = digestOf(JSON.stringify(whole))
  return { ...plan, asked: takeShard(asked, part), narrowed: true, shard: { ...part, digest } }
}

/** A shard may hold nothing; the outcome says so. */
export function emptyShard({ asked, shard }: CheckPlan): EmptyShard[] {
  if (shard === undefined || asked.api_ids.length + asked.definitions.length > 0) return []
  return [{ kind: 'empty-shard', index: shard.index, total: shard.total }]
}
