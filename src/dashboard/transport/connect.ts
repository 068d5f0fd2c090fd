import { type ClientRequest, request } from 'node:http'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { proxyCredential } from './proxy.ts'
import { type Trust, tlsConnection } from './trust.ts'

export interface ConnectOptions {
  readonly trust: Trust
  /** For the whole way: the connection, its tunnel and its TLS. */
  readonly timeoutMs: number
  /** Called with each new connection to a host, not with those to a proxy. */
  readonly onConnect?: (socket: Socket) => void
}

type Done = buildConnector.Callback

/** Connects to hosts, through a tunnel if there is a proxy: it sees nothing of what is sent, and gets no client certificate. */
export function createConnector(
  { trust, timeoutMs, onConnect = () => {} }: ConnectOptions,
  { isTls, proxy }: { readonly isTls: boolean; readonly proxy: URL | undefined },
): buildConnector.connector {
  const secure = isTls ? tlsConnection(trust) : undefined
  const secureProxy =
    proxy?.protocol === 'https:' ? tlsConnection({ ...trust, identity: undefined }) : undefined
  return ({ hostname: host, port: given }, done) => {
    const port = Number(given) || (isTls ? 443 : 80)
    const finish: Done = (...result) => {
      clearTimeout(timer)
      if (result[1]) onConnect(result[1])
      done(...result)
    }
    const connect = (tunnel?: Socket) => openSocket(host, port, secure, finish, tunnel)
    let pending: Socket | ClientRequest
    const timer = setTimeout(() => pending.destroy(connectTimeoutError()), timeoutMs)
    if (proxy === undefined) pending = connect()
    else
      pending = openTunnel(
        `${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
        proxy,
        secureProxy,
        (...result) => {
          if (result[1]) pending = connect(result[1])
          else finish(...result)
        },
      )
  }
}

function openSocket(
  host: string,
  port: number,
  secure: ConnectionOptions | undefined,
  done: Done,
  tunnel?: Socket,
): Socket {
  const servername = isIP(host) ? '' : host
  const socket = secure
    ? connectTls({
        ...secure,
        host,
        port,
        servername,
        ALPNProtocols: ['http/1.1'],
        ...(tunnel && { socket: tunnel }),
      })
    : connectPlain({ host, port })
  const fail = (error: Error) => done(error, null)
  return socket
    .setNoDelay(true)
    .setKeepAlive(true, 60_000)
    .once('error', fail)
    .once(secure ? 'secureConnect' : 'connect', () => {
      // Ends with its first error: undici would report the end that follows a TLS alert, such as one about a missing client
      // certificate, and not the alert.
      socket.off('error', fail).once('error', () => socket.destroy())
      done(null, socket)
    })
}

/** Asks a proxy for a connection to `authority`, by `CONNECT`. */
function openTunnel(
  authority: string,
  proxy: URL,
  secure: ConnectionOptions | undefined,
  done: Done,
): ClientRequest {
  const host = proxy.hostname.replace(/^\[|\]$/g, '')
  const port = Number(proxy.port) || (secure ? 443 : 80)
  const connecting = request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...proxyCredential(proxy) },
    createConnection: () => openSocket(host, port, secure, () => {}),
  })
  return connecting
    .once('error', (error) => done(error, null))
    .once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return done(null, socket)
      socket.destroy()
      done(proxyRefusedError(statusCode), null)
    })
    .end()
}

function proxyRefusedError(status: number | undefined): Error {
  return Object.assign(new Error(`the proxy answered ${status}`), { code: 'PROXY_REFUSAL', status })
}

function connectTimeoutError(): Error {
  return Object.assign(new Error('connecting timed out'), { code: 'ETIMEDOUT' })
}
