import { resolve } from 'node:path'
import { serviceLimits } from '../../contract/evaluation.ts'
import { type GovError, usageError } from '../../model/errors.ts'
import type { TimeLimit } from '../../service/evaluation/time-limit.ts'
import type { SandboxLimits } from '../../service/http/app-options.ts'
import type { Workspace } from '../../service/store/workspace.ts'
import type { Settings } from '../../settings/merge.ts'
import { untilDeadline } from '../deadline.ts'
import { localFiles } from '../definitions/local-files.ts'
import { today } from '../excuses.ts'
import type { World } from '../world.ts'
import { namedEngine } from './chosen-engine.ts'
import { type ConnectionChoices, connectionTo, logLevel } from './connection.ts'
import { credentialMissing } from './credential-missing.ts'
import type { CarriedSandbox, Dashboard } from './dashboard.ts'
import { openEmbeddedDashboard } from './embedded-dashboard.ts'
import { openNetworkDashboard } from './network-dashboard.ts'

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

/** The sandbox in this process, over the configured folder unless a workspace is given. */
export async function openEmbedded(
  settings: Settings,
  choices: ConnectionChoices,
  world: World,
  {
    workspace,
    carried,
    limit = untilDeadline('the embedded sandbox', settings['dashboard.deadline'].value, world),
  }: EmbeddedRun = {},
): Promise<Dashboard> {
  const served = workspace ? { workspace, carried } : await openConfigured(settings, world)
  const isLocal = choices.serviceLimits !== true
  const log = logLevel(choices)
  const rules = {
    limits: isLocal ? inProcessLimits : serviceLimits,
    functions: settings['policy.functions'].value,
    engine: namedEngine(settings),
    day: today(world.now()),
  }
  const local = isLocal ? localFiles(world.sources) : undefined
  const options = { ...rules, local, timeLimit: limit, log }
  const dashboard = await openEmbeddedDashboard(served.workspace, options, world)
  // The log of several threads would be in no order.
  if (log !== undefined || served.carried === undefined) return dashboard
  return { ...dashboard, carried: { ...rules, workspace: served.carried, isLocal } }
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
  choices: ConnectionChoices,
  world: World,
  limit?: TimeLimit,
): Promise<Dashboard> {
  const url = settings['dashboard.url']?.value ?? ''
  if (choices.serviceLimits) throw limitsNeedEmbedded(url)
  if (settings.token === undefined) throw credentialMissing('user', url)
  const connection = await connectionTo(url, settings, choices, world)
  const left = limit === undefined ? {} : { deadlineMs: limit.left() }
  return openNetworkDashboard({ url, token: settings.token.value, ...connection, ...left }, world)
}

function limitsNeedEmbedded(url: string): GovError {
  const message = `--service-limits needs the embedded sandbox, but the dashboard is ${url}`
  return usageError('service-limits-elsewhere', message, 'Omit the flag. A dashboard has its own limits.')
}
