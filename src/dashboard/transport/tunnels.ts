import type { Dispatcher } from 'undici'
import connect from 'undici/lib/api/api-connect.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js'
import { isDropped } from '../connection-error.ts'
import { type ConnectionsOptions, noLimits, poolFactory } from './pools.ts'
import { proxyCredential } from './proxy.ts'
import { tlsConnection } from './trust.ts'

/** The proxy did not open the connection that it was asked for. */
export class ProxyRefusal extends Error {
  readonly code = 'PROXY_REFUSAL'
  readonly status: number

  constructor(status: number) {
    super(`the proxy answered ${status}`)
    this.name = 'ProxyRefusal'
    this.status = status
  }
}

/** undici connects for ever while the code is its own. */
class ProxyClosed extends Error {
  readonly code = 'ECONNRESET'

  constructor(cause: unknown) {
    super('the proxy closed the connection', { cause })
    this.name = 'ProxyClosed'
  }
}

/** Reaches TLS hosts by `CONNECT`: the proxy sees nothing of what is sent, and gets no client certificate. */
export async function createTunnels(proxy: URL, options: ConnectionsOptions): Promise<Dispatcher> {
  const { trust, timeoutMs: timeout } = options
  const token = proxyCredential(proxy)['proxy-authorization']
  const isTls = proxy.protocol === 'https:'
  return new ProxyAgent({
    ...noLimits,
    uri: proxy.origin,
    ...(token && { token }),
    requestTls: { ...tlsConnection(trust), timeout },
    proxyTls: { ...(isTls && tlsConnection({ ...trust, identity: undefined })), timeout },
    clientFactory: (origin, given) => withRefusals(new Pool(origin, { ...given, headersTimeout: timeout })),
    factory: poolFactory(options),
  })
}

/** undici gives the status of a refusal only in the text of an error. */
function withRefusals(pool: Pool): Dispatcher {
  return Object.assign(pool, {
    connect: async (options: Dispatcher.ConnectOptions) => {
      const answer = await connect.call(pool, options).catch((error: unknown) => {
        throw isDropped(error) ? new ProxyClosed(error) : error
      })
      if (answer.statusCode === 200) return answer
      answer.socket.on('error', () => {}).destroy()
      throw new ProxyRefusal(answer.statusCode)
    },
  })
}
