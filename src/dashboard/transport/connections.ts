import { type AgentOptions, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { addressOf, proxyCredential } from './address.ts'
import { type Proxies, proxyFor } from './proxy-for.ts'
import type { SecureWays } from './secure-ways.ts'
import type { Trust } from './trust.ts'

/** Where a request goes: straight to its host, or in whole to a proxy. */
export interface Route {
  readonly agent: PlainAgent
  /** The proxy on the way, as messages name it. */
  readonly via: string | undefined
  readonly host: string
  readonly port: number
  /** Opens a request to `host` in what is spoken to it, which is TLS or plain http. */
  readonly open: typeof plainRequest
  /** What the first line of the request names. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Connections {
  /** Rejects with GovError, usage, when the named proxy is none. */
  readonly routeTo: (url: URL) => Promise<Route>
  /** Ends idle, running and coming connections. */
  readonly close: () => void
}

/**
 * Connections are kept, a set of them for each way to a host. What speaks TLS is loaded when a way needs it. Rejects
 * with GovError, usage: certificates that are none.
 */
export async function createConnections(proxies: Proxies, trust: Trust): Promise<Connections> {
  const kept: AgentOptions = { keepAlive: true, scheduling: 'lifo' }
  const plainAgent = new PlainAgent(kept)
  let made: SecureWays | undefined
  const secure = async () => {
    const { createSecureWays } = await import('./secure-ways.ts')
    made ??= createSecureWays(kept, trust)
    return made
  }
  const wayTo = async ({ protocol }: URL) => {
    if (protocol !== 'https:') return { agent: plainAgent, open: plainRequest }
    const { agent, request } = await secure()
    return { agent, open: request }
  }
  if (trust.authorities || trust.identity) await secure()
  return {
    routeTo: async (url) => {
      const proxy = proxyFor(url, proxies)
      if (proxy === undefined) return { ...straight(url), ...(await wayTo(url)) }
      if (url.protocol === 'http:') return { ...forwarded(url, proxy), ...(await wayTo(proxy)) }
      const { tunnels, request } = await secure()
      return { ...straight(url), agent: tunnels.through(proxy), open: request, via: proxy.host }
    },
    close: () => {
      plainAgent.destroy()
      made?.agent.destroy()
      made?.tunnels.close()
    },
  }
}

type Goal = Omit<Route, 'agent' | 'open'>

function straight(url: URL): Goal {
  const { host, port } = addressOf(url)
  return { host, port, via: undefined, path: url.pathname + url.search, headers: {} }
}

/** Plain http goes to a proxy with its whole address. */
function forwarded(url: URL, proxy: URL): Goal {
  const path = url.origin + url.pathname + url.search
  const { host, port } = addressOf(proxy)
  return { host, port, via: proxy.host, path, headers: { host: url.host, ...proxyCredential(proxy) } }
}
