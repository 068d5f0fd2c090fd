import { type AgentOptions, Agent as PlainAgent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { type Proxies, proxyFor } from './proxy-for.ts'
import { type Trust, tlsOptions } from './trust.ts'
import { addressOf, createTunnels, proxyCredential } from './tunnels.ts'

/** Where a request goes: straight to its host, or in whole to a proxy. */
export interface Route {
  readonly agent: PlainAgent
  /** The proxy on the way, as messages name it. */
  readonly via: string | undefined
  readonly host: string
  readonly port: number
  /** Whether `host` itself is spoken to in TLS. */
  readonly tls: boolean
  /** What the first line of the request names. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Connections {
  /** Throws GovError, usage, when the named proxy is none. */
  readonly routeTo: (url: URL) => Route
  /** Ends idle, running and coming connections. */
  readonly close: () => void
}

/** Connections are kept, a set of them for each way to a host. Throws GovError, usage: certificates that are none. */
export function createConnections(proxies: Proxies, trust: Trust): Connections {
  const kept: AgentOptions = { keepAlive: true, scheduling: 'lifo' }
  const tls = { ...kept, ...tlsOptions(trust) }
  const [plainAgent, tlsAgent] = [new PlainAgent(kept), new TlsAgent(tls)]
  const tunnels = createTunnels(tls)
  const agentFor = ({ protocol }: URL) => (protocol === 'https:' ? tlsAgent : plainAgent)
  return {
    routeTo: (url) => {
      const proxy = proxyFor(url, proxies)
      if (proxy === undefined) return { ...straight(url), agent: agentFor(url) }
      if (url.protocol === 'http:') return { ...forwarded(url, proxy), agent: agentFor(proxy) }
      return { ...straight(url), agent: tunnels.through(proxy), via: proxy.host }
    },
    close: () => {
      plainAgent.destroy()
      tlsAgent.destroy()
      tunnels.close()
    },
  }
}

function straight(url: URL): Omit<Route, 'agent'> {
  return { ...addressOf(url), via: undefined, path: url.pathname + url.search, headers: {} }
}

/** Plain http goes to a proxy with its whole address. */
function forwarded(url: URL, proxy: URL): Omit<Route, 'agent'> {
  const path = url.origin + url.pathname + url.search
  return {
    ...addressOf(proxy),
    via: proxy.host,
    path,
    headers: { host: url.host, ...proxyCredential(proxy) },
  }
}
