import { GovError } from '../core/model/errors.ts'
import { findErrorCode, readMessage } from '../core/model/file-fault.ts'
import { isObject } from '../core/model/record.ts'

interface Attempted {
  readonly url: string
  /** The proxy on the way. */
  readonly via?: string | undefined
}

interface ConnectionCause {
  readonly what: string
  readonly hint: string
}

const checkUrl = 'Check dashboard.url (or GOV_URL, --url), and that this machine can reach that host.'
const checkProxy = 'Check the proxy (HTTPS_PROXY or HTTP_PROXY), or add the host to NO_PROXY.'
const cut: ConnectionCause = {
  what: 'connection closed before the response was complete',
  hint: 'Run the check again; a proxy or firewall may be closing connections.',
}
const slow: ConnectionCause = { what: 'connecting timed out', hint: checkUrl }

/** The codes of Node and of undici. */
const connectionFaults: Readonly<Record<string, ConnectionCause>> = {
  ECONNREFUSED: { what: 'connection refused', hint: `${checkUrl} Nothing is listening on that port.` },
  ECONNRESET: cut,
  EPIPE: cut,
  UND_ERR_SOCKET: cut,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
    what: 'the response does not have the length that it announced',
    hint: cut.hint,
  },
  ENOTFOUND: { what: 'unknown host name', hint: checkUrl },
  EAI_AGAIN: { what: 'host name lookup failed', hint: checkUrl },
  EHOSTUNREACH: { what: 'no route to the host', hint: checkUrl },
  ENETUNREACH: { what: 'the network is unreachable', hint: checkUrl },
  ETIMEDOUT: slow,
  UND_ERR_CONNECT_TIMEOUT: slow,
}

const droppedCodes: readonly string[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/** True when the other side closed the connection. */
export function isDropped(error: unknown): boolean {
  return droppedCodes.includes(errorCode(error) ?? '')
}

/** True when no name server knows the host, or nothing listens there. */
export function isNobodyThere(error: unknown): boolean {
  return ['ENOTFOUND', 'ECONNREFUSED'].includes(errorCode(error) ?? '')
}

const addAuthority =
  'The host needs a valid certificate from a trusted CA. Add your own CA with dashboard.ca_file (or GOV_CA_FILE, --ca-file).'
const checkScheme = 'Check the scheme of the URL: the host speaks plain http, or no http at all.'
const showIdentity =
  'The host may require a client certificate (dashboard.cert_file and key_file) or another TLS version.'

/** TLS faults are not retried: the next attempt meets the same certificate. */
const tlsFaults: Readonly<Record<string, ConnectionCause>> = {
  CERT_HAS_EXPIRED: { what: 'its certificate has expired', hint: addAuthority },
  CERT_NOT_YET_VALID: { what: 'its certificate is not valid yet', hint: "Check this machine's clock." },
  DEPTH_ZERO_SELF_SIGNED_CERT: { what: 'its certificate is self-signed', hint: addAuthority },
  SELF_SIGNED_CERT_IN_CHAIN: { what: 'its certificate chain is self-signed', hint: addAuthority },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { what: 'its certificate could not be verified', hint: addAuthority },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    what: 'the issuer of its certificate is not trusted',
    hint: addAuthority,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: 'its certificate is for another host',
    hint: 'Set dashboard.url to a name that the certificate has.',
  },
}

const noTls: ConnectionCause = { what: 'it does not speak TLS', hint: checkScheme }

/** OpenSSL's codes for a host that answers in plain text. */
const plainTextCodes: readonly string[] = ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']

/** Other failures of a handshake, by the beginnings of their codes. */
const ofHandshake = /^(?:CERT_|ERR_SSL_|ERR_TLS_|ERR_OSSL_|UNABLE_TO_|EPROTO$|INVALID_CA$|HOSTNAME_MISMATCH$)/

/** A connection failure as one sentence and a hint. Never carries request headers. */
export function connectionError(error: unknown, attempted: Attempted): GovError {
  if (error instanceof GovError) return error
  const { host } = new URL(attempted.url)
  const code = errorCode(error) ?? ''
  return (
    findUnreadableError(error, code, host) ??
    findTlsError(error, code, host) ??
    findProxyRefusal(error, code, attempted.via) ??
    unreachedError(error, code, attempted)
  )
}

