import type { Fetch } from '../../dashboard/fetch.ts'
import type { TimeLimit } from '../../sandbox/evaluation/time-limit.ts'
import type { AppOptions } from '../../sandbox/http/app-options.ts'
import type { Workspace } from '../../sandbox/store/workspace.ts'
import type { World } from '../world.ts'
import { requestLog } from './connection.ts'
import type { Dashboard, LogLevel } from './dashboard.ts'

/** The embedded sandbox of one run. */
export interface EmbeddedOptions extends AppOptions {
  readonly timeLimit: TimeLimit
  readonly log?: LogLevel | undefined
}

/** The sandbox as the client's fetch: the same requests and answers as over a socket, and no socket. */
export async function openEmbeddedDashboard(
  workspace: Workspace,
  options: EmbeddedOptions,
  world: World,
): Promise<Dashboard> {
  const [{ createClient }, { createApp }, { inProcess }] = await Promise.all([
    import('../../dashboard/client.ts'),
    import('../../sandbox/http/app.ts'),
    import('../../sandbox/http/in-process.ts'),
  ])
  const [name, baseUrl] = ['the embedded sandbox', 'http://embedded']
  const { timeLimit } = options
  let fault: unknown
  const onFault: AppOptions['onFault'] = (error, kind) => {
    if (kind === 'unexpected') fault = error
  }
  const send = inProcess(createApp(workspace, { ...options, onFault }))
  const { users, settings } = workspace
  const caller = users.find((user) => user.id === settings.default_user)
  const ask: Fetch = async (url, init) => {
    // An evaluation keeps this thread; between two, whatever else the process does has its turn.
    await new Promise((resolve) => setImmediate(resolve))
    timeLimit.left()
    const answer = await send(url, init)
    // In this process a fault is not the service's but ours, and must not look like one of a network.
    if (answer.status === 500 && fault !== undefined) throw fault
    return answer
  }
  const client = createClient({
    name,
    baseUrl,
    token: () => caller?.access_key ?? '',
    adminToken: () => settings.admin_secret ?? '',
    gateway: {
      name,
      baseUrl,
      product: settings.gateway?.product ?? 'gw',
      token: () => settings.gateway?.secret ?? '',
    },
    fetch: await withLog(ask, workspace, options.log, world),
  })
  return { client, close: async () => {} }
}

async function withLog(
  fetch: Fetch,
  { users, settings }: Workspace,
  level: LogLevel | undefined,
  { observe }: World,
): Promise<Fetch> {
  if (level === undefined) return fetch
  const [{ concealer }, { loggedFetch }] = await Promise.all([
    import('../../dashboard/conceal.ts'),
    import('../../dashboard/request-log.ts'),
  ])
  const secrets = [...users.map((user) => user.access_key), settings.admin_secret, settings.gateway?.secret]
  const conceal = concealer(secrets.flatMap((secret) => (secret === undefined ? [] : () => secret)))
  return loggedFetch(fetch, requestLog(level, conceal, observe))
}
