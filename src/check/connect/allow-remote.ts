import { GovError, usageError } from '../../core/model/errors.ts'
import { isLoopback, isUrl, parseUrl } from '../../core/text/url.ts'
import type { Transport } from '../../dashboard/transport/transport.ts'
import type { Settings } from '../../settings/merge.ts'
import type { ConnectionChoices } from '../types.ts'
import type { World } from '../world.ts'
import { readSending, readTrustFiles } from './connection.ts'
import { openWeb } from './network-dashboard.ts'

/**
 * Lets this run read the URLs that `--allow-remote` or the policy file names. No credential, header or client certificate of
 * the dashboard goes there. Throws GovError, usage, for an invalid address, and for plain http to another machine, where anyone
 * in between can change what is read.
 */
export async function allowRemote(
  addresses: readonly string[],
  settings: Settings,
  choices: ConnectionChoices,
  world: World,
): Promise<void> {
  const prefixes = addresses.map(readAddress)
  const { authorities } = await readTrustFiles(settings, world)
  const options = { trust: { authorities }, ...readSending(settings, choices) }
  let web: Promise<Transport> | undefined
  world.sources.remote.allow(prefixes, async (url) => {
    web ??= openWeb(options, world)
    return download(url, await web)
  })
}

function readAddress(text: string): string {
  const url = isUrl(text) && parseUrl(text)
  if (!url || !/^https?:/i.test(text))
    throw badAddressError(`must be an http or https URL, not "${text}"`, 'Write the whole URL.')
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw badAddressError('must not contain a credential or fragment', 'Write the URL without them.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw badAddressError(
      `must not be plain http (${url.href}): an interceptor could change what is read`,
      'Use https, or save the file and name that.',
    )
  return url.href
}

function badAddressError(fault: string, hint: string): Error {
  return usageError('flag-invalid', `--allow-remote ${fault}`, hint)
}

const hint = 'Check the URL, and that this machine can reach that host, or save the file and name that.'

/** It ends the run: what is unread on both sides of a comparison would pass for known. */
function cannotFetchError(url: string, why: string, cause?: GovError): GovError {
  return new GovError('unavailable', 'remote-unavailable', `cannot fetch ${url}: ${why}`, hint, cause)
}

/** Asks caches for the current file, and accepts a stored one: networks that deliver files always store them. */
async function download(url: string, { fetch }: Pick<Transport, 'fetch'>): Promise<string> {
  const headers = { accept: 'application/yaml, application/json, */*', 'cache-control': 'no-cache' }
  const answer = await fetch(url, { method: 'GET', headers, isFile: true }).catch((error: unknown) => {
    if (!(error instanceof GovError) || error.kind !== 'unavailable') throw error
    throw cannotFetchError(url, error.message, error)
  })
  if (answer.status !== 200) throw cannotFetchError(url, `the server returned ${answer.status}`)
  return answer.text()
}
