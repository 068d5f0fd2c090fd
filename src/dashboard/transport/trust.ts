import * as tls from 'node:tls'
import { usageError } from '../../core/model/errors.ts'
import { readMessage } from '../../core/model/file-fault.ts'

/** Whom TLS believes, and what it shows. */
export interface Trust {
  /** More authorities, as PEM; beside those that are trusted anyway. */
  readonly authorities?: readonly string[] | undefined
  /** A client certificate with its key, as PEM. */
  readonly identity?: { readonly cert: string; readonly key: string } | undefined
  /** Accept any certificate. */
  readonly insecure?: boolean | undefined
}

type TlsOptions = tls.SecureContextOptions & { readonly rejectUnauthorized: boolean }

/** Options for all connections of one agent: Node takes 30 ms to read a list of authorities, for each that is given one. */
export function tlsConnection(trust: Trust) {
  const { rejectUnauthorized, ...context } = tlsOptions(trust)
  return { rejectUnauthorized, secureContext: tls.createSecureContext(context) }
}

/** Options for TLS connections. Throws GovError, usage, for a client certificate or key that cannot be used. */
export function tlsOptions({ authorities = [], identity, insecure = false }: Trust): TlsOptions {
  const more = authorities.length === 0 ? {} : { ca: [...authorities, ...defaultAuthorities()] }
  if (identity) refuseUnusable(identity)
  // Set in either case: NODE_TLS_REJECT_UNAUTHORIZED must not switch it off.
  return { rejectUnauthorized: !insecure, ...more, ...identity }
}

/** Without a list of our own, Node trusts its own roots and those of NODE_EXTRA_CA_CERTS; a list replaces them. */
function defaultAuthorities(): readonly string[] {
  const known: unknown = Reflect.get(tls, 'getCACertificates')
  const all: unknown = typeof known === 'function' ? known('default') : undefined
  return Array.isArray(all) ? all : tls.rootCertificates
}

function refuseUnusable(identity: { readonly cert: string; readonly key: string }): void {
  try {
    tls.createSecureContext(identity)
  } catch (error) {
    throw isEncrypted(identity.key) ? encryptedKeyError(error) : unusableKeyError(error)
  }
}

/** PKCS #8, or the older form with its own header. */
function isEncrypted(key: string): boolean {
  return /^-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(key)
}

function encryptedKeyError(cause: unknown): Error {
  return usageError(
    'key-encrypted',
    'the client key is encrypted, and gov takes no passphrase',
    'Decrypt it with `openssl pkey -in KEY -out PLAIN`, keep PLAIN readable to you alone, and pass that as key_file.',
    cause,
  )
}

function unusableKeyError(cause: unknown): Error {
  const reason = readMessage(cause).replace(/^error:\w+:/, '')
  return usageError(
    'certificate-unusable',
    `cannot use the client certificate or its key: ${reason}`,
    'Set cert_file to a PEM certificate, and key_file to its own key.',
    cause,
  )
}
