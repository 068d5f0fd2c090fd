import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OnSocket {
  readonly url: string
  readonly close: () => void
}

/** Serves on a socket what `answer` gives to each request; where it gives nothing, the connection ends. */
export async function answerOnSocket(
  answer: (request: Request) => Promise<Response | undefined>,
): Promise<OnSocket> {
  const server = createServer(async (heard, response) => {
    const pieces: Buffer[] = []
    for await (const piece of heard) pieces.push(piece)
    const { method = 'GET', url = '/', headers } = heard
    const { authorization = '', 'content-type': type = 'application/json' } = headers
    const tag = headers['if-match']
    const sent = {
      method,
      headers: { authorization, 'content-type': type, ...(tag !== undefined && { 'if-match': tag }) },
    }
    const body = pieces.length > 0 ? { body: Buffer.concat(pieces) } : {}
    const given = await answer(new Request(`http://dashboard${url}`, { ...sent, ...body }))
    if (given === undefined) heard.socket.destroy()
    else response.writeHead(given.status, Object.fromEntries(given.headers)).end(await given.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Method, path and query, as tests name a request. */
export function nameOf({ method, url }: Request): string {
  return `${method} ${url.slice('http://dashboard'.length)}`
}
