import { type GovError, usageError } from '../../core/model/errors.ts'
import { dashboardAddress } from '../../settings/dashboard-url.ts'
import type { Settings } from '../../settings/merge.ts'
import { checkSettings, dashboardIsNamed, embeddedHasWorkspace } from '../../settings/rules.ts'
import type { Secret } from '../../settings/secret.ts'
import { readToken } from '../config/environment.ts'
import { findSettings } from '../config/read-settings.ts'
import type { ConnectionChoices, SettingsRequest } from '../types.ts'
import type { World } from '../world.ts'
import { createConnection } from './connection.ts'
import { type Access, credentialMissingError, type Dashboard, tokenVariables } from './dashboard.ts'
import { openNetworkDashboard } from './network-dashboard.ts'
import { openEmbedded } from './open-dashboard.ts'

/** The settings and choices for one operation of the dashboard or its gateway. */
export type OpenServiceRequest = ConnectionChoices & Pick<SettingsRequest, 'own' | 'config' | 'trustPaths'>

export interface Service extends Dashboard {
  /** The address without a trailing slash. Undefined: the sandbox in this process, which forgets changes. */
  readonly url: string | undefined
}

/** The dashboard that the caller's settings, the environment and the config name. Throws GovError. */
export async function openService(
  access: Access,
  request: OpenServiceRequest,
  world: World,
): Promise<Service> {
  const { settings } = await findSettings(request, world)
  const dashboard = await open(access, settings, request, world)
  return { ...dashboard, url: findAddress(access, settings)?.replace(/\/+$/, '') }
}

async function open(
  access: Access,
  settings: Settings,
  request: OpenServiceRequest,
  world: World,
): Promise<Dashboard> {
  const url = findAddress(access, settings)
  if (url === undefined) return openEmbedded(settings, request, world)
  const token = (await readToken(world, tokenVariables[access]))?.value
  if (token === undefined) throw credentialMissingError(access, url)
  const connection = await createConnection(url, dropDashboardHeaders(access, settings), request, world)
  return openNetworkDashboard(
    { url, ...chooseCredential(access, token, url, settings), ...connection },
    world,
  )
}

/**
 * The address to ask; undefined: the sandbox in this process. Throws GovError, usage, where none is
 * configured.
 */
function findAddress(access: Access, settings: Settings): string | undefined {
  const gateway = settings['gateway.url']
  if (access === 'gateway' && gateway !== undefined) return gateway.value
  checkSettings(settings, [dashboardIsNamed, embeddedHasWorkspace])
  const address = dashboardAddress(settings)
  if (address !== undefined && access === 'gateway') throw gatewayMissingError()
  return address
}

/** Headers that the config means for the dashboard are not the gateway's to see. */
function dropDashboardHeaders(access: Access, settings: Settings): Settings {
  const headers = settings['dashboard.headers']
  if (access !== 'gateway' || headers?.origin.source === 'flag') return settings
  const { 'dashboard.headers': _, ...others } = settings
  return others
}

/** The one credential that the operation needs: no other leaves the environment. */
function chooseCredential(access: Access, token: Secret, url: string, settings: Settings) {
  if (access === 'user') return { token }
  if (access === 'admin') return { adminToken: token }
  return { gateway: { url, product: settings['gateway.product'].value, token } }
}

function gatewayMissingError(): GovError {
  return usageError(
    'gateway-missing',
    'no gateway configured, and refresh tokens are on the gateway',
    'Set gateway.url in the config, set GOV_GATEWAY_URL or pass --gateway-url.',
  )
}
