import type { Path } from '../../../core/model/location.ts'
import { type JsonMapping, list, mapping, root } from '../../openapi/operations.ts'
import type { RuleFunction } from '../../rule.ts'
import { defineDocumentFunction, type PartFaults } from '../define.ts'
import { hasText } from '../facts.ts'

/** What `info` has: its contact and its licence are undefined where it has none. */
interface Info {
  readonly info: JsonMapping
  readonly contact: JsonMapping | undefined
  readonly license: JsonMapping | undefined
}

function defineInfoFunction(name: string, check: (parts: Info) => PartFaults): RuleFunction {
  return defineDocumentFunction(name, (document) => {
    const info = mapping(root(document).info, document)
    const findPart = (key: string) => (info[key] === undefined ? undefined : mapping(info[key], document))
    return [check({ info, contact: findPart('contact'), license: findPart('license') }) ?? []].flat()
  })
}

const infoPath = ['info']
const licensePath = ['info', 'license']

export const infoFunctions: readonly RuleFunction[] = [
  defineInfoFunction('infoContact', ({ contact }) =>
    contact ? undefined : { message: '`info` has no `contact`', path: infoPath },
  ),
  defineInfoFunction('infoContactProperties', ({ contact }) =>
    ['name', 'url', 'email']
      .filter((key) => contact && !hasText(contact[key]))
      .map((key) => ({ message: `Contact has no \`${key}\``, path: ['info', 'contact'] })),
  ),
  defineInfoFunction('infoDescription', ({ info }) =>
    hasText(info.description) ? undefined : { message: '`info` has no `description`', path: infoPath },
  ),
  defineInfoFunction('infoLicense', ({ license }) => {
    if (license === undefined) return { message: '`info` has no `license`', path: infoPath }
    return hasText(license.name) ? undefined : { message: 'Licence has no `name`', path: licensePath }
  }),
  defineInfoFunction('infoLicenseUrl', ({ license }) =>
    license === undefined || hasText(license.url) || hasText(license.identifier)
      ? undefined
      : { message: 'Licence has neither a `url` nor an `identifier`', path: licensePath },
  ),
  defineInfoFunction('infoLicenseURLSPDX', ({ license }) =>
    license && hasText(license.url) && hasText(license.identifier)
      ? { message: 'Licence has both a `url` and an `identifier`: keep one', path: licensePath }
      : undefined,
  ),
  defineDocumentFunction('tagDescription', (document) =>
    list(root(document).tags, document).flatMap((written, index) => {
      const tag = mapping(written, document)
      if (hasText(tag.description)) return []
      return [{ message: `Tag \`${String(tag.name)}\` has no description`, path: ['tags', index] }]
    }),
  ),
  /** The document has servers, and each a URL that names a host or a path without a slash at its end. */
  defineDocumentFunction('oasAPIServers', (document) => {
    const { servers } = root(document)
    if (servers === undefined) return [{ message: 'Document has no `servers`', path: [] }]
    const items = list(servers, document)
    if (items.length === 0) return [{ message: '`servers` is empty', path: ['servers'] }]
    return items.flatMap((server, index) => {
      const fault = findUrlFault(mapping(server, document).url)
      const path: Path = fault?.isOfServer ? ['servers', index] : ['servers', index, 'url']
      return fault ? [{ message: fault.message, path }] : []
    })
  }),
]

function findUrlFault(url: unknown): { readonly message: string; readonly isOfServer?: true } | undefined {
  if (url === undefined) return { message: 'Server has no `url`', isOfServer: true }
  const text = String(url)
  if (/\{.*\}/s.test(text) || text === '' || text === '/') return undefined
  if (/\s/.test(text)) return { message: 'Server URL is invalid' }
  const [, host = '', path = ''] = /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)/i.exec(text) ?? []
  if (host === '' && path === '') return { message: 'Server URL has neither a host nor a path' }
  return path.endsWith('/') ? { message: 'Server URL ends with a slash' } : undefined
}
