import type { DashboardClient } from '../../dashboard/client.ts'
import { type Access, openService, type ServiceRequest } from '../../run/connect/open-service.ts'
import { readFlags } from '../../settings/flags.ts'
import type { Context } from '../terminal/context.ts'
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
    const hint = 'To keep changes, use gov sandbox serve --persist.'
    await context.io.stderr.write(`The embedded sandbox discards this change on exit. ${hint}\n`)
  }
  return result
}

/** Other flags of an operation may have the names of settings and mean something else. */
const groups = ['dashboard', 'connection', 'gateway'] as const

export function serviceRequest(flags: ServiceFlags): ServiceRequest {
  const { config: file, trustPaths, insecureHttp, insecureTls, verbose, debug } = flags
  const config = file === undefined ? ('nearest' as const) : { file }
  return { own: readFlags(flags, groups), config, trustPaths, insecureHttp, insecureTls, verbose, debug }
}
