import { isLoopback } from '../../dashboard/loopback.ts'
import type { RequestLog } from '../../dashboard/request-log.ts'
import { usageError } from '../../model/errors.ts'
import type { Settings } from '../../settings/merge.ts'
import type { Observer, World } from '../world.ts'
import type { ConnectionOptions, LogLevel } from './dashboard.ts'
import { readTrustFiles } from './trust-files.ts'

/** What a caller chooses about a dashboard and the way to it that no setting says. */
export interface ConnectionChoices {
  /** Send the credential over plain http to another machine. */
  readonly insecureHttp?: boolean | undefined
  /** Accept any certificate. */
  readonly insecureTls?: boolean | undefined
  /** Log each request. */
  readonly verbose?: boolean | undefined
  /** Log bodies too. */
  readonly debug?: boolean | undefined
  /** How long a wait a response may ask for; absent: as long as the deadline leaves. */
  readonly longestAskedMs?: number | undefined
  /** Put a dashboard's own limits on the embedded sandbox. */
  readonly serviceLimits?: boolean | undefined
}

/**
 * How `url` is reached, as settings and choices have it. What a choice gives up is a warning. Throws
 * GovError, usage: plain http to another machine that no flag accepts, or a file that is of no use.
 */
export async function connectionTo(
  url: string,
  settings: Settings,
  choices: ConnectionChoices,
  world: World,
): Promise<ConnectionOptions> {
  acceptPlainHttp(url, choices, world)
  const files = await readTrustFiles(settings, world)
  if (choices.insecureTls) world.observe.warning(`--insecure-tls: not verifying the certificate of ${url}`)
  return {
    trust: { ...files, insecure: choices.insecureTls },
    headers: settings['dashboard.headers']?.value,
    ...sendingOf(settings, choices),
  }
}

/** How often and for how long a request is sent to anyone, and what is logged of it. */
export function sendingOf(settings: Settings, choices: ConnectionChoices) {
  return {
    log: logLevel(choices),
    timeoutMs: settings['dashboard.timeout'].value,
    deadlineMs: settings['dashboard.deadline'].value,
    retries: settings['dashboard.retries'].value,
    longestAskedMs: choices.longestAskedMs,
  }
}

export function logLevel({ verbose, debug }: ConnectionChoices): LogLevel | undefined {
  return debug ? 'bodies' : verbose ? 'requests' : undefined
}

function acceptPlainHttp(url: string, choices: ConnectionChoices, { observe }: World): void {
  if (!choices.insecureHttp) refusePlainHttp(url)
  else if (isPlainRemote(url))
    observe.warning(`--insecure-http: an interceptor can read the credential for ${url}`)
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
    `refusing to send the token to ${url} over plain http`,
    'Use https, or pass --insecure-http to send it anyway.',
  )
}

/** The log that `level` asks for. */
export function requestLog(
  level: LogLevel | undefined,
  conceal: (text: string) => string,
  { log }: Observer,
): RequestLog | undefined {
  return level === undefined ? undefined : { write: log, bodies: level === 'bodies', conceal }
}