/** The run's deadline came first where an attempt was given less than `timeoutMs`. */
export function timeoutError(
  url: string,
  { budgetMs, timeoutMs }: { readonly budgetMs: number; readonly timeoutMs: number },
): GovError {
  const { host } = new URL(url)
  const [code, message, hint] =
    budgetMs < timeoutMs
      ? ['deadline', "before the run's deadline", 'Raise dashboard.deadline, or check less at once.']
      : [
          'timeout',
          `within ${timeoutMs / 1000} s`,
          'Raise dashboard.timeout, or check that the dashboard is up.',
        ]
  return new GovError('unavailable', code, `${host} did not respond ${message}`, hint)
}

/** The response cannot be read; the next attempt would get the same one. */
function findUnreadableError(error: unknown, code: string, host: string): GovError | undefined {
  if (
    code.startsWith('HPE_') ||
    getErrorName(error) === 'HTTPParserError' ||
    code === 'UND_ERR_HEADERS_OVERFLOW'
  ) {
    const message = `the response of ${host} is not HTTP: ${readMessage(error)}`
    return new GovError('unavailable', 'answer-not-http', message, checkScheme, error)
  }
  const isPacked = code.startsWith('Z_') || code.startsWith('ERR__ERROR_') || code.startsWith('ERR_BROTLI')
  if (!isPacked && !['RangeError', 'TypeError'].includes(String(getErrorName(error)))) return undefined
  const reason = isPacked ? `it cannot be decompressed: ${readMessage(error)}` : readMessage(error)
  const message = `cannot read the response of ${host}: ${reason}`
  return new GovError('unavailable', 'answer-unreadable', message, checkUrl, error)
}

function findTlsError(error: unknown, code: string, host: string): GovError | undefined {
  if (tlsFaults[code] === undefined && !ofHandshake.test(code)) return undefined
  const { what, hint } = (plainTextCodes.includes(code) ? noTls : tlsFaults[code]) ?? {
    what: `TLS failed: ${plainReason(error)}`,
    hint: showIdentity,
  }
  return new GovError('unavailable', 'tls', `cannot trust ${host}: ${what}`, hint, error)
}

function findProxyRefusal(error: unknown, code: string, via = ''): GovError | undefined {
  if (code !== 'PROXY_REFUSAL' || !isObject(error) || !('status' in error)) return undefined
  const hint =
    error.status === 407
      ? 'Put the user and password of the proxy into HTTPS_PROXY: http://user:password@host:port.'
      : 'Check HTTPS_PROXY, or add the host to NO_PROXY if it can be reached without the proxy.'
  const message = `the proxy ${via} refused to connect (${error.status})`
  return new GovError('unavailable', 'proxy-refused', message, hint, error)
}

function unreachedError(error: unknown, code: string, { url, via }: Attempted): GovError {
  const known = connectionFaults[code]
  const what = known?.what ?? readMessage(error)
  const way = via === undefined ? '' : ` through the proxy ${via}`
  const message = `cannot reach ${new URL(url).host}${way}: ${what}`
  const hint = via === undefined ? (known?.hint ?? checkUrl) : `${checkProxy} ${checkUrl}`
  return new GovError('unavailable', 'no-connection', message, hint, error)
}

/** OpenSSL's messages are fields between colons, of which one is for people. */
function plainReason(error: unknown): string {
  const [, reason] = /:SSL routines:[^:]*:([^:]+):/.exec(readMessage(error)) ?? []
  return reason ?? readMessage(error)
}

function errorCode(error: unknown): string | undefined {
  const code = findErrorCode(error)
  if (code !== undefined || !isObject(error)) return code
  if ('errors' in error && Array.isArray(error.errors)) return errorCode(error.errors[0])
  return 'cause' in error ? errorCode(error.cause) : undefined
}

function getErrorName(error: unknown): unknown {
  return isObject(error) && 'name' in error ? error.name : undefined
}
