import { isRecord } from '../../model/record.ts'
import type { Finding } from '../breaking-change.ts'
import { type ApiDocument, child, children, type Node, rootOf, textOf } from '../document.ts'

/** Where clients send their requests: a host, empty for that of the definition, and what precedes each path. */
interface Address {
  readonly host: string
  readonly basePath: string
  readonly node: Node
}

/** The addresses at the top of a definition; the scheme is not compared, so that leaving http breaks nobody. */
export function compareAddresses(base: ApiDocument, head: ApiDocument): readonly Finding[] {
  const after = addressesOf(head)
  return addressesOf(base).flatMap(({ host, basePath, node }): Finding[] => {
    const others = after.filter((other) => other.basePath === basePath)
    const place = { path: after[0]?.node.path ?? [], basePath: node.path }
    if (others.length === 0) {
      const message = `no server has the base path \`${basePath || '/'}\` any more`
      return [{ rule: 'breaking-base-path-changed', message, ...place }]
    }
    if (host === '' || others.some((other) => other.host === host)) return []
    return [
      { rule: 'breaking-server-removed', message: `the server \`${host}${basePath}\` was removed`, ...place },
    ]
  })
}

function addressesOf(api: ApiDocument): readonly Address[] {
  const root = rootOf(api)
  if (isRecord(root.value) && 'swagger' in root.value)
    return [
      addressOf(`//${textOf(root, 'host') ?? ''}${textOf(root, 'basePath') ?? ''}`, swaggerPlace(root, api)),
    ]
  const servers = children(child(root, 'servers', api), api)
  if (servers.length === 0) return [addressOf('/', root)]
  return servers.map(([, server]) =>
    addressOf(withDefaults(textOf(server, 'url') ?? '/', server, api), server),
  )
}

function swaggerPlace(root: Node, api: ApiDocument): Node {
  return child(root, 'basePath', api) ?? child(root, 'host', api) ?? root
}

/** A variable counts as its default, whatever its name. */
function withDefaults(url: string, server: Node, api: ApiDocument): string {
  const variables = new Map(children(child(server, 'variables', api), api))
  return url.replaceAll(
    /\{([^{}]*)\}/g,
    (text, name: string) => textOf(variables.get(name), 'default') ?? text,
  )
}

function addressOf(url: string, node: Node): Address {
  const [, host = '', path = ''] = /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)/i.exec(url) ?? []
  const basePath = path.replace(/\/+$/, '').replace(/^(?!\/|$)/, '/')
  return { host: host.toLowerCase(), basePath, node }
}
