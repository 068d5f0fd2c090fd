import { usageError } from '../../model/errors.ts'
import { isLoopback } from '../loopback.ts'
import { isExcepted } from './no-proxy.ts'

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
export function proxyFor(target: URL, { http, https, none }: Proxies): URL | undefined {
  const named = target.protocol === 'https:' ? https : http
  if (!named || isLoopback(target.hostname) || isExcepted(target, none ?? '')) return undefined
  const text = named.includes('://') ? named : `http://${named}`
  const proxy = URL.canParse(text) ? new URL(text) : undefined
  if (!proxy || (proxy.protocol !== 'http:' && proxy.protocol !== 'https:')) {
    const hint = 'Fix HTTPS_PROXY or HTTP_PROXY, or add the host to NO_PROXY.'
    throw proxyInvalid(target, 'is not an http:// or https:// URL', hint)
  }
  if (isDecodable(proxy.username) && isDecodable(proxy.password)) return proxy
  const hint = 'Write each % in them as %25 in HTTPS_PROXY or HTTP_PROXY.'
  throw proxyInvalid(target, 'has a user or password with an invalid % escape', hint)
}

/** The URL is not shown: it may hold a password. */
function proxyInvalid({ protocol }: URL, fault: string, hint: string): Error {
  return usageError('proxy-invalid', `the proxy for ${protocol}// URLs ${fault}`, hint)
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}
