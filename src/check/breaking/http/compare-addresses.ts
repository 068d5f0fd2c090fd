import type { Path } from '../../../core/model/location.ts'
import type { BreakingChange, TellChange } from '../api-change.ts'
import type { ApiDocument, Node } from '../document.ts'
import { child, children, getRoot, missingNode, ownChild, readText } from '../document.ts'
import { compareTexts, listComparedOperations, listPathItems, type Operation } from './operation.ts'

/** The addresses of the definition; `areUsed`: whether operations have them, so that clients can. */
export function compareAddresses(
  oldApi: ApiDocument,
  newApi: ApiDocument,
  areUsed: boolean,
  tell: TellChange,
): readonly BreakingChange[] {
  const [oldAddresses, newAddresses] = [listAddresses(oldApi), listAddresses(newApi)]
  const losses = areUsed ? lostAddresses(oldAddresses, newAddresses) : []
  const oldSide = { holder: getRoot(oldApi), addresses: oldAddresses, api: oldApi }
  const newSide = { holder: getRoot(newApi), addresses: newAddresses, api: newApi }
  describeServers(oldSide, newSide, losses, tell)
  return losses
}

/** The addresses by the servers of a holder. */
interface ServerSide {
  readonly holder: Node
  readonly addresses: readonly Address[]
  readonly api: ApiDocument
}

/** Lists how servers differ, but for what the losses say. */
function describeServers(
  oldSide: ServerSide,
  newSide: ServerSide,
  losses: readonly BreakingChange[],
  tell: TellChange,
): void {
  const isOld = [oldSide, newSide].every(({ api }) => api.version === '2.0') && losses.length === 0
  // An operation has no host of its own.
  const isWhole = [oldSide, newSide].every(({ holder }) => holder.path.length === 0)
  for (const key of isOld ? ['schemes', ...(isWhole ? ['host'] : [])] : []) {
    const [oldWords, newWords] = [oldSide, newSide].map(
      ({ holder }) => ownChild(holder, key)?.value ?? 'none',
    )
    const [oldText, newText] = [oldWords, newWords].map((words) =>
      [words].flat().map(String).sort().join(', '),
    )
    if (oldText?.toLowerCase() !== newText?.toLowerCase())
      tell('changed', `\`${key}\` was ${oldText} and is now ${newText}`, oldSide.holder, newSide.holder)
  }
  const readServers = ({ holder, api }: ServerSide) =>
    new Map(children(ownChild(holder, 'servers'), api).map(([, node]) => [readText(node, 'url') ?? '', node]))
  const [oldServers, newServers] = [readServers(oldSide), readServers(newSide)]
  const listLostRules = ({ path }: Node) =>
    losses.flatMap(({ rule, oldPath }) => (oldPath.join() === path.join() ? [rule] : []))
  const isLost = (node: Node) => listLostRules(node).some((rule) => rule !== 'breaking-base-path-changed')
  for (const [url, node] of newServers) {
    const oldNode = oldServers.get(url)
    if (oldNode) {
      compareTexts(['name', 'description'], oldNode, node, tell)
      describeVariables(
        url,
        [oldNode, oldSide.api],
        [node, newSide.api],
        listLostRules(oldNode).length > 0,
        tell,
      )
    } else if (!isListed(url, node, oldSide.addresses))
      tell('added', `the server \`${url}\` was added`, oldSide.holder, node)
  }
  const gone = missingNode(newSide.holder, 'servers')
  for (const [url, node] of oldServers)
    if (!newServers.has(url) && !isLost(node) && !isListed(url, node, newSide.addresses))
      tell('removed', `the server \`${url}\` was removed`, node, gone)
}

/** Whether an address is there in other words, as `/` is where no server is named. */
function isListed(url: string, node: Node, addresses: readonly Address[]): boolean {
  const { scheme, host, basePath } = parseAddress(url, node)
  return addresses.some((each) => each.scheme === scheme && each.host === host && each.basePath === basePath)
}

