import { createServer } from 'node:http'

export interface Comment {
  readonly id: number
  body: string
  readonly user?: { readonly type: string }
  readonly author?: { readonly id: number }
  readonly system?: boolean
}

/** The user of the token, on GitLab. */
const user = { id: 99 }
type User = { readonly id?: number | null }

/** The comments of one request, as GitHub and GitLab serve them, a hundred a page. */
export async function serveForge(comments: Comment[], status = 200, shown: User = user) {
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://forge')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    calls.push(
      `${request.method} ${url.pathname}${(request.headers.authorization ?? request.headers['private-token']) ? '' : ' without a token'}`,
    )
    const sent = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
    const isRefused = request.method !== 'GET' && !write(comments, url.pathname, sent)
    response.writeHead(isRefused ? 403 : status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.method === 'GET' ? read(comments, url, shown) : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, calls, close: () => server.close() }
}

/** Adds a comment or edits one; false for one of another user. */
function write(comments: Comment[], path: string, { body }: { readonly body: string }): boolean {
  const one = comments.find(({ id }) => path.endsWith(`/${id}`))
  if (one === undefined) comments.push({ id: comments.length + 1, body, user: { type: 'Bot' }, author: user })
  else if (one.author !== undefined && one.author.id !== user.id) return false
  else one.body = body
  return true
}

function read(comments: readonly Comment[], url: URL, shown: User) {
  if (url.pathname.endsWith('/user')) return shown
  const page = Number(url.searchParams.get('page') ?? 1)
  return comments.slice((page - 1) * 100, page * 100)
}
