import type { Server } from 'node:http'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/system-error.ts'
import type { SandboxApp } from './app.ts'
import { createHttpServer, type ServerOptions } from './http-server.ts'

export interface ListenOptions {
  /** A name or an address; the loopback unless given, so that nobody else on the network gets an answer. */
  readonly host?: string | undefined
  /** 0 takes any free port. */
  readonly port: number
  /** How long `close` waits for running requests, in milliseconds. */
  readonly grace?: number | undefined
  readonly bodyBytes?: number | undefined
  readonly timeouts?: ServerOptions['timeouts']
}

export interface Listening {
  /** Without a slash at the end. */
  readonly url: string
  /** Whether only this machine reaches it. */
  readonly isLocal: boolean
  /** Takes no new request, waits for the running ones, then closes what is left. */
  close(): Promise<void>
}

/** Serves the app over HTTP. Throws GovError (usage) when the address cannot be had. */
export async function listen(app: SandboxApp, options: ListenOptions): Promise<Listening> {
  const { host = '127.0.0.1', port, grace = 5_000, bodyBytes = Number.POSITIVE_INFINITY, timeouts } = options
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    const hint = 'Pass a whole number from 0 to 65535; 0 takes any free port.'
    throw usageError('port-invalid', `${port} is not a port`, hint)
  }
  const isLocal = /^(localhost|127\..*|::1)$/i.test(host)
  const server = createHttpServer(app, { isLocal, bodyBytes, timeouts })
  await bind(server, host, port)
  return { url: renderUrl(server, host), isLocal, close: () => close(server, grace) }
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(listenError(error, host, port))
    server.once('error', fail)
    server.listen({ host, port }, () => {
      server.off('error', fail)
      // A connection that cannot be accepted (too many open files) must not end those that were.
      server.on('error', () => {})
      resolve()
    })
  })
}

function renderUrl(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** A connection that has answered its last request is idle, and would be kept for a next one. */
function close(server: Server, grace: number): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  const late = setTimeout(() => server.closeAllConnections(), grace)
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(idle)
      clearTimeout(late)
      resolve()
    })
  })
}

function listenError(error: Error, host: string, port: number): GovError {
  const code = findErrorCode(error)
  const at = `${host}, port ${port}`
  if (code === 'EADDRINUSE') {
    const hint = 'Pass another port, or 0 for any free one.'
    return usageError('port-in-use', `another program is listening on ${at}`, hint, error)
  }
  if (code === 'EACCES') {
    const hint = 'Pass a port from 1024 up, or 0 for any free one.'
    return usageError('port-denied', `this user may not listen on ${at}`, hint, error)
  }
  const problem = `the sandbox cannot listen on ${at} (${code ?? error.message})`
  const hint = 'Pass an address of this machine, such as 127.0.0.1.'
  return usageError('host-unavailable', problem, hint, error)
}
