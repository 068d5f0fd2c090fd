import type { AgentOptions } from 'node:https'
import * as tls from 'node:tls'
import { usageError } from '../../model/errors.ts'

/** Whom TLS believes, and what it shows. */
export interface Trust {
  /** More authorities, as PEM; beside those that are trusted anyway. */
  readonly authorities?: readonly string[] | undefined
  /** A client certificate with its key, as PEM. */
  readonly identity?: { readonly cert: string; readonly key: string } | undefined
  /** Accept any certificate. */
  readonly insecure?: boolean | undefined
}

/** Options for TLS connections. Throws GovError, usage, for a certificate or key that is none, or is of no use. */
export function tlsOptions({ authorities = [], identity, insecure = false }: Trust): AgentOptions {
  const more = authorities.length === 0 ? {} : { ca: [...authorities, ...trustedAnyway()] }
  if (identity) refuseUnusable(identity)
  // Said in either case: an environment variable must not switch it off without a word.
  return { rejectUnauthorized: !insecure, ...more, ...identity }
}

/** Without a list of our own, Node trusts its own roots and those of NODE_EXTRA_CA_CERTS; a list takes their place. */
function trustedAnyway(): readonly string[] {
  const known: unknown = Reflect.get(tls, 'getCACertificates')
  const all: unknown = typeof known === 'function' ? known('default') : undefined
  return Array.isArray(all) ? all : tls.rootCertificates
}

function refuseUnusable(identity: { readonly cert: string; readonly key: string }): void {
  try {
    tls.createSecureContext(identity)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error:\w+:/, '') : ''
    throw usageError(
      'certificate-unusable',
      `the client certificate and its key cannot be used: ${reason}`,
      'Give cert_file a PEM certificate, and key_file its own key, not encrypted.',
      error,
    )
  }
}
