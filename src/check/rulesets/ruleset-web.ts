import { usageError } from '../../core/model/errors.ts'
import { isLoopback } from '../../dashboard/transport/proxy.ts'
import type { Transport } from '../../dashboard/transport/transport.ts'
import type { RulesetFetcher } from '../../engine/ruleset/ruleset-source.ts'
import type { Settings } from '../../settings/merge.ts'
import { type ConnectionChoices, readSending, readTrustFiles } from '../connect/connection.ts'
import { openWeb } from '../connect/network-dashboard.ts'
import type { World } from '../world.ts'

/** Where local rulesets may be extended from. */
export interface RulesetWeb {
  /** Absent: from nowhere. */
  readonly fetch?: RulesetFetcher
  close(): Promise<void>
}

/**
 * Fetches the URLs that `allowed` names, each once; one that ends in a slash stands for all that begin with it. No
 * credential, header or client certificate of the dashboard goes there. Throws GovError, usage, for an invalid
 * address, and for plain http to another machine, where anyone in between can change the rules.
 */
export async function openRulesetWeb(
  allowed: readonly string[],
  settings: Settings,
  choices: ConnectionChoices,
  world: World,
): Promise<RulesetWeb> {
  if (allowed.length === 0) return { close: async () => {} }
  const addresses = allowed.map(readAddress)
  const { authorities } = await readTrustFiles(settings, world)
  const web = await openWeb({ trust: { authorities }, ...readSending(settings, choices) }, world)
  const known = new Map<string, Promise<string>>()
  return {
    close: web.close,
    fetch: async (url) => {
      const isAllowed = addresses.some(
        (address) => url === address || (address.endsWith('/') && url.startsWith(address)),
      )
      if (!isAllowed) throw new Error('URL not allowed; allow it with --allow-extends')
      const text = known.get(url) ?? download(url, web)
      known.set(url, text)
      return text
    },
  }
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw badAddressError(`must be an http or https URL, not "${text}"`, 'Write the whole URL.')
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw badAddressError('must not contain a credential or fragment', 'Write the URL without them.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw badAddressError(
      `must not be plain http (${url.href}): an interceptor could change the rules`,
      'Use https, or save the ruleset next to the one that extends it.',
    )
  return url.href
}

function badAddressError(fault: string, hint: string): Error {
  return usageError('flag-invalid', `--allow-extends ${fault}`, hint)
}

async function download(url: string, { fetch }: Pick<Transport, 'fetch'>): Promise<string> {
  const answer = await fetch(url, {
    method: 'GET',
    headers: { accept: 'application/yaml, application/json, */*' },
  })
  if (answer.status !== 200) throw new Error(`the server returned ${answer.status}`)
  return answer.text()
}
