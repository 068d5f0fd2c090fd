import { GovError } from '../../core/model/errors.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import type { Trust } from '../../dashboard/transport/trust.ts'
import type { TokenVariable } from '../../settings/table.ts'
import type { Evaluator } from '../types.ts'

/** A dashboard to ask, over the network or in this process. */
export interface Dashboard {
  readonly client: DashboardClient
  /** Ends its connections; a run that does not call it does not end. */
  close(): Promise<void>
}

export type LogLevel = 'requests' | 'bodies'

/** The PEM texts of a connection. */
export type TrustFiles = Pick<Trust, 'authorities' | 'identity'>

/** How a dashboard is reached. */
export interface ConnectionOptions {
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly retries: number
  readonly longestAskedMs?: number | undefined
  readonly trust?: Trust | undefined
  /** Sent with every request; their values may be secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly log?: LogLevel | undefined
}

export type ProbeOptions = Pick<ConnectionOptions, 'timeoutMs' | 'trust'>

export type Access = 'user' | 'admin' | 'gateway'

export const tokenVariables: Readonly<Record<Access, TokenVariable>> = {
  user: 'GOV_TOKEN',
  admin: 'GOV_ADMIN_TOKEN',
  gateway: 'GOV_GATEWAY_TOKEN',
}

const origins: Readonly<Record<Access, string>> = {
  user: "the Dashboard API access credentials from the user's profile",
  admin: "the admin secret from the dashboard's configuration",
  gateway: "the secret from the gateway's configuration",
}

export function credentialMissingError(access: Access, url: string): GovError {
  const variable = tokenVariables[access]
  return new GovError(
    'access',
    'token-missing',
    `no token for ${url}: ${variable} is not set`,
    `Set ${variable}, or ${variable}_FILE to a file containing it: ${origins[access]}.`,
  )
}

/** Has a dashboard evaluate: each call is one request. */
export function dashboardEvaluator({ client, close }: Dashboard): Evaluator {
  return {
    evaluateApis: client.evaluateApis,
    evaluateDefinition: ({ source: { bytes, contentType }, api_id, api_name }, selector, onAnswer) =>
      client.evaluateDefinition({ bytes, contentType, api_id, api_name }, selector, onAnswer),
    records: async () => client,
    close,
  }
}
