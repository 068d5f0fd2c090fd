import { resolve } from 'node:path'
import { usageError } from '../../core/model/errors.ts'
import { toFileFault } from '../../core/model/file-fault.ts'
import { isLoopback } from '../../core/text/url.ts'
import type { RequestLog } from '../../dashboard/request-log.ts'
import type { Settings } from '../../settings/merge.ts'
import type { Setting } from '../../settings/setting.ts'
import { readSmallText } from '../config/read-config-source.ts'
import type { ConnectionChoices } from '../types.ts'
import type { Observer, World } from '../world.ts'
import type { ConnectionOptions, LogLevel, TrustFiles } from './dashboard.ts'

/**
 * How `url` is reached, as settings and choices have it. What a choice gives up is a warning. Throws
 * GovError, usage: plain http to another machine that no flag accepts, or a file that is of no use.
 */
export async function createConnection(
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
    ...readSending(settings, choices),
  }
}

/** How often and for how long a request is sent to anyone, and what is logged of it. */
export function readSending(settings: Settings, choices: ConnectionChoices) {
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

const mostBytes = 4 * 1024 * 1024

/**
 * The certificates and the key that the settings name, read. Authorities come beside those that Node trusts, of which
 * `NODE_EXTRA_CA_CERTS` may name some: Node forgets that file once it is given a list. Throws GovError, usage.
 */
export async function readTrustFiles(settings: Settings, world: World): Promise<TrustFiles> {
  const { 'dashboard.ca_file': ca, 'dashboard.cert_file': cert, 'dashboard.key_file': key } = settings
  const [only] = cert ? (key ? [] : [cert]) : key ? [key] : []
  if (only) throw incompleteCertificate(cert !== undefined, only)
  const extra = world.env.NODE_EXTRA_CA_CERTS
  const authorities = ca && [await readPem(ca, 'CERTIFICATE', world), ...(await readExtra(extra, world))]
  const identity = cert &&
    key && {
      cert: await readPem(cert, 'CERTIFICATE', world),
      key: await readPem(key, 'PRIVATE KEY', world),
    }
  return { authorities, identity }
}

function incompleteCertificate(isCert: boolean, { origin }: Setting<string>) {
  const [there, missing] = isCert ? ['cert_file', 'key_file'] : ['key_file', 'cert_file']
  return usageError(
    'client-certificate-incomplete',
    `${there} (${origin.place}) needs ${missing}`,
    'Set both: a client certificate needs its key.',
  )
}

async function readPem({ value, origin }: Setting<string>, block: string, { cwd }: World): Promise<string> {
  const hint = 'Name a PEM file that this user can read.'
  try {
    const text = await readSmallText(resolve(cwd, value), mostBytes)
    if (text.includes(`${block}-----`)) return text
  } catch (error) {
    const fault = toFileFault(error)
    throw usageError(`trust-file-${fault.code}`, `${value} (${origin.place}) ${fault.message}`, hint, error)
  }
  const message = `${value} (${origin.place}) contains no PEM ${block.toLowerCase()}`
  throw usageError('trust-file-invalid', message, hint)
}

/** An unreadable `NODE_EXTRA_CA_CERTS` is ignored, as Node does after a warning of its own. */
async function readExtra(file: string | undefined, { cwd }: World): Promise<readonly string[]> {
  if (!file) return []
  return readSmallText(resolve(cwd, file), mostBytes).then(
    (text) => [text],
    () => [],
  )
}
