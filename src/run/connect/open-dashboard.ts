import { resolve } from 'node:path'
import { serviceLimits } from '../../contract/evaluation.ts'
import { GovError, usageError } from '../../model/errors.ts'
import type { TimeLimit } from '../../service/evaluation/time-limit.ts'
import type { SandboxLimits } from '../../service/http/app-options.ts'
import type { Workspace } from '../../service/store/workspace.ts'
import type { Settings } from '../../settings/merge.ts'
import { untilDeadline } from '../deadline.ts'
import { localFiles } from '../definitions/local-files.ts'
import type { World } from '../world.ts'
import { namedEngine } from './chosen-engine.ts'
import { type ConnectionChoices, connectionTo, logLevel } from './connection.ts'
import type { CarriedSandbox, Dashboard } from './dashboard.ts'
import { openEmbeddedDashboard } from './embedded-dashboard.ts'
import { openNetworkDashboard } from './network-dashboard.ts'

/** How a dashboard is to be opened. */
export interface OpenChoices extends ConnectionChoices {
  readonly serviceLimits?: boolean | undefined
}

/** In process there is nothing to protect from large bodies and answers; the caps on one run stay the service's. */
const inProcessLimits: SandboxLimits = {
  ...serviceLimits,
  issues: Number.POSITIVE_INFINITY,
  bodyBytes: Number.POSITIVE_INFINITY,
}

interface EmbeddedRun {
  /** Absent: the configured one. */
  readonly workspace?: Workspace | undefined
  /** How another thread makes that workspace. */
  readonly carried?: CarriedSandbox['workspace'] | undefined
  /** Absent: the whole deadline, from the opening. */
  readonly limit?: TimeLimit | undefined
}

/** The deadline of a run that began `spentMs` ago. */
export function runLimit(
  deadlineMs: number,
  isEmbedded: boolean,
  world: Pick<World, 'checkpoint' | 'isInteractive'>,
  spentMs = 0,
): TimeLimit {
  return untilDeadline(isEmbedded ? 'the embedded sandbox' : 'the check', deadlineMs, world, spentMs)
}

/** The sandbox in this process, over the configured folder unless a workspace is given. */
export async function openEmbedded(
  settings: Settings,
  choices: OpenChoices,
  world: World,
  {
    workspace,
    carried,
    limit = runLimit(settings['dashboard.deadline'].value, true, world),
  }: EmbeddedRun = {},
): Promise<Dashboard> {
  const served = workspace ? { workspace, carried } : await openConfigured(settings, world)
  const bounds = choices.serviceLimits
    ? { limits: serviceLimits }
    : { limits: inProcessLimits, local: localFiles(world.sources) }
  const functions = settings['policy.functions'].value
  const engine = namedEngine(settings)
  const log = logLevel(choices)
  const day = world.now().toISOString().slice(0, 10)
  const options = { ...bounds, functions, engine, day, timeLimit: limit, log }
  const dashboard = await openEmbeddedDashboard(served.workspace, options, world)
  // The log of several threads would be in no order.
  if (log !== undefined || served.carried === undefined) return dashboard
  const { limits } = bounds
  const isLocal = choices.serviceLimits !== true
  return { ...dashboard, carried: { workspace: served.carried, limits, isLocal, functions, engine, day } }
}

async function openConfigured(settings: Settings, { cwd }: World) {
  const { openWorkspace } = await import('../../service/store/workspace.ts')
  const folder = settings['dashboard.workspace']?.value ?? ''
  const workspace = await openWorkspace(resolve(cwd, folder), { called: folder })
  return { workspace, carried: workspace.snapshot() }
}

/** The configured dashboard. Throws GovError, access, when there is no token, before anything is sent. */
export async function openNetwork(
  settings: Settings,
  choices: OpenChoices,
  world: World,
  limit?: TimeLimit,
): Promise<Dashboard> {
  const url = settings['dashboard.url']?.value ?? ''
  if (choices.serviceLimits) throw limitsNeedEmbedded(url)
  if (settings.token === undefined) throw tokenMissing(url)
  const connection = await connectionTo(url, settings, choices, world)
  const left = limit === undefined ? {} : { deadlineMs: limit.left() }
  return openNetworkDashboard({ url, token: settings.token.value, ...connection, ...left }, world)
}

function limitsNeedEmbedded(url: string): GovError {
  const message = `--service-limits needs the embedded sandbox, but the dashboard is ${url}`
  return usageError('service-limits-elsewhere', message, 'Omit the flag. A dashboard has its own limits.')
}

export function tokenMissing(url: string): GovError {
  return new GovError(
    'access',
    'token-missing',
    `no token for ${url}: GOV_TOKEN is not set`,
    "Set GOV_TOKEN, or GOV_TOKEN_FILE to a file containing it: the Dashboard API access credentials from the user's profile.",
  )
}