/** Lists what else the variables of a server may be, and unless that is reported, what they no longer may. */
function describeVariables(
  url: string,
  [oldServer, oldApi]: readonly [Node, ApiDocument],
  [newServer, newApi]: readonly [Node, ApiDocument],
  isLost: boolean,
  tell: TellChange,
): void {
  const newVariables = new Map(listVariables(url, newServer, newApi).map((each) => [each.name, each]))
  for (const { name, value, listed, at } of listVariables(url, oldServer, oldApi)) {
    const { value: newValue = value, listed: newListed = listed, at: newAt } = newVariables.get(name) ?? {}
    if (at && newAt) compareTexts(['description'], at, newAt, tell)
    const what = `variable \`${name}\` of the server \`${url}\``
    const list = (all: readonly string[], others: ReadonlySet<string>) =>
      all.flatMap((each) => (others.has(each) ? [] : `\`${each}\``)).join(', ')
    const [added, removed] = [list(newListed, new Set(listed)), list(listed, new Set(newListed))]
    if (added) tell('added', `${what} may also be ${added}`, oldServer, newServer)
    if (removed && newListed.length > 0 && !isLost)
      tell('removed', `${what} can no longer be ${removed}`, oldServer, newServer)
    if (listed.length > 0 && newListed.length === 0 && newAt)
      tell('added', `${what} may be anything`, oldServer, newServer)
    if (value !== newValue)
      tell(
        'changed',
        `the default of ${what} was \`${value}\` and is now \`${newValue}\``,
        oldServer,
        newServer,
      )
  }
}

/** Both versions; where a part of the base path moved into all paths of one of them, it is no part of these any more. */
export function alignBasePaths(
  oldApi: ApiDocument,
  newApi: ApiDocument,
): readonly [oldApi: ApiDocument, newApi: ApiDocument] {
  const [oldBase, newBase] = [findOnlyBase(oldApi), findOnlyBase(newApi)]
  if (oldBase === undefined || newBase === undefined) return [oldApi, newApi]
  if (oldBase.startsWith(`${newBase}/`)) return [oldApi, takeFromPaths(newApi, oldBase.slice(newBase.length))]
  if (newBase.startsWith(`${oldBase}/`)) return [takeFromPaths(oldApi, newBase.slice(oldBase.length)), newApi]
  return [oldApi, newApi]
}

/** The base path of each path, if it is the same at all servers. */
function findOnlyBase(api: ApiDocument): string | undefined {
  const own = listPathItems(api)
    .flatMap(([path, item]) => [...listComparedOperations(path, item, api).values()])
    .flatMap((operation) => ownAddresses(operation, api) ?? [])
  const bases = new Set([...listAddresses(api), ...own].map(({ basePath }) => basePath))
  return bases.size > 1 ? undefined : [...bases][0]
}

function takeFromPaths(api: ApiDocument, movedBase: string): ApiDocument {
  const paths = listPathItems(api).filter(([path]) => path.startsWith('/'))
  const isMoved = paths.length > 0 && paths.every(([path]) => path.startsWith(`${movedBase}/`))
  return isMoved ? { ...api, movedBase } : api
}

/** The addresses of an operation that go, if it or its path has servers of its own in either version. */
export function compareOwnAddresses(
  [oldOperation, oldApi]: readonly [Operation, ApiDocument],
  [newOperation, newApi]: readonly [Operation, ApiDocument],
  tell?: TellChange,
): readonly BreakingChange[] | undefined {
  const [oldOwn, newOwn] = [ownAddresses(oldOperation, oldApi), ownAddresses(newOperation, newApi)]
  if (!oldOwn && !newOwn) return undefined
  const readSide = ({ at, item }: Operation, api: ApiDocument, own = listAddresses(api)): ServerSide => {
    const isHolder = (node: Node) => ['servers', 'schemes'].some((key) => ownChild(node, key))
    const holder = [at, ...item.chain].find(isHolder) ?? getRoot(api)
    return { holder, addresses: own, api }
  }
  const [oldSide, newSide] = [readSide(oldOperation, oldApi, oldOwn), readSide(newOperation, newApi, newOwn)]
  const losses = lostAddresses(oldSide.addresses, newSide.addresses)
  if (tell) describeServers(oldSide, newSide, losses, tell)
  return losses
}

