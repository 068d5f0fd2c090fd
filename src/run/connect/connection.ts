import type { ConnectionFlags } from '../../cli/flags/connection-flags.ts'
import { isLoopback } from '../../dashboard/loopback.ts'
import { usageError } from '../../model/errors.ts'
import type { Settings } from '../../settings/settings.ts'
import type { ConnectionOptions, Context, LogLevel } from '../context.ts'
import { readTrustFiles } from './trust-files.ts'

/**
 * How `url` is reached, as settings and flags have it. What a flag gives up is said on standard error. Throws
 * GovError, usage: plain http to another machine that no flag accepts, or a file that is of no use.
 */
export async function connectionTo(
  url: string,
  settings: Settings,
  flags: ConnectionFlags,
  context: Context,
): Promise<ConnectionOptions> {
  await acceptPlainHttp(url, flags, context)
  const files = await readTrustFiles(settings, context)
  if (flags.insecureTls) await warn(`--insecure-tls: whoever answers for ${url} is believed`, context)
  return {
    trust: { ...files, insecure: flags.insecureTls },
    headers: settings['dashboard.headers']?.value,
    log: logLevel(flags),
    timeoutMs: settings['dashboard.timeout'].value,
    deadlineMs: settings['dashboard.deadline'].value,
    retries: settings['dashboard.retries'].value,
  }
}

export function logLevel({ verbose, debug }: ConnectionFlags): LogLevel | undefined {
  return debug ? 'bodies' : verbose ? 'requests' : undefined
}

async function acceptPlainHttp(url: string, flags: ConnectionFlags, context: Context): Promise<void> {
  if (!flags.insecureHttp) return refusePlainHttp(url)
  if (isPlainRemote(url))
    await warn(`--insecure-http: anyone on the way to ${url} can read the credential`, context)
}

function isPlainRemote(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** Throws GovError, usage, for an address that no credential should be sent to. */
export function refusePlainHttp(url: string): void {
  if (!isPlainRemote(url)) return
  throw usageError(
    'insecure-http',
    `${url} is plain http, where anyone on the way can read the token`,
    'Use https; --insecure-http sends it all the same.',
  )
}

async function warn(message: string, { io }: Context): Promise<void> {
  await io.stderr.write(`warning: ${message}\n`)
}
