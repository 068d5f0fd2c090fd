import type { Proxies } from '../../dashboard/transport/proxy.ts'
import type { Transport } from '../../dashboard/transport/transport.ts'
import type { Secret } from '../../settings/secret.ts'
import type { Env, World } from '../world.ts'
import { requestLog } from './connection.ts'
import type { ConnectionOptions, Dashboard } from './dashboard.ts'

/** The gateway, which holds refresh tokens. */
interface GatewayAddress {
  readonly url: string
  readonly product: string
  readonly token: Secret
}

export interface NetworkOptions extends ConnectionOptions {
  readonly url: string
  /** Absent: nothing that needs it is asked. */
  readonly token?: Secret | undefined
  readonly adminToken?: Secret | undefined
  readonly gateway?: GatewayAddress | undefined
}

export async function openNetworkDashboard(options: NetworkOptions, world: World): Promise<Dashboard> {
  const [{ createClient }, { concealAnswers }] = await Promise.all([
    import('../../dashboard/client.ts'),
    import('../../dashboard/conceal-answers.ts'),
  ])
  const { url, token, adminToken, gateway } = options
  const sent = [token, adminToken, gateway?.token].flatMap((each) => each?.reveal ?? [])
  const transport = await openWeb(options, world, sent)
  const client = createClient({
    baseUrl: trimSlashes(url),
    ...(token && { token: token.reveal }),
    ...(adminToken && { adminToken: adminToken.reveal }),
    ...(gateway && {
      gateway: { baseUrl: trimSlashes(gateway.url), product: gateway.product, token: gateway.token.reveal },
    }),
    fetch: concealAnswers(transport.fetch, sent),
  })
  return { client, close: transport.close }
}

/** Requests to anyone, without a credential. `secrets` are kept out of the log, and so are the values of headers. */
export async function openWeb(
  options: ConnectionOptions,
  { env, interruption, observe }: World,
  secrets: readonly (() => string)[] = [],
): Promise<Transport> {
  const [{ concealer }, { createTransport }] = await Promise.all([
    import('../../core/text/conceal.ts'),
    import('../../dashboard/transport/transport.ts'),
  ])
  const values = Object.values(options.headers ?? {}).map((value) => () => value)
  const log = requestLog(options.log, concealer([...secrets, ...values]), observe)
  return createTransport({
    ...options,
    signal: interruption(),
    proxies: readProxies(env),
    log,
    tell: observe.log,
  })
}

/** In either case, as most programs take them. */
export function readProxies(env: Env): Proxies {
  return {
    http: env.http_proxy ?? env.HTTP_PROXY,
    https: env.https_proxy ?? env.HTTPS_PROXY,
    none: env.no_proxy ?? env.NO_PROXY,
  }
}

function trimSlashes(url: string): string {
  return url.replace(/\/+$/, '')
}