function lostAddresses(
  oldAddresses: readonly Address[],
  newAddresses: readonly Address[],
): readonly BreakingChange[] {
  return oldAddresses.flatMap((address): BreakingChange[] => {
    const { host, basePath, node, server } = address
    const placed = (text: string) => ({ path: findGonePath(newAddresses, text), oldPath: node.path })
    const namesakes = newAddresses.filter((each) => server && each.server?.url === server.url)
    const isMany = [address, ...namesakes].some((each) => each.server?.isMany)
    const hasKnownValues = isMany || address.free === 0
    const servers = new Set(namesakes.map((each) => each.server))
    if (hasKnownValues && [...servers].some((each) => hasAllValues(each, server))) return []
    if (isMany) {
      const message = `the server \`${server?.url}\` has more than ${mostAddresses} addresses, which are not all the same as before: they cannot be compared`
      return [{ rule: 'breaking-not-compared', message, ...placed(server?.url ?? '') }]
    }
    const successors = newAddresses.filter((newAddress) => newAddress.basePath === basePath)
    if (successors.length === 0) {
      const message = `no server has the base path \`${basePath || '/'}\` any more`
      return [{ rule: 'breaking-base-path-changed', message, ...placed(basePath || '/') }]
    }
    const text = `${host}${basePath}`
    const lost = describeLoss(address, successors)
    if (lost === undefined) return []
    const rule = hasWorkingAddress(address, oldAddresses, newAddresses)
      ? 'breaking-server-removed'
      : 'breaking-last-server-removed'
    return [{ rule, message: `the server \`${text}\` ${lost}`, ...placed(text) }]
  })
}

/** Whether each variable can still be what it could be. */
function hasAllValues(server: AddressServer | undefined, former: AddressServer | undefined): boolean {
  const variables = new Map(server?.variables.map((each) => [each.name, each]))
  return (
    former?.variables.every(({ name, value, listed, at }) => {
      const now = variables.get(name)
      const values = new Set(now && [now.value, ...now.listed])
      // Nobody knows what one without a description may be.
      const isFree = now?.listed.length === 0 && (now.at !== undefined || at === undefined)
      return isFree || (listed.length > 0 && [value, ...listed].every((each) => values.has(each)))
    }) === true
  )
}

function describeLoss(address: Address, successors: readonly Address[]): string | undefined {
  const same = successors.filter(
    (each) => isOneProtocol(address, each) && (address.host === '' || each.host === address.host),
  )
  if (same.length === 0) return 'was removed'
  if (isSecure(address) && !same.some(maybeSecure)) return `has no ${address.scheme} any more`
  if (!maybeSecure(address) && same.every(isSecure)) return `has no ${address.scheme} any more`
  const isNarrowed = same.every((newAddress) => newAddress.free < address.free)
  return isNarrowed ? 'no longer takes any value of its variables' : undefined
}

/**
 * True if an old address still works. An https address is replaced only by an https one, and none by that of a socket. An
 * address that cannot be resolved counts as working.
 */
function hasWorkingAddress(
  lost: Address,
  oldAddresses: readonly Address[],
  newAddresses: readonly Address[],
): boolean {
  return newAddresses.some((newAddress) => {
    if (isSecure(lost) && !maybeSecure(newAddress)) return false
    if (!isOneProtocol(lost, newAddress)) return false
    const { host, basePath, free } = newAddress
    const isOld = (old: Address) => old.basePath === basePath && ['', host].includes(old.host)
    return host === '' || free > 0 || oldAddresses.some(isOld)
  })
}

function isSecure({ scheme }: Address): boolean {
  return /^(?:https|wss)$/.test(scheme)
}

/** Nothing answers a request at the address of a socket. */
function isOneProtocol(...addresses: readonly Address[]): boolean {
  const schemes = addresses.map(({ scheme }) => scheme).filter((scheme) => scheme !== '')
  return new Set(schemes.map((scheme) => /^wss?$/.test(scheme))).size < 2
}

/** Without a scheme, it is that of the definition. */
function maybeSecure({ scheme }: Address): boolean {
  return !/^(?:http|ws)$/.test(scheme)
}

/** Among the servers that are left; in 2.0, where the address is written. */
function findGonePath([first]: readonly Address[], text: string): Path {
  const path = first?.node.path ?? []
  if (path.length > 0 && path.at(-2) !== 'servers') return path
  return [...(path.length > 0 ? path.slice(0, -1) : ['servers']), text]
}

