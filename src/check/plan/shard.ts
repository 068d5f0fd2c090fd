import { usageError } from '../../core/model/errors.ts'
import { computeDigest } from '../../core/text/digest.ts'
import { type ShardPart, takeShard } from '../../gate/requests/plan.ts'
import { inputDigest } from '../sources/input-digest.ts'
import type { CheckPlan } from '../types.ts'
import type { Env, World } from '../world.ts'
import { allCiSystems, findCiRun } from './ci-systems.ts'

const mostParts = 1000
const runHint =
  'gov report merge needs it: pass the same --run ID in all shards, such as the number of the build'

/** `--shard 2/8`, or by the environment: `auto`, or `auto/8` where that does not have the total. Throws GovError, usage. */
export function readShard(flag: string | undefined, env: Env): ShardPart | undefined {
  if (flag === undefined) return undefined
  const [, part, total] = /^(auto|\d{1,9})(?:\/(\d{1,9}))?$/.exec(flag) ?? []
  if (part === 'auto') return readCiShard(env, total)
  return createPart(Number(part), Number(total), `--shard ${flag}`)
}

function readCiShard(env: Env, flagTotal: string | undefined): ShardPart {
  const known = allCiSystems.flatMap(({ title, parallel }) => (parallel ? { title, ...parallel } : []))
  const isSet = (variable: string | undefined) => variable === undefined || env[variable]
  const [found, other] = known.filter(({ index, total }) => isSet(index) && isSet(total))
  if (found === undefined) {
    const titles = known.map(({ title }) => title).join(', ')
    const hint = `It supports ${titles}. Elsewhere, pass --shard 2/8.`
    throw shardError('--shard auto found no parallel jobs in the environment', hint)
  }
  if (other !== undefined) {
    const names = `${found.index} and ${other.index}`
    throw shardError(`--shard auto found two CI systems: ${names} are both set`, 'Pass --shard 2/8.')
  }
  const { title, index, total: variable, first } = found
  const total = variable === undefined ? flagTotal : env[variable]
  const name = [index, variable].flatMap((each) => (each ? `${each}=${env[each]}` : [])).join(', ')
  if (total === undefined)
    throw shardError(
      `${title} has an index, ${name}, but no number of shards`,
      'Pass that number, such as --shard auto/8.',
    )
  if (flagTotal !== undefined && Number(flagTotal) !== Number(total))
    throw shardError(`--shard auto/${flagTotal} contradicts ${name}`, 'Pass --shard auto.')
  const shown = variable === undefined ? `${name} with --shard auto/${total}` : name
  return createPart(parseNumber(env[index]) + 1 - first, parseNumber(total), shown)
}

function parseNumber(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

function createPart(index: number, total: number, name: string): ShardPart {
  if (index >= 1 && index <= total && total <= mostParts) return { index, total }
  throw shardError(
    `${name} is not a valid shard`,
    `Pass the shard and the number of shards, such as --shard 2/8. The maximum is ${mostParts} shards.`,
  )
}

/** The run of a shard: `--run ID`, else that of the CI job. Throws GovError, usage. */
export function readRun(flag: string | undefined, part: ShardPart | undefined, env: Env): string | undefined {
  if (flag === undefined) return findCiRun(env)
  if (flag.trim() === '')
    throw runError('--run is empty', 'Pass what all shards of a run share, such as the number of the build.')
  if (part === undefined)
    throw runError('--run needs --shard', 'Pass the shard too, such as --shard 2/8, or omit --run.')
  return flag.trim()
}

function runError(message: string, hint: string): Error {
  return usageError('run-invalid', message, hint)
}

function shardError(message: string, hint: string): Error {
  return usageError('shard-invalid', message, hint)
}

/** The part of a plan, with its run and a digest of all that decides the whole: `gov report merge` takes parts that share both. */
export async function takePart(
  plan: CheckPlan,
  part: ShardPart | undefined,
  run: string | undefined,
  { version, sources, observe }: Pick<World, 'version' | 'sources' | 'observe'>,
): Promise<CheckPlan> {
  if (part === undefined) return plan
  if (run === undefined) observe.warning(`the run of this shard is not known; ${runHint}`)
  const { targets, judgement, connection } = plan
  const { asked, rulesetDigests } = targets
  const { policy, required, waivers, baseline, strictBaseline } = judgement
  const inputs = await inputDigest(
    { whole: targets.whole, baseline, workspace: connection.workspace },
    sources,
  )
  const whole = {
    asked,
    ...{ policy, required, waivers, baseline, strictBaseline },
    dashboard: connection.name,
    rulesetDigests,
    engine: connection.engine?.name,
    inputs,
    version,
  }
  const digest = computeDigest(JSON.stringify(whole))
  const shard = {
    asked: takeShard(asked, part),
    narrowed: true,
    shard: { ...part, digest, ...(run !== undefined && { run }) },
  }
  return { ...plan, targets: { ...targets, ...shard } }
}
