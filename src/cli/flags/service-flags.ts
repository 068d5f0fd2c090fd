import type { Command } from 'commander'
import type { Access } from '../../run/connect/open-service.ts'
import { trustPathsHelp } from './ask-flags.ts'
import { addConnectionFlags, type ConnectionFlags } from './connection-flags.ts'

/** What every command takes that asks a dashboard, as it was typed. */
export interface ServiceFlags extends ConnectionFlags {
  readonly config?: string
  readonly trustPaths?: boolean
  readonly url?: string
  readonly workspace?: string
  readonly gatewayUrl?: string
  readonly product?: string
  readonly json?: boolean
}

export function addServiceFlags(command: Command): Command {
  const asked = command
    .option('--json', 'print the object as the dashboard sent it, for a program')
    .option('--config <file>', 'the config (default: .governance.yml, searched up to the repository root)')
    .option('--trust-paths', trustPathsHelp)
    .option('--url <url>', 'the dashboard, or "embedded" (env: GOV_URL)')
    .option('--workspace <folder>', 'the folder that the embedded sandbox serves')
    .option('--timeout <duration>', 'for one request, such as 30s (default: 30s)')
    .option('--deadline <duration>', 'for the whole run, such as 5m (default: 5m)')
    .option(
      '--retries <number>',
      'attempts after the first, 0 to 10 (default: 7); what changes something has none',
    )
  return addConnectionFlags(asked).option('--no-color', 'print without colour')
}

/** For an operation of the gateway. */
export function addGatewayFlags(command: Command): Command {
  return command
    .option('--gateway-url <url>', 'the gateway (env: GOV_GATEWAY_URL; config: gateway.url)')
    .option('--product <word>', 'the word in its paths and header (config: gateway.product; default: gw)')
}

const credentials: Readonly<Record<Access, string>> = {
  user: "GOV_TOKEN, a user's Dashboard API access credentials (Authorization: Bearer)",
  admin: "GOV_ADMIN_TOKEN, the admin secret of the dashboard's configuration (Admin-Auth)",
  gateway: "GOV_GATEWAY_TOKEN, the gateway's secret (X-{Product}-Authorization)",
}

/** The end of a command's help: examples, the credential, and how it exits. */
export function helpEnd(examples: readonly string[], access: Access, exits = ''): string {
  const [variable = ''] = credentials[access].split(',')
  return `
Examples:
${examples.map((line) => `  ${line}`).join('\n')}

Credential: ${credentials[access]}, or the file that ${variable}_FILE names. The embedded sandbox needs none.

Exit codes: 0 done, 2 usage, 3 access, 4 unavailable, 6 not found${exits}.
gov help exit-codes says more.`
}