/** An address to which clients send requests. An empty host is that of the definition. */
interface Address {
  readonly scheme: string
  readonly host: string
  readonly basePath: string
  /** How many of its variables can have any value. */
  readonly free: number
  readonly node: Node
  /** Where it is one of those of a server with variables. */
  readonly server?: AddressServer
}

interface AddressServer {
  readonly url: string
  readonly variables: readonly AddressVariable[]
  /** Whether it has too many addresses to list: only that of the defaults is. */
  readonly isMany: boolean
}

function listAddresses(api: ApiDocument): readonly Address[] {
  const root = getRoot(api)
  return (
    listOwnAddresses(root, api) ??
    withMovedBase([api.version === '2.0' ? swaggerAddress('', api) : parseAddress('/', root)], api)
  )
}

function ownAddresses({ at, item }: Operation, api: ApiDocument): readonly Address[] | undefined {
  return [at, ...item.chain].map((node) => listOwnAddresses(node, api)).find((each) => each !== undefined)
}

/** The addresses by the servers of a holder, or by its schemes in 2.0; undefined: it has none. */
function listOwnAddresses(holder: Node, api: ApiDocument): readonly Address[] | undefined {
  const is2 = api.version === '2.0'
  const at = child(holder, is2 ? 'schemes' : 'servers', api)
  const addresses = children(at, api).flatMap(([, each]) => {
    if (!is2) return serverAddresses(each, api)
    return typeof each.value === 'string'
      ? swaggerAddress(`${each.value}:`, api, holder.path.length > 0 ? at : undefined)
      : []
  })
  return addresses.length > 0 ? withMovedBase(addresses, api) : undefined
}

function withMovedBase(addresses: readonly Address[], { movedBase = '' }: ApiDocument): readonly Address[] {
  return addresses.map((address) => ({ ...address, basePath: address.basePath + movedBase }))
}

function swaggerAddress(scheme: string, api: ApiDocument, at?: Node): Address {
  const root = getRoot(api)
  const url = `${scheme}//${readText(root, 'host') ?? ''}${readText(root, 'basePath') ?? ''}`
  return parseAddress(url, at ?? child(root, 'basePath', api) ?? child(root, 'host', api) ?? root)
}

function serverAddresses(node: Node, api: ApiDocument): readonly Address[] {
  const url = readText(node, 'url') ?? '/'
  const variables = listVariables(url, node, api)
  const free = variables.filter(({ listed }) => listed.length === 0).length
  const isMany = variables.reduce((product, { listed }) => product * (listed.length + 1), 1) > mostAddresses
  const server = { url, variables, isMany }
  return withValues(url, variables, isMany).map((each) => ({ ...parseAddress(each, node, free), server }))
}

/** A variable of a URL: it can have the values that are listed, or else any. */
interface AddressVariable {
  readonly name: string
  readonly value: string
  readonly listed: readonly string[]
  readonly at: Node | undefined
}

function listVariables(url: string, server: Node, api: ApiDocument): readonly AddressVariable[] {
  const described = new Map(children(child(server, 'variables', api), api))
  const names = new Set([...url.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))
  return [...names].map((name) => {
    const variable = described.get(name)
    const list = variable && child(variable, 'enum', api)?.value
    const value = readText(variable, 'default') ?? `{${name}}`
    return { name, value, listed: Array.isArray(list) ? list.map(String) : [], at: variable }
  })
}

/** More addresses than this of one server are not told apart. */
const mostAddresses = 500

function withValues(url: string, variables: readonly AddressVariable[], isMany: boolean): readonly string[] {
  return variables.reduce<readonly string[]>(
    (urls, { name, value, listed }) =>
      [...new Set([value, ...(isMany ? [] : listed)])].flatMap((each) =>
        urls.map((text) => text.replaceAll(`{${name}}`, () => each)),
      ),
    [url],
  )
}

function parseAddress(url: string, node: Node, free = 0): Address {
  const [, scheme = '', host = '', path = ''] =
    /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)/i.exec(url) ?? []
  const basePath = path.replace(/\/+$/, '').replace(/^(?!\/|$)/, '/')
  const defaultPort = /^(?:https|wss)$/i.test(scheme) ? /:443$/ : /^(?:http|ws)$/i.test(scheme) ? /:80$/ : ''
  const name = host.toLowerCase().replace(defaultPort, '')
  return { scheme: scheme.toLowerCase(), host: name, basePath, free, node }
}
