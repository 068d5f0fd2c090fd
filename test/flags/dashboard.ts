import { createServer as createPlain, type RequestListener, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { makeAuthority } from '../faults/certificates.ts'
import { type Answer, goodAnswer } from '../faults/good-answer.ts'

/** Turns of the event loop, in which requests of one run meet even on a machine that stalls. */
const slowTurns = 60
const turnMs = 5

const authority = makeAuthority('Authority of the flags')
const client = authority.issue({ name: 'pipeline' })

export interface Dashboard {
  readonly http: string
  readonly https: string
  readonly close: () => void
}

/** What a run is given to trust the dashboard, and to be known to it. */
export const certificates = { 'ca.pem': authority.cert, 'cert.pem': client.cert, 'key.pem': client.key }

/**
 * A dashboard over http, also as a proxy, and over https. Its issues tell what it saw of the request. What it does depends
 * on the API: it takes its time for `slow`, has requests for `meets1` and the like wait for each other, refuses every other
 * one for `flaky`, fails on `broken`, leaves out `absent`, and cuts what is asked with `cut`.
 */
export async function serveDashboard(): Promise<Dashboard> {
  const tls = { ...authority.issue({ name: 'localhost' }), ca: authority.cert }
  const plain = createPlain(createListener())
  const secure = createServer({ ...tls, requestCert: true, rejectUnauthorized: false }, createListener())
  const [http, https] = [await listen(plain), await listen(secure)]
  return {
    http: `http://localhost:${http}`,
    https: `https://localhost:${https}`,
    close: () => {
      for (const server of [plain, secure]) server.close().closeAllConnections()
    },
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return port
}

function createListener(): RequestListener {
  let [flaky, meeting] = [0, 0]
  return async (request, response) => {
    if (request.url?.endsWith('/rules.yaml'))
      return void response.end('rules: { far: { given: $.none, then: { function: falsy } } }')
    let body = ''
    for await (const piece of request) body += piece
    const { api_ids: ids }: { readonly api_ids: readonly string[] } = JSON.parse(body)
    const [isSlow, meets] = [ids.includes('slow'), ids.some((id) => id.startsWith('meets'))]
    if (meets) meeting += 1
    for (let turn = 0; turn < slowTurns && (isSlow || (meets && meeting === 1)); turn += 1)
      await pause(turnMs)
    const met = meeting
    if (meets) meeting -= 1
    if (ids.includes('flaky') && ++flaky % 2 === 1)
      return void response.writeHead(503, { 'retry-after': '0' }).end()
    const { socket, headers } = request
    const subject = socket instanceof TLSSocket && socket.authorized && socket.getPeerCertificate().subject
    const message = `from ${headers['x-team']} as ${subject ? subject.CN : 'nobody'}, met ${met}`
    response.end(JSON.stringify(makeAnswer(ids, message)))
  }
}

function makeAnswer(ids: readonly string[], message: string): Answer {
  const answer = goodAnswer(ids.filter((id) => id !== 'broken' && id !== 'absent'))
  for (const issue of answer.issues) issue.message = message
  if (ids.includes('broken')) answer.error = 'an API failed'
  if (!ids.includes('cut') || ids.length === 1) return answer
  return { ...answer, issues: answer.issues.slice(1), truncated: true }
}
