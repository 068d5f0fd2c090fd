import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect } from 'vitest'
import { GovError } from '../../src/core/model/errors.ts'
import type { FetchInit } from '../../src/dashboard/read-answer.ts'
import {
  createTransport,
  type Transport,
  type TransportOptions,
} from '../../src/dashboard/transport/transport.ts'

const opened: { server: Server; transport: Transport }[] = []

afterEach(async () => {
  for (const { server, transport } of opened.splice(0)) {
    await transport.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const never = new AbortController().signal

/** A real server on loopback and a transport to it; waits between attempts are nothing. */
export async function serve(listener: RequestListener, options: Partial<TransportOptions> = {}) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const transport = createTransport({
    timeoutMs: 60_000,
    deadlineMs: 300_000,
    retries: 2,
    signal: never,
    random: () => 0,
    ...options,
  })
  opened.push({ server, transport })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?q=1`
  const send = (init: Partial<FetchInit> = {}) =>
    transport.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'hello',
      ...init,
    })
  return { url, send, server, transport }
}

export const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(GovError)
  return error as GovError
}
