import type { Command } from 'commander'
import type { SettingFlags } from '../../settings/table.ts'
import { addSettingFlags } from './setting-flags.ts'

/** How a dashboard is reached, as it was typed. */
export interface ConnectionFlags extends SettingFlags<'connection'> {
  readonly insecureHttp?: boolean
  readonly insecureTls?: boolean
  readonly verbose?: boolean
  readonly debug?: boolean
}

export function addConnectionFlags(command: Command): Command {
  return addSettingFlags(command, 'connection')
    .option('--insecure-http', 'allow sending credentials over plain http')
    .option('--insecure-tls', 'do not verify certificates; an interceptor can read credentials')
    .option('--verbose', 'log each request to stderr, without secrets')
    .option('--debug', 'also log bodies, truncated and without secrets')
}
