import type { Dispatcher } from 'undici'
import Agent from 'undici/lib/dispatcher/agent.js'
import { type ConnectOptions, createConnector } from './connect.ts'
import { chooseProxy, type Proxies, proxyCredential } from './proxy.ts'

/** The way of a request: straight to its host, in whole to a proxy, or through a tunnel. */
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
  const openWay = (isTls: boolean, proxy?: URL): ConnectionWay => {
    const key = proxy?.href ?? (isTls ? 'tls' : 'plain')
    const way = ways.get(key) ?? {
      dispatcher: new Agent({ ...noLimits, connect: createConnector(options, { isTls, proxy }) }),
      isUsed: false,
    }
    ways.set(key, way)
    return way
  }
  if (trust.authorities || trust.identity) openWay(true)
  return {
    /** Throws GovError, usage, for an invalid proxy or certificate. */
    routeTo: (url: URL) => {
      const isTls = url.protocol === 'https:'
      const { origin, pathname, search } = url
      const route = { origin, path: pathname + search, headers: {}, via: undefined }
      const proxy = chooseProxy(url, proxies)
      if (proxy === undefined) return { ...route, way: openWay(isTls) }
      if (!isTls) return { ...routeToProxy(url, proxy), way: openWay(proxy.protocol === 'https:') }
      return { ...route, way: openWay(true, proxy), via: proxy.host }
    },
    /** New connections from now on; what runs on the old ones goes on. */
    renew: (way: ConnectionWay) => {
      for (const [key, opened] of ways) if (opened === way) ways.delete(key)
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

export interface ConnectionsOptions extends ConnectOptions {
  readonly proxies: Proxies
}

/** A request has one time limit, from connecting to the last byte; undici's are for each of its steps. */
const noLimits = { headersTimeout: 0, bodyTimeout: 0 }
