import type { Dispatcher } from 'undici'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import { type ConnectionsOptions, noLimits, poolFactory } from './pools.ts'
import { proxyCredential, proxyFor } from './proxy.ts'

/** Where a request goes: straight to its host, in whole to a proxy, or through a tunnel. */
export interface Route {
  readonly way: Way
  readonly origin: string
  /** What the first line of the request names. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The proxy on the way, as messages name it. */
  readonly via: string | undefined
}

/** A set of connections that are kept. */
export interface Way {
  readonly dispatcher: Dispatcher
  /** At least one of its connections has carried a response. */
  isUsed: boolean
}

export interface Connections {
  /** Rejects with GovError, usage, for an invalid proxy or certificate. */
  readonly routeTo: (url: URL) => Promise<Route>
  /** New connections from now on; what runs on the old ones goes on. */
  readonly renew: (way: Way) => void
  readonly close: (reason: Error) => void
}

/** Keeps connections, a set for each way. What speaks TLS is loaded when a way needs it. */
export async function createConnections(options: ConnectionsOptions): Promise<Connections> {
  const ways = new Map<string, Way>()
  const { proxies, trust } = options
  const wayOf = async (key: string, make: () => Promise<Dispatcher>): Promise<Way> => {
    const known = ways.get(key)
    if (known) return known
    const dispatcher = await make()
    const way = ways.get(key) ?? { dispatcher, isUsed: false }
    ways.set(key, way)
    return way
  }
  const straight = (tls: boolean) => wayOf(tls ? 'tls' : 'plain', () => createAgent(options, tls))
  if (trust.authorities || trust.identity) await straight(true)
  return {
    routeTo: async (url) => {
      const isTls = url.protocol === 'https:'
      const { origin, pathname, search } = url
      const route = { origin, path: pathname + search, headers: {}, via: undefined }
      const proxy = proxyFor(url, proxies)
      if (proxy === undefined) return { ...route, way: await straight(isTls) }
      if (!isTls) return { ...forwarded(url, proxy), way: await straight(proxy.protocol === 'https:') }
      const { createTunnels } = await import('./tunnels.ts')
      return { ...route, way: await wayOf(proxy.href, () => createTunnels(proxy, options)), via: proxy.host }
    },
    renew: (way) => {
      for (const [key, known] of ways) if (known === way) ways.delete(key)
      void way.dispatcher.close()
    },
    close: (reason) => {
      for (const { dispatcher } of ways.values()) void dispatcher.destroy(reason)
    },
  }
}

async function createAgent(options: ConnectionsOptions, isTls: boolean): Promise<Dispatcher> {
  const { trust, timeoutMs: timeout } = options
  const tls = isTls ? (await import('./trust.ts')).tlsConnection(trust) : {}
  return new Agent({
    ...noLimits,
    factory: poolFactory(options),
    connect: buildConnector({ ...tls, timeout }),
  })
}

/** Plain http goes to a proxy with its whole address. */
function forwarded(url: URL, proxy: URL): Omit<Route, 'way'> {
  const path = url.origin + url.pathname + url.search
  const headers = { host: url.host, ...proxyCredential(proxy) }
  return { origin: proxy.origin, path, headers, via: proxy.host }
}
