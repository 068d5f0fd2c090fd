import type { Path } from '../../../model/location.ts'
import { type Check, list, mapping, root } from '../facts.ts'

/** The document has servers, and each a URL that names a host or a path without a slash at its end. */
export const oasAPIServers: Check = (document) => {
  const { servers } = root(document)
  if (servers === undefined) return [{ message: 'the document has no `servers`', path: [] }]
  const items = list(servers, document)
  if (items.length === 0) return [{ message: '`servers` is empty', path: ['servers'] }]
  return items.flatMap((server, index) => {
    const fault = faultOf(mapping(server, document).url)
    const path: Path = fault?.isOfServer ? ['servers', index] : ['servers', index, 'url']
    return fault ? [{ message: fault.message, path }] : []
  })
}

function faultOf(url: unknown): { readonly message: string; readonly isOfServer?: true } | undefined {
  if (url === undefined) return { message: 'the server has no `url`', isOfServer: true }
  const text = String(url)
  if (/\{.*\}/s.test(text) || text === '' || text === '/') return undefined
  if (/\s/.test(text)) return { message: 'the server URL is invalid' }
  const [, host = '', path = ''] = /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)/i.exec(text) ?? []
  if (host === '' && path === '') return { message: 'the server URL has neither a host nor a path' }
  return path.endsWith('/') ? { message: 'the server URL ends with a slash' } : undefined
}
