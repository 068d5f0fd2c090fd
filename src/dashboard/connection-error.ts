import { GovError } from '../model/errors.ts'

interface Attempted {
  readonly url: string
  /** The proxy on the way. */
  readonly via?: string | undefined
  readonly timedOut: boolean
  /** What the attempt was given, in milliseconds: less than `timeoutMs` when the run's deadline came first. */
  readonly budgetMs: number
  readonly timeoutMs: number
}

interface Cause {
  readonly what: string
  readonly hint: string
}

const checkUrl = 'Check dashboard.url (or GOV_URL, --url), and that this machine reaches that host.'
const checkProxy = 'Check the proxy (HTTPS_PROXY or HTTP_PROXY), or name the host in NO_PROXY to do without.'
const cut: Cause = {
  what: 'the connection was closed before the whole answer was there',
  hint: 'Run the check again; a proxy or firewall may be cutting it.',
}

const connectionFaults: Readonly<Record<string, Cause>> = {
  ECONNREFUSED: { what: 'the connection was refused', hint: `${checkUrl} Nothing listens there.` },
  ECONNRESET: cut,
  EPIPE: cut,
  ENOTFOUND: { what: 'the host name is not known', hint: checkUrl },
  EAI_AGAIN: { what: 'the host name could not be looked up', hint: checkUrl },
  EHOSTUNREACH: { what: 'there is no route to the host', hint: checkUrl },
  ENETUNREACH: { what: 'the network is unreachable', hint: checkUrl },
  ETIMEDOUT: { what: 'connecting took too long', hint: checkUrl },
}

const addAuthority =
  "The host's certificate must be valid and issued by an authority that this machine trusts; dashboard.ca_file (or GOV_CA_FILE, --ca-file) names a file with more authorities."
const checkScheme =
  'Check the scheme of the address: what answers there speaks plain http, or no http at all.'
const showIdentity =
  'The host may want a client certificate (dashboard.cert_file and key_file), or another version of TLS.'

/** Not tried again: the next attempt meets the same certificate. */
const tlsFaults: Readonly<Record<string, Cause>> = {
  CERT_HAS_EXPIRED: { what: 'its certificate has expired', hint: addAuthority },
  CERT_NOT_YET_VALID: { what: 'its certificate is not valid yet', hint: "Check this machine's clock." },
  DEPTH_ZERO_SELF_SIGNED_CERT: { what: 'its certificate is self-signed', hint: addAuthority },
  SELF_SIGNED_CERT_IN_CHAIN: { what: 'its certificate chain is self-signed', hint: addAuthority },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { what: 'its certificate could not be verified', hint: addAuthority },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    what: 'the issuer of its certificate is not known here',
    hint: addAuthority,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: 'its certificate is for another host',
    hint: 'Write dashboard.url with a name that the certificate has.',
  },
}

const noTls: Cause = { what: 'it does not speak TLS', hint: checkScheme }

/** Other failures of a handshake, by the beginnings of their codes. */
const ofHandshake = /^(?:CERT_|ERR_SSL_|ERR_TLS_|ERR_OSSL_|UNABLE_TO_|EPROTO$|INVALID_CA$|HOSTNAME_MISMATCH$)/

/** What went wrong between here and the dashboard, as one sentence and a hint. Never carries request headers. */
export function connectionError(error: unknown, attempted: Attempted): GovError {
  if (error instanceof GovError) return error
  const { host } = new URL(attempted.url)
  if (attempted.timedOut) return timeout(host, attempted, error)
  const code = errorCode(error) ?? ''
  return (
    unreadable(error, code, host) ??
    untrusted(error, code, host) ??
    refusedByProxy(error, attempted.via) ??
    unreached(error, code, attempted)
  )
}

/** What came is no answer, or cannot be read as one; it would be no other at the next attempt. */
function unreadable(error: unknown, code: string, host: string): GovError | undefined {
  if (code.startsWith('HPE_')) {
    const message = `what ${host} answered is not HTTP: ${messageOf(error)}`
    return new GovError('unavailable', 'answer-not-http', message, checkScheme, error)
  }
  const isPacked = code.startsWith('Z_') || code.startsWith('ERR__ERROR_') || code.startsWith('ERR_BROTLI')
  if (!isPacked && !(error instanceof RangeError || error instanceof TypeError)) return undefined
  const reason = isPacked ? `it cannot be unpacked: ${messageOf(error)}` : messageOf(error)
  const message = `the answer of ${host} cannot be read: ${reason}`
  return new GovError('unavailable', 'answer-unreadable', message, checkUrl, error)
}

function untrusted(error: unknown, code: string, host: string): GovError | undefined {
  if (tlsFaults[code] === undefined && !ofHandshake.test(code)) return undefined
  const isPlain = /wrong version number|packet length too long/.test(messageOf(error))
  const { what, hint } = (isPlain ? noTls : tlsFaults[code]) ?? {
    what: `TLS failed: ${plainReason(error)}`,
    hint: showIdentity,
  }
  return new GovError('unavailable', 'tls', `cannot trust ${host}: ${what}`, hint, error)
}

function refusedByProxy(error: unknown, via = ''): GovError | undefined {
  if (!(error instanceof Error) || !('proxyStatus' in error)) return undefined
  const status = error.proxyStatus
  const hint =
    status === 407
      ? 'Write the user and the password of the proxy into HTTPS_PROXY: http://user:password@host:port.'
      : 'Check HTTPS_PROXY, or name the host in NO_PROXY if it is reached without the proxy.'
  return new GovError(
    'unavailable',
    'proxy-refused',
    `the proxy ${via} refused the way (${status})`,
    hint,
    error,
  )
}

function unreached(error: unknown, code: string, { url, via }: Attempted): GovError {
  const known = connectionFaults[code]
  const what = known?.what ?? messageOf(error)
  const way = via === undefined ? '' : ` through the proxy ${via}`
  const message = `cannot reach ${new URL(url).host}${way}: ${what}`
  const hint = via === undefined ? (known?.hint ?? checkUrl) : `${checkProxy} ${checkUrl}`
  return new GovError('unavailable', 'no-connection', message, hint, error)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** OpenSSL's messages are fields between colons, of which one is for people. */
function plainReason(error: unknown): string {
  const [, reason] = /:SSL routines:[^:]*:([^:]+):/.exec(messageOf(error)) ?? []
  return reason ?? messageOf(error)
}

function timeout(host: string, { budgetMs, timeoutMs }: Attempted, error: unknown): GovError {
  const cut = budgetMs < timeoutMs
  return cut
    ? new GovError(
        'unavailable',
        'deadline',
        `${host} did not answer before the run's deadline`,
        'Raise dashboard.deadline, or check less at once.',
        error,
      )
    : new GovError(
        'unavailable',
        'timeout',
        `${host} did not answer within ${timeoutMs / 1000} s`,
        'Raise dashboard.timeout, or check whether the dashboard is up.',
        error,
      )
}

function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return errorCode(error.cause)
}
