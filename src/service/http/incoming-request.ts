import type { IncomingMessage, ServerResponse } from 'node:http'
import { badRequest } from './envelope.ts'
import type { ServiceHeaders, ServiceRequest } from './exchange.ts'

/** A request of a socket as the service reads it. Throws Refusal for a target that is no address. */
export function incomingRequest(incoming: IncomingMessage, outgoing: ServerResponse): ServiceRequest {
  const given = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) given.abort()
  })
  return {
    method: incoming.method ?? 'GET',
    url: addressOf(incoming.url ?? '', incoming.headers.host ?? ''),
    headers: headersOf(incoming.rawHeaders),
    // To stop reading must not close the connection: the answer has yet to go there.
    body: { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) },
    signal: given.signal,
  }
}

function addressOf(target: string, host: string): string {
  if (!/^[\w.:[\]-]+$/.test(host)) throw badRequest(`The Host ${host} is not a valid host name`)
  const [path = ''] = target.split('?')
  const address = target.startsWith('/') ? `http://${host}${target}` : target
  const isAddress = /^https?:\/\//i.test(address) && !path.includes('\\') && URL.canParse(address)
  if (!isAddress) throw badRequest(`The request target is not a URL: ${target}`)
  return address
}

/** Fields that come more than once are one, with commas: so that none is passed over. */
function headersOf(rawHeaders: readonly string[]): ServiceHeaders {
  const values = new Map<string, string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const value = (rawHeaders[at + 1] ?? '').trim()
    values.set(name, values.has(name) ? `${values.get(name)}, ${value}` : value)
  }
  return { get: (name) => values.get(name.toLowerCase()) ?? null, [Symbol.iterator]: () => values.entries() }
}
