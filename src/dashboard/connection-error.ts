import { GovError } from '../errors.ts'

interface Attempted {
  readonly url: string
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
const checkTls = "The host's certificate must be valid and issued by an authority that this machine trusts."

const connectionFaults: Readonly<Record<string, Cause>> = {
  ECONNREFUSED: { what: 'the connection was refused', hint: `${checkUrl} Nothing listens there.` },
  ECONNRESET: {
    what: 'the connection was reset',
    hint: 'Run the check again; a proxy or firewall may be cutting it.',
  },
  UND_ERR_SOCKET: {
    what: 'the connection was closed early',
    hint: 'Run the check again; a proxy may be cutting it.',
  },
  EPIPE: { what: 'the connection was closed early', hint: 'Run the check again; a proxy may be cutting it.' },
  ENOTFOUND: { what: 'the host name is not known', hint: checkUrl },
  EAI_AGAIN: { what: 'the host name could not be looked up', hint: checkUrl },
  EHOSTUNREACH: { what: 'there is no route to the host', hint: checkUrl },
  ENETUNREACH: { what: 'the network is unreachable', hint: checkUrl },
  ETIMEDOUT: { what: 'connecting took too long', hint: checkUrl },
  UND_ERR_CONNECT_TIMEOUT: { what: 'connecting took too long', hint: checkUrl },
}

const addAuthority = 'NODE_EXTRA_CA_CERTS names a file with more authorities to trust.'

/** Not tried again: the next attempt meets the same certificate. */
const tlsFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate could not be verified',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of its certificate is not known here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
}

/** What went wrong between here and the dashboard, as one sentence and a hint. Never carries request headers. */
export function connectionError(error: unknown, attempted: Attempted): GovError {
  const host = new URL(attempted.url).host
  if (attempted.timedOut) return timeout(host, attempted, error)
  if (error instanceof RangeError || error instanceof TypeError) {
    return new GovError(
      'unavailable',
      'answer-unreadable',
      `the answer of ${host} cannot be read: ${error.message}`,
      checkUrl,
      error,
    )
  }
  const code = errorCode(error) ?? ''
  const untrusted = tlsFaults[code]
  if (untrusted !== undefined) {
    const message = `cannot trust ${host}: ${untrusted}`
    return new GovError('unavailable', 'tls', message, `${checkTls} ${addAuthority}`, error)
  }
  const known = connectionFaults[code]
  const what = known?.what ?? (error instanceof Error ? error.message : String(error))
  return new GovError(
    'unavailable',
    'no-connection',
    `cannot reach ${host}: ${what}`,
    known?.hint ?? checkUrl,
    error,
  )
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
