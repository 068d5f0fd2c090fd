import { connectionValues } from '../../cli/flags/connection-flags.ts'
import type { Access, ServiceFlags } from '../../cli/flags/service-flags.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import { GovError, usageError } from '../../model/errors.ts'
import { readEnvironment, readToken, type TokenVariable } from '../../settings/environment.ts'
import { readFlags } from '../../settings/flags.ts'
import { loadConfig } from '../../settings/load.ts'
import { checkSettings, dashboardIsNamed, embeddedHasWorkspace } from '../../settings/rules.ts'
import type { Secret } from '../../settings/secret.ts'
import { mergeSettings, type Settings } from '../../settings/settings.ts'
import type { Context, Dashboard, NetworkOptions } from '../context.ts'
import { tellUnusedUrls } from '../unused-urls.ts'
import { connectionTo } from './connection.ts'
import { openEmbedded } from './open-dashboard.ts'

/** The same for an operation that changes something: an embedded sandbox forgets it with the process, and says so. */
export async function changeService<Result>(
  access: Access,
  flags: ServiceFlags,
  context: Context,
  work: (client: DashboardClient) => Promise<Result>,
): Promise<Result> {
  const settings = await readServiceSettings(flags, context)
  const result = await run(access, settings, flags, context, work)
  if (isEmbedded(access, settings)) {
    const hint = 'gov sandbox serve --persist keeps changes.'
    await context.io.stderr.write(`The embedded sandbox ends here, and forgets this; ${hint}\n`)
  }
  return result
}

/** Runs `work` with the dashboard that flags, environment and config name. Throws GovError. */
export async function useService<Result>(
  access: Access,
  flags: ServiceFlags,
  context: Context,
  work: (client: DashboardClient) => Promise<Result>,
): Promise<Result> {
  return run(access, await readServiceSettings(flags, context), flags, context, work)
}

async function run<Result>(
  access: Access,
  settings: Settings,
  flags: ServiceFlags,
  context: Context,
  work: (client: DashboardClient) => Promise<Result>,
): Promise<Result> {
  const dashboard = await open(access, settings, flags, context)
  try {
    return await work(dashboard.client)
  } finally {
    await dashboard.close()
  }
}

/** Flags, environment and config as one. Throws GovError, usage. */
export async function readServiceSettings(flags: ServiceFlags, context: Context): Promise<Settings> {
  const { url, workspace, gatewayUrl, product } = flags
  const fromFlags = readFlags({ url, workspace, gatewayUrl, product, ...connectionValues(flags) })
  const environment = await readEnvironment(context)
  const { config: explicit, trustPaths } = flags
  const config = await loadConfig({ cwd: context.cwd, explicit, trustPaths })
  await tellUnusedUrls(environment, config?.layer, context)
  return mergeSettings(fromFlags, environment, config?.layer ?? {})
}

/** A gateway that is named is asked itself, whatever the dashboard is. */
function isEmbedded(access: Access, settings: Settings): boolean {
  const gateway = access === 'gateway' ? settings['gateway.url'] : undefined
  return gateway === undefined && settings['dashboard.url']?.value === 'embedded'
}

async function open(
  access: Access,
  settings: Settings,
  flags: ServiceFlags,
  context: Context,
): Promise<Dashboard> {
  const gateway = settings['gateway.url']
  if (access === 'gateway' && gateway !== undefined) {
    return openNetwork(access, gateway.value, settings, flags, context)
  }
  checkSettings(settings, [dashboardIsNamed, embeddedHasWorkspace])
  if (isEmbedded(access, settings)) return openEmbedded(settings, flags, context)
  if (access === 'gateway') throw gatewayMissing()
  return openNetwork(access, settings['dashboard.url']?.value ?? '', settings, flags, context)
}

const variables: Readonly<Record<Access, TokenVariable>> = {
  user: 'GOV_TOKEN',
  admin: 'GOV_ADMIN_TOKEN',
  gateway: 'GOV_GATEWAY_TOKEN',
}

async function openNetwork(
  access: Access,
  url: string,
  settings: Settings,
  flags: ServiceFlags,
  context: Context,
): Promise<Dashboard> {
  const token = (await readToken(context, variables[access]))?.value
  if (token === undefined) throw credentialMissing(access, url)
  const connection = await connectionTo(url, ofGateway(access, settings), flags, context)
  return context.networkDashboard({ url, ...credentialOf(access, token, url, settings), ...connection })
}

/** Headers that the config means for the dashboard are not the gateway's to see. */
function ofGateway(access: Access, settings: Settings): Settings {
  const headers = settings['dashboard.headers']
  if (access !== 'gateway' || headers?.origin.source === 'flag') return settings
  return { ...settings, 'dashboard.headers': undefined }
}

/** The one credential that the operation needs: no other leaves the environment. */
function credentialOf(
  access: Access,
  token: Secret,
  url: string,
  settings: Settings,
): Pick<NetworkOptions, 'token' | 'adminToken' | 'gateway'> {
  if (access === 'user') return { token }
  if (access === 'admin') return { adminToken: token }
  return { gateway: { url, product: settings['gateway.product'].value, token } }
}

const origins: Readonly<Record<Access, string>> = {
  user: "the Dashboard API access credentials from the user's profile",
  admin: "the admin secret of the dashboard's own configuration",
  gateway: "the secret of the gateway's own configuration",
}

function credentialMissing(access: Access, url: string): GovError {
  const variable = variables[access]
  return new GovError(
    'access',
    'token-missing',
    `there is no credential for ${url}: ${variable} is not set`,
    `Set ${variable}, or ${variable}_FILE to a file that holds it: ${origins[access]}.`,
  )
}

function gatewayMissing(): GovError {
  return usageError(
    'gateway-missing',
    'no gateway is named, and refresh tokens live there',
    'Write gateway.url in the config, set GOV_GATEWAY_URL or give --gateway-url.',
  )
}
