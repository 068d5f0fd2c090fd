import { usageError } from '../../model/errors.ts'
import { isLoopback } from '../loopback.ts'

/** As the usual environment variables name them. */
export interface Proxies {
  readonly http?: string | undefined
  readonly https?: string | undefined
  /** Hosts that are asked directly: names, with all below them; addresses; each with a port or without; `*`. */
  readonly none?: string | undefined
}

/**
 * The proxy on the way to `target`, or undefined when there is none. This machine is always asked directly: a token
 * that plain http may carry to a loopback address would else leave it. Throws GovError, usage.
 */
export function proxyFor(target: URL, { http, https, none }: Proxies): URL | undefined {
  const named = target.protocol === 'https:' ? https : http
  if (!named || isLoopback(target.hostname) || isExcepted(target, none ?? '')) return undefined
  const text = named.includes('://') ? named : `http://${named}`
  const proxy = URL.canParse(text) ? new URL(text) : undefined
  if (!proxy || (proxy.protocol !== 'http:' && proxy.protocol !== 'https:')) {
    const hint = 'Correct HTTPS_PROXY or HTTP_PROXY, or name the host in NO_PROXY.'
    throw proxyInvalid(target, 'is not an http:// or https:// address', hint)
  }
  if (isDecodable(proxy.username) && isDecodable(proxy.password)) return proxy
  const hint = 'Write each % of them as %25 in HTTPS_PROXY or HTTP_PROXY.'
  throw proxyInvalid(target, 'has a user or a password with a % that stands for no character', hint)
}

/** The address is not shown: it may hold a password. */
function proxyInvalid({ protocol }: URL, fault: string, hint: string): Error {
  return usageError('proxy-invalid', `the proxy for ${protocol}// addresses ${fault}`, hint)
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}

function isExcepted({ hostname, port, protocol }: URL, none: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const used = port || (protocol === 'https:' ? '443' : '80')
  return none
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const [, bracketed, plain = '', only] = /^(?:\[(.*)\]|(.*?))(?::(\d+))?$/.exec(bare(entry)) ?? []
      const name = (bracketed ?? plain).replace(/^\*?\./, '')
      return (only === undefined || only === used) && (host === name || host.endsWith(`.${name}`))
    })
}

/** An IPv6 address without brackets has colons, and no port. */
function bare(entry: string): string {
  return entry.split(':').length > 2 && !entry.startsWith('[') ? `[${entry}]` : entry
}
