import type { DashboardClient } from '../../dashboard/client.ts'
import { type Access, openService, type ServiceRequest } from '../../run/connect/open-service.ts'
import { readFlags } from '../../settings/flags.ts'
import type { Context } from '../terminal/context.ts'
import { connectionValues } from './connection-flags.ts'
import type { ServiceFlags } from './service-flags.ts'

/** Runs `work` with the dashboard that flags, environment and config name. Throws GovError. */
export async function useService<Result>(
  access: Access,
  flags: ServiceFlags,
  context: Context,
  work: (client: DashboardClient) => Promise<Result>,
): Promise<Result> {
  const { client, close } = await openService(access, serviceRequest(flags), context)
  return work(client).finally(close)
}

/** The same for an operation that changes something: an embedded sandbox forgets it with the process, and says so. */
export async function changeService<Result>(
  access: Access,
  flags: ServiceFlags,
  context: Context,
  work: (client: DashboardClient) => Promise<Result>,
): Promise<Result> {
  const { client, close, isEmbedded } = await openService(access, serviceRequest(flags), context)
  const result = await work(client).finally(close)
  if (isEmbedded) {
    const hint = 'gov sandbox serve --persist keeps changes.'
    await context.io.stderr.write(`The embedded sandbox ends here, and forgets this; ${hint}\n`)
  }
  return result
}

export function serviceRequest(flags: ServiceFlags): ServiceRequest {
  const { url, workspace, gatewayUrl, product, config: file } = flags
  const own = readFlags({ url, workspace, gatewayUrl, product, ...connectionValues(flags) })
  return { ...flags, own, config: file === undefined ? 'nearest' : { file } }
}
