import { createServer } from 'node:http'

export interface Comment {
  readonly id: number
  body: string
  readonly user?: { readonly type: string }
  readonly system?: boolean
}

/** The comments of one request, as GitHub and GitLab serve them, a hundred a page. */
export async function serveForge(comments: Comment[], status = 200) {
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://forge')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    calls.push(
      `${request.method} ${url.pathname}${(request.headers.authorization ?? request.headers['private-token']) ? '' : ' without a token'}`,
    )
    const sent = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
    const one = comments.find(({ id }) => url.pathname.endsWith(`/${id}`))
    if (request.method === 'POST')
      comments.push({ id: comments.length + 1, body: sent.body, user: { type: 'Bot' } })
    else if (one && sent) one.body = sent.body
    const page = Number(url.searchParams.get('page') ?? 1)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.method === 'GET' ? comments.slice((page - 1) * 100, page * 100) : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, calls, close: () => server.close() }
}
