import { parseUrl } from '../core/text/url.ts'

/** Stands for an address where everything is evaluated in this process. */
export const embedded = 'embedded'

interface ConfiguredUrl {
  readonly 'dashboard.url'?: { readonly value: string } | undefined
}

/** The address of the configured dashboard; undefined where none is configured, or none is to be reached. */
export function dashboardAddress({ 'dashboard.url': url }: ConfiguredUrl): string | undefined {
  return url === undefined ? undefined : findAddress(url.value)
}

/** Finds the address in a text that is written for it. */
export function findAddress(url: string): string | undefined {
  return url === embedded ? undefined : url
}

/** The predicate of a sentence on a bad dashboard URL; undefined for a valid one. */
export function urlFault(text: string): string | undefined {
  if (findAddress(text) === undefined) return undefined
  const url = parseUrl(text)
  if (/^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(text)) return `is not a complete URL: write http://${text}`
  if (!url || !/^[a-z]+:\/\//i.test(text)) return 'is not a complete URL'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with https:// or http://'
  if (holdsCredentials(text)) return 'must not contain a user name or password'
  if (/[\s\p{Cc}\\]/u.test(text)) return 'must not contain spaces, control characters or backslashes'
  if (/[?#]/.test(text)) return 'must not have a query or fragment'
  return undefined
}

/** True for any text with `scheme://user@` or `scheme://user:password@` in it. */
export function holdsCredentials(text: string): boolean {
  return /[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*@/i.test(text)
}
