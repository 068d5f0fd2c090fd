import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import connect from 'undici/lib/api/api-connect.js'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js'
import { isDropped } from '../connection-error.ts'
import { type Proxies, proxyCredential } from './proxy.ts'
import { type Trust, tlsConnection } from './trust.ts'

export interface ConnectionsOptions {
  readonly proxies: Proxies
  readonly trust: Trust
  readonly timeoutMs: number
  /** Called with each new connection to a host, not with those to a proxy. */
  readonly onConnect?: (socket: Socket) => void
}

/** A request has one time limit, from connecting to the last byte; undici's are for each of its steps. */
const noLimits = { headersTimeout: 0, bodyTimeout: 0 }

/**
 * Makes the connections to one origin. Each ends with its first error: undici would report the end that follows a TLS
 * alert, not the alert, such as a client certificate that is required.
 */
function poolFactory({ onConnect = () => {} }: ConnectionsOptions) {
  return (origin: string | URL, options: Pool.Options) => {
    const { connect } = options
    if (typeof connect !== 'function') return new Pool(origin, options)
    return new Pool(origin, {
      ...options,
      connect: (to, done) =>
        connect(to, (...given) => {
          const [, socket] = given
          if (socket) {
            socket.once('error', () => socket.destroy())
            onConnect(socket)
          }
          done(...given)
        }),
    })
  }
}

/** Straight to hosts. */
export function createAgent(options: ConnectionsOptions, isTls: boolean): Dispatcher {
  const { trust, timeoutMs: timeout } = options
  const tls = isTls ? tlsConnection(trust) : {}
  return new Agent({
    ...noLimits,
    factory: poolFactory(options),
    connect: buildConnector({ ...tls, timeout }),
  })
}

/** Reaches TLS hosts by `CONNECT`: the proxy sees nothing of what is sent, and gets no client certificate. */
export function createTunnels(proxy: URL, options: ConnectionsOptions): Dispatcher {
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
        throw isDropped(error) ? proxyClosedError(error) : error
      })
      if (answer.statusCode === 200) return answer
      answer.socket.on('error', () => {}).destroy()
      throw Object.assign(new Error(`the proxy answered ${answer.statusCode}`), {
        code: 'PROXY_REFUSAL',
        status: answer.statusCode,
      })
    },
  })
}

/** undici connects for ever while the code is its own. */
function proxyClosedError(cause: unknown): Error {
  return Object.assign(new Error('the proxy closed the connection', { cause }), { code: 'ECONNRESET' })
}
