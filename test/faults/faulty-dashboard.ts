import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, connect, createServer, type Server as NetServer, type Socket } from 'node:net'
import type { Identity } from './certificates.ts'
import { type BadTls, type Fault, type Stage, stages } from './fault.ts'
import { type Answer, goodAnswer } from './good-answer.ts'

export interface Identities {
  readonly good: Identity
  readonly bad: Readonly<Record<BadTls, ServerOptions>>
}

export interface FaultyDashboard {
  readonly port: number
  /** Requests that were answered as they should be. */
  readonly answered: () => number
  readonly close: () => void
}

interface World {
  readonly fault: Fault
  readonly stage: Stage
  readonly identities: Identities
  /** Another origin, which keeps all that reaches it. */
  readonly elsewhere: string
  readonly token: string
}

/**
 * A dashboard in order up to one of the three requests of a run, and then at fault. Behind a TCP proxy of our own, so
 * that each connection can go elsewhere.
 */
export async function faultyDashboard(world: World): Promise<FaultyDashboard> {
  const { fault, stage, identities, elsewhere, token } = world
  const { cause, times = Number.POSITIVE_INFINITY } = fault
  const before = stages.indexOf(stage)
  const isTls = usesTls(fault)
  const servers: (Server | NetServer)[] = []
  const opened = new Set<Socket>()
  let [answered, failed] = [0, 0]
  const isTime = () => answered >= before && failed < times
  const listener: RequestListener = (request, response) => {
    let body = ''
    request.on('error', () => {})
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const good = goodAnswer(apiIdsOf(body))
      // Where the fault is in a connection, each request has its own.
      if (!('http' in cause)) response.setHeader('connection', 'close')
      if ('http' in cause && isTime()) {
        failed += 1
        return cause.http({ request, response, good, elsewhere, token })
      }
      if (request.method === 'POST') answered += 1
      return answerWell(response, good)
    })
  }
  const wellPort = await listen(
    isTls ? createHttpsServer(identities.good, listener) : createHttpServer(listener),
  )
  const badPort =
    'tls' in cause ? await listen(createHttpsServer(identities.bad[cause.tls], listener)) : wellPort
  const onward = (socket: Socket, early?: Buffer) => {
    const target = connect(isTime() && 'tls' in cause ? badPort : wellPort, '127.0.0.1')
    for (const each of [socket, target]) each.on('error', () => {})
    socket.on('close', () => target.destroy())
    target.on('close', () => socket.destroy())
    if (early) target.write(early)
    socket.pipe(target).pipe(socket)
  }
  const front = createServer((socket) => {
    opened.add(socket)
    socket.on('error', () => {})
    if ('proxy' in cause) {
      socket.once('data', () => {
        if (isTime()) return cause.proxy(socket)
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        return onward(socket)
      })
    } else if ('socket' in cause && isTime()) cause.socket(socket)
    else onward(socket)
  })
  async function listen(server: Server | NetServer): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    return (server.address() as AddressInfo).port
  }
  const close = () => {
    for (const socket of opened) socket.destroy()
    for (const server of servers) {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
    }
  }
  return { port: await listen(front), answered: () => answered, close }
}

export function usesTls({ cause, flags = [] }: Fault): boolean {
  return 'tls' in cause || 'proxy' in cause || 'lookup' in cause || flags.includes('https')
}

function apiIdsOf(body: string): readonly string[] {
  if (body === '') return []
  const { api_ids = [] }: { api_ids?: readonly string[] } = JSON.parse(body)
  return api_ids
}

function answerWell(response: Parameters<RequestListener>[1], good: Answer): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(good))
}
