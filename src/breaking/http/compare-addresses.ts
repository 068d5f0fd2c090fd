import { isRecord } from '../../model/record.ts'
import type { Finding } from '../breaking-change.ts'
import { type ApiDocument, child, children, type Node, rootOf, textOf } from '../document.ts'
import type { Operation } from './operation.ts'

/** Where clients send their requests: a host, empty for that of the definition, and what precedes each path. */
interface Address {
  readonly host: string
  readonly basePath: string
  readonly node: Node
}

/** The addresses at the top of a definition. */
export function compareAddresses(base: ApiDocument, head: ApiDocument): readonly Finding[] {
  return lostAddresses(addressesOf(base), addressesOf(head))
}

/** The addresses of an operation, where it or its path has servers of its own in either version. */
export function compareOwnAddresses(
  [some, base]: readonly [Operation, ApiDocument],
  [other, head]: readonly [Operation, ApiDocument],
): readonly Finding[] {
  const [before, after] = [ownAddresses(some, base), ownAddresses(other, head)]
  return before || after ? lostAddresses(before ?? addressesOf(base), after ?? addressesOf(head)) : []
}

/** The scheme is not compared, so that leaving http breaks nobody. */
function lostAddresses(before: readonly Address[], after: readonly Address[]): readonly Finding[] {
  return before.flatMap(({ host, basePath, node }): Finding[] => {
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
  return serversOf(root, api) ?? [addressOf('/', root)]
}

function ownAddresses({ at, item }: Operation, api: ApiDocument): readonly Address[] | undefined {
  if (isRecord(api.root) && 'swagger' in api.root) return undefined
  return serversOf(at, api) ?? serversOf(item, api)
}

function serversOf(holder: Node, api: ApiDocument): readonly Address[] | undefined {
  const servers = children(child(holder, 'servers', api), api)
  if (servers.length === 0) return undefined
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
