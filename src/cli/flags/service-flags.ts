import type { Command } from 'commander'
import type { Access } from '../../run/connect/open-service.ts'
import type { SettingFlags } from '../../settings/table.ts'
import { configHelp, trustPathsHelp } from './ask-flags.ts'
import { addConnectionFlags, type ConnectionFlags } from './connection-flags.ts'
import { addSettingFlags } from './setting-flags.ts'

/** What every command takes that asks a dashboard, as it was typed. */
export interface ServiceFlags extends SettingFlags<'dashboard' | 'gateway'>, ConnectionFlags {
  readonly config?: string
  readonly trustPaths?: boolean
  readonly json?: boolean
}

export function addServiceFlags(command: Command): Command {
  const asked = command
    .option('--json', 'print the object as sent by the dashboard, for programs')
    .option('--config <file>', configHelp)
    .option('--trust-paths', trustPathsHelp)
  return addConnectionFlags(addSettingFlags(asked, 'dashboard')).option('--no-color', 'disable colour')
}

/** For an operation of the gateway. */
export function addGatewayFlags(command: Command): Command {
  return addSettingFlags(command, 'gateway')
}

const credentials: Readonly<Record<Access, string>> = {
  user: "GOV_TOKEN, a user's Dashboard API access credentials (Authorization: Bearer)",
  admin: "GOV_ADMIN_TOKEN, the admin secret from the dashboard's configuration (Admin-Auth)",
  gateway: "GOV_GATEWAY_TOKEN, the gateway's secret (X-{Product}-Authorization)",
}

/** The end of a command's help: examples, the credential, and how it exits. */
export function helpEnd(examples: readonly string[], access: Access, exits = ''): string {
  const [variable = ''] = credentials[access].split(',')
  return `
Examples:
${examples.map((line) => `  ${line}`).join('\n')}

Credential: ${credentials[access]}, or the file named by ${variable}_FILE. The embedded sandbox needs none.

Exit codes: 0 done, 2 usage, 3 access, 4 unavailable, 6 not found${exits}.
More: gov help exit-codes.`
}
