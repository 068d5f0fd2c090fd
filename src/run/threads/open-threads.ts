import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { TimeLimit } from '../../service/evaluation/time-limit.ts'
import type { CheckPlan } from '../check-plan.ts'
import type { World } from '../world.ts'
import type { EvaluationThreads } from './evaluation-threads.ts'

/** On fewer, what V8 does beside one thread (optimising, collecting garbage) keeps the others busy: docs/decisions/threads.md. */
const leastCores = 4
const mostThreads = 4
const megabyte = 1024 * 1024
/** Less than this, in all definitions, is evaluated before threads have learned to be fast. */
const leastBytes = 4 * megabyte
/** A larger definition stays on one thread: each has its own heap, in which it takes many times its bytes. */
const mostOfOne = megabyte

/** Threads for a run of many definitions on a machine of several cores; undefined where one thread is better. */
export async function openThreads(
  plan: Pick<CheckPlan, 'asked' | 'memory' | 'deadlineMs' | 'openDashboard'>,
  world: World,
  limit: TimeLimit,
): Promise<EvaluationThreads | undefined> {
  const { definitions } = plan.asked
  if (availableParallelism() < leastCores || plan.memory || !world.sources.isOnDisk) return undefined
  const files = definitions.map(({ file }) => file)
  const sizes = await Promise.all(files.map((file) => bytesOf(file, world)))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes < leastBytes || Math.max(...sizes) > mostOfOne) return undefined
  // What is wrong with it is said later, after what is wrong with definitions.
  const dashboard = await plan.openDashboard(world, limit).catch(() => undefined)
  await dashboard?.close()
  if (dashboard?.carried === undefined) return undefined
  const { openEvaluationThreads } = await import('./evaluation-threads.ts')
  const start = {
    sandbox: dashboard.carried,
    cwd: world.sources.cwd,
    version: world.version,
    contents: givenOf(files, world),
    deadlineMs: plan.deadlineMs,
    startedAt: performance.timeOrigin + performance.now() + limit.left() - plan.deadlineMs,
  }
  return openEvaluationThreads(start, mostThreads, limit, world)
}

async function bytesOf(file: string, { sources }: World): Promise<number> {
  const sizeOf = async () => (await stat(resolve(sources.cwd, file))).size
  return sources.given(file)?.length ?? sizeOf().catch(() => 0)
}

function givenOf(files: readonly string[], { sources }: World): ReadonlyMap<string, Uint8Array> {
  const given = files.map((file) => [file, sources.given(file)] as const)
  return new Map(given.flatMap(([file, content]) => (content ? [[file, content] as const] : [])))
}
