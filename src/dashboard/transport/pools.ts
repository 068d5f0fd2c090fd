import type { Socket } from 'node:net'
import Pool from 'undici/lib/dispatcher/pool.js'
import type { Proxies } from './proxy.ts'
import type { Trust } from './trust.ts'

export interface ConnectionsOptions {
  readonly proxies: Proxies
  readonly trust: Trust
  readonly timeoutMs: number
  /** Called with each new connection to a host, not with those to a proxy. */
  readonly onConnect?: (socket: Socket) => void
}

/** A request has one time limit, from connecting to the last byte; undici's are for each of its steps. */
export const noLimits = { headersTimeout: 0, bodyTimeout: 0 }

/**
 * Makes the connections to one origin. Each ends with its first error: undici would report the end that follows a TLS
 * alert, not the alert, such as a client certificate that is required.
 */
export function poolFactory({ onConnect = () => {} }: ConnectionsOptions) {
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
