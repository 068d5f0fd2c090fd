import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import connect from 'undici/lib/api/api-connect.js'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js'
import { isDropped } from '../connection-error.ts'
import { chooseProxy, type Proxies, proxyCredential } from './proxy.ts'
import { type Trust, tlsConnection } from './trust.ts'

/** Where a request goes: straight to its host, in whole to a proxy, or through a tunnel. */
export interface ConnectionRoute {
  readonly way: ConnectionWay
  readonly origin: string
  /** The target in the first line of the request. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The proxy on the way, as messages name it. */
  readonly via: string | undefined
}

/** A set of connections that are kept. */
interface ConnectionWay {
  readonly dispatcher: Dispatcher
  /** At least one of its connections has carried a response. */
  isUsed: boolean
}

export type Connections = ReturnType<typeof createConnections>

/** Keeps connections, a set for each way. Throws GovError, usage, for an invalid certificate. */
export function createConnections(options: ConnectionsOptions) {
  const ways = new Map<string, ConnectionWay>()
  const { proxies, trust } = options
  const openWay = (key: string, make: () => Dispatcher): ConnectionWay => {
    const way = ways.get(key) ?? { dispatcher: make(), isUsed: false }
    ways.set(key, way)
    return way
  }
  const openDirect = (isTls: boolean) => openWay(isTls ? 'tls' : 'plain', () => createAgent(options, isTls))
  if (trust.authorities || trust.identity) openDirect(true)
  return {
    /** Throws GovError, usage, for an invalid proxy or certificate. */
    routeTo: (url: URL) => {
      const isTls = url.protocol === 'https:'
      const { origin, pathname, search } = url
      const route = { origin, path: pathname + search, headers: {}, via: undefined }
      const proxy = chooseProxy(url, proxies)
      if (proxy === undefined) return { ...route, way: openDirect(isTls) }
      if (!isTls) return { ...routeToProxy(url, proxy), way: openDirect(proxy.protocol === 'https:') }
      return { ...route, way: openWay(proxy.href, () => createTunnels(proxy, options)), via: proxy.host }
    },
    /** New connections from now on; what runs on the old ones goes on. */
    renew: (way: ConnectionWay) => {
      for (const [key, known] of ways) if (known === way) ways.delete(key)
      void way.dispatcher.close()
    },
    close: (reason: Error) => {
      for (const { dispatcher } of ways.values()) void dispatcher.destroy(reason)
    },
  }
}

/** Plain http goes to a proxy with its whole address. */
function routeToProxy(url: URL, proxy: URL): Omit<ConnectionRoute, 'way'> {
  const path = url.origin + url.pathname + url.search
  const headers = { host: url.host, ...proxyCredential(proxy) }
  return { origin: proxy.origin, path, headers, via: proxy.host }
}

interface ConnectionsOptions {
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
function createAgent(options: ConnectionsOptions, isTls: boolean): Dispatcher {
  const { trust, timeoutMs: timeout } = options
  const tls = isTls ? tlsConnection(trust) : {}
  return new Agent({
    ...noLimits,
    factory: poolFactory(options),
    connect: buildConnector({ ...tls, timeout }),
  })
}

/** Reaches TLS hosts by `CONNECT`: the proxy sees nothing of what is sent, and gets no client certificate. */
function createTunnels(proxy: URL, options: ConnectionsOptions): Dispatcher {
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
