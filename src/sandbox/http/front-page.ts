import { z } from 'zod'
import { computeDigest } from '../../core/text/digest.ts'
import { htmlText } from '../../core/text/html-text.ts'
import { plural } from '../../core/text/wording.ts'
import { apisPage } from '../../dashboard/contract/apis.ts'
import { rulesetsPage } from '../../dashboard/contract/rulesets.ts'
import type { SandboxApp } from './app.ts'
import { readRequestBody } from './body.ts'
import {
  createHeaders,
  errorAnswer,
  Refusal,
  type ServiceAnswer,
  type ServiceHeaders,
  type ServiceRequest,
} from './exchange.ts'

/** The members of the service's contract that the page shows. */
const contract = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        summary: z.string(),
        security: z.array(z.record(z.string(), z.array(z.string()))),
        requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
      }),
    ),
  ),
  components: z.object({
    securitySchemes: z.record(
      z.string(),
      z.object({
        name: z
          .string()
          .transform((name) => `${name}:`)
          .default('Authorization: Bearer'),
        description: z.string(),
      }),
    ),
  }),
})

const style = `:root{color-scheme:light dark}body{max-width:62rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif}
pre{margin:.2rem 0 1rem;white-space:pre-wrap;overflow-wrap:anywhere}th,td{padding:.1rem 1rem .1rem 0;text-align:left}`

/** `same-origin`: the browser sends `Origin` with the form, which shows that it was sent from this page. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${computeDigest(style, 'base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept',
}

const maxFormBytes = 8 * 1024

/**
 * The app, and a page at `/` for browsers. It asks the app for all that it shows, with the credential of the request, or of its form: what the
 * operations refuse is not on it. The credential is in no page, address or cookie.
 */
export function withFrontPage(app: SandboxApp): SandboxApp {
  return {
    answer: async (request) => {
      const isPage = new URL(request.url).pathname === '/' && wantsHtml(request.headers)
      if (!isPage || !['GET', 'HEAD', 'POST'].includes(request.method)) return app.answer(request)
      try {
        const key = request.method === 'POST' ? await readKey(request) : request.headers.get('authorization')
        const { status, text } = key === null ? nothing : await renderLists(app, request, key)
        const challenge = status === 401 && { 'www-authenticate': 'Bearer' }
        return { status, headers: { ...headers, ...challenge }, text: await renderPage(app, request, text) }
      } catch (error) {
        if (error instanceof Refusal) return errorAnswer(error)
        throw error
      } finally {
        if (request.note) request.note.path = '/'
      }
    },
  }
}

/** Without a credential. */
const nothing = { status: 200, text: '' }

/** A weight of 0 is what the client does not take (RFC 9110, 12.4.2). */
function wantsHtml(headers: ServiceHeaders): boolean {
  const range = /(?:^|,)\s*text\/html\s*(?:;([^,]*))?(?:,|$)/i.exec(headers.get('accept') ?? '')
  return range !== null && !/(?:^|;)\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range[1] ?? '')
}

async function readKey(request: ServiceRequest): Promise<string> {
  return new URLSearchParams(await readRequestBody(request, maxFormBytes)).get('key')?.trim() ?? ''
}

/** What the operation answers to a GET with the credential. */
async function ask(
  app: SandboxApp,
  { url, signal, note }: ServiceRequest,
  path: string,
  key = '',
): Promise<ServiceAnswer> {
  const own = createHeaders(key === '' ? [] : [['authorization', key]])
  const request = { method: 'GET', url: new URL(path, url).href, headers: own, body: null }
  const answer = await app.answer({ ...request, ...(signal && { signal }), ...(note && { note }) })
  return { ...answer, text: answer.text + [...(answer.more ?? [])].join('') }
}

async function renderPage(app: SandboxApp, request: ServiceRequest, lists: string): Promise<string> {
  const { paths, components } = contract.parse(JSON.parse((await ask(app, request, '/openapi.json')).text))
  const schemes = components.securitySchemes
  const { origin } = new URL(request.url)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, security, requestBody }]) => {
      const [credential] = Object.keys(security[0] ?? {})
      const header = credential === undefined ? '' : ` -H '${schemes[credential]?.name} YOUR-SECRET'`
      const [type] = Object.keys(requestBody?.content ?? {})
      const body = type === undefined ? '' : ` -H 'Content-Type: ${type}' --data-binary @FILE`
      const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`
      const line = `curl${verb}${header}${body} '${origin}${path.replace(/[{}]/g, '')}'`
      return `<dt>${htmlText(summary)}</dt><dd><pre>${htmlText(line)}</pre></dd>`
    }),
  )
  const credentials = Object.values(schemes).map(
    ({ name, description }) => `<li><code>${htmlText(name)}</code> ${htmlText(description)}</li>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>Governance sandbox</title><style>${style}</style></head><body>
<h1>Governance sandbox</h1>
<p>The management API of an API dashboard, served from a folder by <code>gov sandbox serve</code>. Its contract: <a href="/openapi.json">openapi.json</a>.</p>
<h2>Credentials</h2><ul>${credentials.join('')}</ul>
<form method="post" action="/"><label>Access key of a user: <input type="password" name="key" autocomplete="off" required></label> <button>Show APIs and rulesets</button></form>
${lists}
<h2>Operations</h2><p>Words in the path, such as <code>apiId</code>, stand for a value.</p><dl>${operations.join('\n')}</dl>
</body></html>
`
}

/** A credential that is not known is refused as by every operation. */
async function renderLists(app: SandboxApp, request: ServiceRequest, key: string) {
  const [apis, rulesets] = [
    await ask(app, request, '/api/apis', key),
    await ask(app, request, '/api/rulesets', key),
  ]
  const apiTable = renderList('APIs', apis, apisPage(), ({ apis, pages }) => ({
    pages,
    rows: (apis ?? []).map(({ api_definition: { api_id, name }, categories }) => [
      api_id,
      name,
      categories?.join(', '),
    ]),
  }))
  const rulesetTable = renderList('Rulesets', rulesets, rulesetsPage(), ({ rulesets, pages }) => ({
    pages,
    rows: (rulesets ?? []).map(({ ruleset_id, name, active }) => [
      ruleset_id,
      name,
      active ? 'active' : 'inactive',
    ]),
  }))
  return { status: apis.status === 401 ? 401 : 200, text: `${apiTable}\n${rulesetTable}` }
}

function renderList<Value>(
  title: string,
  { status, text }: ServiceAnswer,
  schema: z.ZodType<Value>,
  read: (value: Value) => {
    readonly pages: number
    readonly rows: readonly (readonly (string | undefined)[])[]
  },
): string {
  const heading = `<h2>${title}</h2>`
  const value: unknown = JSON.parse(text)
  if (status !== 200) return `${heading}<p>${status}: ${htmlText(String(Object(value).Message))}</p>`
  const { pages, rows } = read(schema.parse(value))
  const lines = rows.map(
    (cells) => `<tr>${cells.map((each = '') => `<td>${htmlText(each)}</td>`).join('')}</tr>`,
  )
  const note =
    pages > 1
      ? `<p>The first of ${plural(pages, 'page')}: the operation lists all with <code>?p=-1</code>.</p>`
      : ''
  return `${heading}<table>${lines.join('\n')}</table>${rows.length === 0 ? '<p>None.</p>' : note}`
}
