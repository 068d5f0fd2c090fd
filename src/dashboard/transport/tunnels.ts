import { type ClientRequest, request as plainRequest } from 'node:http'
import { type AgentOptions, Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect } from 'node:tls'
import { addressOf, proxyCredential } from './address.ts'

/** A proxy that does not make the connection which it was asked for. */
export class ProxyRefusal extends Error {
  readonly proxyStatus: number

  constructor(proxyStatus: number) {
    super(`the proxy answered ${proxyStatus}`)
    this.name = 'ProxyRefusal'
    this.proxyStatus = proxyStatus
  }
}

export interface Tunnels {
  /** Connects to TLS hosts by `CONNECT`: the proxy sees none of what is sent. */
  readonly through: (proxy: URL) => TlsAgent
  readonly close: () => void
}

export function createTunnels(options: AgentOptions): Tunnels {
  const agents = new Map<string, TlsAgent>()
  const coming = new Set<ClientRequest>()
  const make = (proxy: URL) => {
    const agent = new TlsAgent(options)
    agent.createConnection = (given, done = () => {}) => {
      const { host, servername } = given
      const request = askProxy(proxy, `${bracketed(host ?? '')}:${given.port}`, options)
      coming.add(request)
      settle(request, (error, socket) => {
        coming.delete(request)
        // The types leave out that a failure has no connection.
        if (socket === undefined) return done(error, undefined as unknown as Duplex)
        const named = { ...(host && { host }), ...(servername && { servername }) }
        return done(null, connect({ ...options, ...named, socket }))
      })
      return undefined
    }
    return agent
  }
  return {
    through: (proxy) => {
      const agent = agents.get(proxy.href) ?? make(proxy)
      agents.set(proxy.href, agent)
      return agent
    },
    close: () => {
      for (const request of coming) request.destroy()
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

function askProxy(proxy: URL, target: string, options: AgentOptions): ClientRequest {
  const { tls, ...address } = addressOf(proxy)
  const headers = { host: target, ...proxyCredential(proxy) }
  const asked = { ...address, method: 'CONNECT', path: target, headers, agent: false }
  return tls ? tlsRequest({ ...options, ...asked }) : plainRequest(asked)
}

function settle(request: ClientRequest, done: (error: Error | null, socket?: Duplex) => void): void {
  const refuse = (status: number | undefined) => {
    request.destroy()
    done(new ProxyRefusal(status ?? 0))
  }
  request.once('connect', ({ statusCode }, socket) => {
    if (statusCode === 200) return done(null, socket)
    socket.destroy()
    return refuse(statusCode)
  })
  request.once('response', ({ statusCode }) => refuse(statusCode))
  request.on('error', (error) => done(error))
  request.end()
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
