import { parseUrl } from '../../core/text/url.ts'

/** Gets the text at a URL. Rejects with an error whose message says why it cannot be had. */
type FetchText = (url: string) => Promise<string>

/** Files that a run reads from URLs: definitions, rulesets and their references. None, until it is allowed. */
export interface RemoteFiles {
  /** Each URL is fetched once. Rejects with an error whose message says why it cannot be read, or may not. */
  readonly read: FetchText
  /** Lets `fetch` get the URLs that begin with one of `prefixes`, or are one that does not end in a slash. */
  readonly allow: (prefixes: readonly string[], fetch: FetchText) => void
}

export function createRemoteFiles(): RemoteFiles {
  const known = new Map<string, Promise<string>>()
  let allowed: { readonly prefixes: readonly string[]; readonly fetch: FetchText } | undefined
  return {
    allow: (prefixes, fetch) => {
      allowed = { prefixes, fetch }
    },
    read: async (url) => {
      const { href, origin } = readUrl(url)
      const isAllowed = allowed?.prefixes.some(
        (prefix) => href === prefix || (prefix.endsWith('/') && href.startsWith(prefix)),
      )
      if (!allowed || !isAllowed)
        throw new Error(`it is a URL, which is read only with --allow-remote ${origin}`)
      const text = known.get(href) ?? allowed.fetch(href)
      known.set(href, text)
      return text
    },
  }
}

function readUrl(text: string): URL {
  const url = parseUrl(text)
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new Error('it is no http or https URL')
  if (url.username !== '' || url.password !== '') throw new Error('the URL contains a credential')
  // Some servers take it for a slash, and so for a way out of the folder that is allowed.
  if (/%2f|%5c/i.test(url.pathname)) throw new Error('the path of the URL contains an encoded slash')
  url.hash = ''
  return url
}
