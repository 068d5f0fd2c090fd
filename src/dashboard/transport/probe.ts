import type { ClientRequest, IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { connectionError } from '../connection-error.ts'
import { createConnections } from './connections.ts'
import type { Proxies } from './proxy-for.ts'
import { timeLimits } from './time-limit.ts'
import type { Trust } from './trust.ts'

/** What a host shows to anyone who asks. */
export interface Probe {
  readonly status: number
  /** Of its `Date` header. */
  readonly date: Date | undefined
  /** Of its `Server` header. */
  readonly server: string | undefined
  readonly tls: TlsFacts | undefined
}

export interface TlsFacts {
  readonly protocol: string
  readonly issuer: string
  readonly validTo: Date
  /** Why the certificate is not trusted, in the words of Node's error codes. */
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
 * not trusted is told of and does not end it. Throws GovError, unavailable, when there is no answer.
 */
export async function probe(url: string, { proxies, trust, timeoutMs, signal }: ProbeWay): Promise<Probe> {
  const connections = await createConnections(proxies, { ...trust, insecure: true })
  const { agent, host, port, open, path, headers, via } = await connections.routeTo(new URL('/', url))
  const limit = timeLimits(signal)(timeoutMs)
  try {
    const request = open({ agent, host, port, path, method: 'HEAD', headers, signal: limit.signal })
    return factsOf(await headOf(request))
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw connectionError(error, { url, via, timedOut: limit.isOver(), budgetMs: timeoutMs, timeoutMs })
  } finally {
    limit.clear()
    connections.close()
  }
}

function headOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
    request.end()
  })
}

function factsOf({ statusCode = 0, headers, socket }: IncomingMessage): Probe {
  const date = new Date(headers.date ?? '')
  return {
    status: statusCode,
    date: Number.isNaN(date.getTime()) ? undefined : date,
    server: textOf(headers.server),
    tls: socket instanceof TLSSocket ? tlsFacts(socket) : undefined,
  }
}

function tlsFacts(socket: TLSSocket): TlsFacts {
  const { issuer, valid_to } = socket.getPeerCertificate()
  // The types say Error; it is the code of one.
  const distrust = socket.authorized ? undefined : String(socket.authorizationError)
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    issuer: textOf(issuer?.O) ?? textOf(issuer?.CN) ?? 'nobody',
    validTo: new Date(valid_to),
    distrust,
  }
}

/** A name may be given more than once. */
function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'object' ? value[0] : value
}
