import { TLSSocket } from 'node:tls'
import { connectionError } from '../connection-error.ts'
import { createConnections } from './connections.ts'
import { sendRequest } from './exchange.ts'
import type { Proxies } from './proxy.ts'
import type { Trust } from './trust.ts'
import { withinTime } from './with-retries.ts'

/** Facts that a host shows to anyone who asks. */
export interface Probe {
  readonly status: number
  /** Its `Date` header. */
  readonly date: Date | undefined
  /** Its `Server` header. */
  readonly server: string | undefined
  readonly tls: TlsFacts | undefined
}

export interface TlsFacts {
  readonly protocol: string
  readonly issuer: string
  readonly validTo: Date
  /** Why the certificate is not trusted, as one of Node's error codes. */
  readonly distrust: string | undefined
}

export interface ProbeWay {
  readonly proxies: Proxies
  readonly trust?: Trust | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/**
 * One `HEAD` to the root of the host, without a credential, over the way that a run would take. A certificate that is
 * not trusted is reported and does not end it. Throws GovError, unavailable, when there is no response.
 */
export async function probe(
  url: string,
  { proxies, trust = {}, timeoutMs, signal: ended }: ProbeWay,
): Promise<Probe> {
  let tls: TlsFacts | undefined
  const connections = createConnections({
    proxies,
    trust: { ...trust, insecure: true },
    timeoutMs,
    onConnect: (socket) => {
      tls = socket instanceof TLSSocket ? tlsFacts(socket) : undefined
    },
  })
  const route = connections.routeTo(new URL('/', url))
  try {
    const limit = { timeoutMs, deadlineAt: Number.POSITIVE_INFINITY, ended }
    const { statusCode, headers } = await withinTime(limit, url, (signal) =>
      sendRequest(route, { method: 'HEAD', headers: {} }, signal),
    )
    return {
      status: statusCode,
      date: parseDate(takeFirst(headers.date)),
      server: takeFirst(headers.server),
      tls,
    }
  } catch (error) {
    throw connectionError(error, { url, via: route.via })
  } finally {
    connections.close(new Error('the probe has ended'))
  }
}

function parseDate(text = ''): Date | undefined {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date
}

function tlsFacts(socket: TLSSocket): TlsFacts {
  const { issuer, valid_to } = socket.getPeerCertificate()
  // The types say Error; it is the code of one.
  const distrust = socket.authorized ? undefined : String(socket.authorizationError)
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    issuer: takeFirst(issuer?.O) ?? takeFirst(issuer?.CN) ?? 'nobody',
    validTo: new Date(valid_to),
    distrust,
  }
}

/** A header or a certificate field may be given more than once. */
function takeFirst(value: string | string[] | undefined): string | undefined {
  return typeof value === 'object' ? value[0] : value
}
