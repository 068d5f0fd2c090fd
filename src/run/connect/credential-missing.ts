import { GovError } from '../../model/errors.ts'
import type { TokenVariable } from '../../settings/table.ts'

/** Which credential an operation needs. */
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

export function credentialMissing(access: Access, url: string): GovError {
  const variable = tokenVariables[access]
  return new GovError(
    'access',
    'token-missing',
    `no token for ${url}: ${variable} is not set`,
    `Set ${variable}, or ${variable}_FILE to a file containing it: ${origins[access]}.`,
  )
}
