import { BlockList, isIP } from 'node:net'
import { usageError } from '../../core/model/errors.ts'
import { isLoopback, parseUrl } from '../../core/text/url.ts'

/** The values of the usual environment variables. */
export interface Proxies {
  readonly http?: string | undefined
  readonly https?: string | undefined
  /** Hosts that are reached directly. */
  readonly none?: string | undefined
}

/**
 * The proxy on the way to `target`, or undefined when there is none. This machine is always reached directly:
 * a token that plain http may carry to a loopback address must not leave it. Throws GovError, usage.
 */
export function chooseProxy(target: URL, { http, https, none }: Proxies): URL | undefined {
  const named = target.protocol === 'https:' ? https : http
  if (!named || isLoopback(target.hostname) || isExcepted(target, none ?? '')) return undefined
  const text = named.includes('://') ? named : `http://${named}`
  const proxy = parseUrl(text)
  if (!proxy || (proxy.protocol !== 'http:' && proxy.protocol !== 'https:')) {
    const hint = 'Fix HTTPS_PROXY or HTTP_PROXY, or add the host to NO_PROXY.'
    throw proxyInvalidError(target, 'is not an http:// or https:// URL', hint)
  }
  if (isDecodable(proxy.username) && isDecodable(proxy.password)) return proxy
  const hint = 'Write each % in them as %25 in HTTPS_PROXY or HTTP_PROXY.'
  throw proxyInvalidError(target, 'has a user or password with an invalid % escape', hint)
}

/** The URL is not shown: it may hold a password. */
function proxyInvalidError({ protocol }: URL, fault: string, hint: string): Error {
  return usageError('proxy-invalid', `the proxy for ${protocol}// URLs ${fault}`, hint)
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}

interface NoProxyEntry {
  /** The host of a URL, without brackets. */
  readonly host: string
  /** Absent: any. */
  readonly port: string | undefined
  /** How many bits of the address count; absent: the entry is a name or one address. */
  readonly prefix: number | undefined
}

/**
 * Whether NO_PROXY names `target`: `*`, a name with all names below it (`example.com`, `.example.com`, `*.example.com`),
 * an address, or a block of addresses (`10.0.0.0/8`, `2001:db8::/32`); each with a port or without.
 */
export function isExcepted({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const host = trimHost(hostname)
  const used = port || (protocol === 'https:' ? '443' : '80')
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => entry === '*' || matches(host, used, parse(entry)))
}

function matches(host: string, used: string, { host: name, port, prefix }: NoProxyEntry): boolean {
  if (name === '' || (port !== undefined && port !== used)) return false
  if (prefix !== undefined) return isInBlock(host, name, prefix)
  return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`))
}

/** An IPv6 address without brackets has colons, and no port. */
function parse(text: string): NoProxyEntry {
  const [, block, prefix] = /^(.*)\/(\d+)$/.exec(text) ?? []
  if (block !== undefined) return { host: normalizeHost(block), port: undefined, prefix: Number(prefix) }
  const [, host = text, port] =
    text.split(':').length === 2 || text.startsWith('[') ? (/^(.*?)(?::(\d+))?$/.exec(text) ?? []) : []
  return { host: normalizeHost(host), port, prefix: undefined }
}

/** One address has many spellings (`::1`, `0:0::1`), and a name too: `Example.com.` is `example.com`. */
function normalizeHost(text: string): string {
  const host = trimHost(text).replace(/^\*?\./, '')
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}`
  return trimHost(parseUrl(url)?.hostname ?? '')
}

function trimHost(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function isInBlock(host: string, network: string, prefix: number): boolean {
  const [family, own] = [findAddressFamily(network), findAddressFamily(host)]
  if (family === undefined || own === undefined || prefix > (family === 'ipv4' ? 32 : 128)) return false
  const block = new BlockList()
  block.addSubnet(network, prefix, family)
  return block.check(host, own)
}

function findAddressFamily(host: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(host)
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined
}

/** The header that a proxy's own user and password make; none without them. */
export function proxyCredential({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
