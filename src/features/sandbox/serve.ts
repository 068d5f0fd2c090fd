import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { World } from '../../check/world.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import type { SandboxLimits } from '../../dashboard/contract/evaluation.ts'
import type { PoolOptions } from '../../sandbox/evaluation/evaluation-pool.ts'
import type { AnsweredRequest } from '../../sandbox/http/exchange.ts'
import type { Quota } from '../../sandbox/store/records.ts'
import type { Context } from '../../terminal/context.ts'

/** Options of `gov sandbox serve`. */
export interface ServeOptions extends Pick<PoolOptions, 'timeLimitMs' | 'memoryLimitMb'> {
  readonly workspace: string
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly persist?: boolean | undefined
  readonly log?: LogFormat | undefined
  readonly limits: SandboxLimits
  readonly quota: Quota
  /** Milliseconds for running requests to be answered when it is stopped. */
  readonly grace: number
}

export interface Serving {
  readonly url: string
  readonly apis: number
  readonly rulesets: number
  readonly users: number
}

/** Each thread has its own heap. */
const maxThreads = 4
/** So that a short evaluation of one organisation does not wait for long ones of another. */
const shortWork = { size: 2, ms: 500 }

type ServeWorld = World & Pick<Context, 'nextInterruption'>

/**
 * Serves a workspace until it is interrupted; a second time, what runs gets no grace. `writeLog` gets a line about each request, and `onServing` is called once it
 * can be reached. Throws GovError, usage.
 */
export async function serve(
  options: ServeOptions,
  world: ServeWorld,
  writeLog: (line: string) => void,
  onServing: (serving: Serving) => void,
): Promise<void> {
  if (!options.persist) return serveWorkspace(options, world, world.interruption(), writeLog, onServing)
  // Lock first: the lock ends the process on a signal that nobody else listens for, so the listeners must
  // come after it.
  const { lockFolder, lockLostError } = await import('../../sandbox/store/folder-lock.ts')
  const stopped = world.interruption()
  const lost = new AbortController()
  const folder = resolve(world.cwd, options.workspace)
  const lockLost = new AbortController()
  const unlock = await lockFolder(folder, {
    called: options.workspace,
    onLost: (error) => {
      lockLost.abort()
      lost.abort(error)
    },
    onWait: world.observe.note,
    signal: stopped,
  })
  if (unlock === undefined) return
  const onLost = () => lost.abort(lockLostError(options.workspace))
  try {
    await serveWorkspace(options, world, AbortSignal.any([stopped, lost.signal]), writeLog, onServing, onLost)
    lost.signal.throwIfAborted()
  } finally {
    // The lock of another process must stay: this one's own has noticed by its next renewal.
    if (lost.signal.aborted) await pause(60_000, undefined, { signal: lockLost.signal }).catch(() => {})
    await unlock()
  }
}

async function serveWorkspace(
  { workspace: folder, host, port, persist, limits, quota, grace, log, ...workLimits }: ServeOptions,
  world: ServeWorld,
  signal: AbortSignal,
  writeLog: (line: string) => void,
  onServing: (serving: Serving) => void,
  onLost?: () => void,
): Promise<void> {
  const [{ createApp }, { createEvaluationPool }, { listen }, { openWorkspace }, operating] =
    await Promise.all([
      import('../../sandbox/http/app.ts'),
      import('../../sandbox/evaluation/evaluation-pool.ts'),
      import('../../sandbox/http/listen.ts'),
      import('../../sandbox/store/workspace.ts'),
      import('./operate.ts'),
    ])
  const workspace = await openWorkspace(resolve(world.cwd, folder), {
    called: folder,
    persist,
    onLost,
  })
  const { metrics, createOperator, withOperator, withFrontPage } = operating.createOperating(
    workspace,
    persist === true,
  )
  const writeFault = (error: unknown, id: string | undefined) =>
    world.observe.log(renderFault(log, world.now(), readMessage(error), id))
  const pool = createEvaluationPool({
    entry: new URL('./evaluation-worker.js', import.meta.url),
    size: Math.min(maxThreads, Math.max(2, availableParallelism())),
    short: shortWork,
    workspace,
    limits,
    ...workLimits,
    onFault: writeFault,
    onDone: (waited, took, result) => {
      metrics.count('gov_work_total', { result })
      metrics.observe('gov_work_wait_seconds', waited)
      metrics.observe('gov_work_duration_seconds', took)
    },
  })
  const app = createApp(workspace, {
    limits,
    quota,
    now: world.now,
    offload: pool.run,
    onFault: (error, _kind, id) => writeFault(error, id),
  })
  const server = await listen(withOperator(withFrontPage(app), createOperator(pool)), {
    host,
    port,
    grace,
    bodyBytes: limits.bodyBytes,
    onFault: writeFault,
    onAnswered: (answered) => {
      const { note, method, status, ms } = answered
      const operation = note.path === undefined ? 'none' : `${method} ${note.path}`
      metrics.count('gov_http_requests_total', { operation, status: String(status) })
      metrics.observe('gov_http_request_duration_seconds', ms / 1000, { operation })
      if (log) writeLog(renderAccess(log, world.now(), answered))
    },
    onBroken: () => metrics.count('gov_http_broken_requests_total'),
  })
  if (!server.isLocal)
    world.observe.warning(`listening on ${host}: other machines can reach this sandbox, which has no TLS`)
  const { apis, rulesets, users } = workspace
  onServing({ url: server.url, apis: apis.length, rulesets: rulesets.length, users: users.length })
  if (!signal.aborted) await once(signal, 'abort')
  await server.close(world.nextInterruption())
  await pool.close()
}

export const logFormats = ['text', 'json'] as const
export type LogFormat = (typeof logFormats)[number]

/** One line about an answered request. It has the path of the operation, never what a caller wrote there: that may be a key. */
function renderAccess(format: LogFormat, time: Date, { note, method, status, ms }: AnsweredRequest): string {
  const facts = {
    time: time.toISOString(),
    request_id: note.id,
    method,
    path: note.path ?? '-',
    user: note.user?.id ?? '-',
    organisation: note.user?.org_id || '-',
    status,
    ms: Math.round(ms),
  }
  return format === 'json' ? JSON.stringify(facts) : Object.values(facts).map(renderField).join(' ')
}

/** Why a request was answered with 500. */
function renderFault(
  format: LogFormat | undefined,
  time: Date,
  message: string,
  id: string | undefined,
): string {
  if (format === 'json')
    return JSON.stringify({ time: time.toISOString(), request_id: id ?? '-', level: 'error', message })
  const about = id === undefined ? '' : ` (request ${id})`
  return `fault: ${message.replaceAll('\n', ' ')}${about}`
}

/** Ids of users may hold anything: a line has as many fields as it seems to. */
function renderField(value: string | number): string {
  const text = String(value)
  return /^[^\s"\p{C}]+$/u.test(text) ? text : JSON.stringify(text)
}
