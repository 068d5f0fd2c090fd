import { once } from 'node:events'
import { createServer as createPlainServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import type { Trust } from '../../../src/dashboard/transport/trust.ts'
import { makeAuthority } from '../../faults/certificates.ts'
import { failureOf, serve } from '../serve.ts'

const authority = makeAuthority('Authority of the tests')
const host = authority.issue({ name: 'dash.example' })
const proxyHost = authority.issue({ name: 'localhost' })
const client = authority.issue({ name: 'client' })

const opened: Server[] = []
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of opened.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(server: Server): Promise<number> {
  opened.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A dashboard that speaks TLS, and a proxy that leads every tunnel to it. */
async function openTunnels(scheme: 'http' | 'https', trust: Trust = {}) {
  const asked: unknown[] = []
  const names: unknown[] = []
  const dashboard = createTlsServer(
    { ...host, ca: authority.cert, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      names.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN)
      response.end(`${request.method} ${request.url} of ${request.headers.host}`)
    },
  )
  const dashboardPort = await listen(dashboard)
  const proxy =
    scheme === 'http'
      ? createPlainServer()
      : createTlsServer({ ...proxyHost, ca: authority.cert, requestCert: true, rejectUnauthorized: false })
  proxy.on('connect', ({ url, headers, socket }, tunnel: Socket) => {
    const name = scheme === 'https' ? (socket as TLSSocket).getPeerCertificate().subject?.CN : undefined
    asked.push([url, headers.host, headers['proxy-authorization'], name])
    const onward = connect(dashboardPort, '127.0.0.1')
    sockets.push(onward, tunnel)
    tunnel.write('HTTP/1.1 200 OK\r\n\r\n')
    tunnel
      .on('error', () => {})
      .pipe(onward.on('error', () => {}))
      .pipe(tunnel)
  })
  const proxies = { https: `${scheme}://me:p%40ss@localhost:${await listen(proxy)}` }
  const { transport } = await serve(() => {}, { proxies, retries: 0, trust })
  const get = (url: string) => transport.fetch(url, { method: 'GET', headers: {} })
  return { get, asked, names }
}

const credential = `Basic ${btoa('me:p@ss')}`

it.each(['http', 'https'] as const)('leads through a proxy over %s, and is kept', async (scheme) => {
  const { get, asked, names } = await openTunnels(scheme, { authorities: [authority.cert], identity: client })
  for (const path of ['/a', '/b'])
    expect(await (await get(`https://dash.example${path}`)).text()).toBe(`GET ${path} of dash.example`)
  // The proxy gets no client certificate.
  expect(asked).toEqual([['dash.example:443', 'dash.example:443', credential, undefined]])
  expect(names).toEqual(['client', 'client'])
})

it('names the port that it leads to', async () => {
  const { get, asked } = await openTunnels('http', { authorities: [authority.cert] })
  await get('https://dash.example:8443/')
  expect(asked).toEqual([['dash.example:8443', 'dash.example:8443', credential, undefined]])
})

it.each([
  ['of an authority that is not trusted', 'https://dash.example/', {}],
  ['of another host', 'https://other.example/', { authorities: [authority.cert] }],
  ['of no address', 'https://[2001:db8::1]/', { authorities: [authority.cert] }],
])('refuses a certificate %s behind the proxy', async (_, url, trust) => {
  const { get, names } = await openTunnels('http', trust)
  expect(await failureOf(get(url))).toMatchObject({ exitCode: 4, code: 'tls' })
  expect(names).toEqual([])
})

it('refuses the certificate of a proxy that is not trusted', async () => {
  const { get, asked } = await openTunnels('https')
  expect(await failureOf(get('https://dash.example/'))).toMatchObject({ exitCode: 4, code: 'tls' })
  expect(asked).toEqual([])
})
