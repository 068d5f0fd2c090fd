import type { IncomingMessage, ServerResponse } from 'node:http'
import { badRequest, headersOf, type ServiceRequest } from './exchange.ts'

/** A request of a socket as the service reads it. Throws Refusal for an invalid target. */
export function incomingRequest(incoming: IncomingMessage, outgoing: ServerResponse): ServiceRequest {
  const { rawHeaders, method = 'GET', url = '' } = incoming
  const given = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) given.abort()
  })
  return {
    method,
    url: addressOf(url, incoming.headers.host ?? ''),
    headers: headersOf(
      rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [[name, (rawHeaders[at + 1] ?? '').trim()] as const] : [],
      ),
    ),
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
