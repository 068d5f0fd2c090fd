import type { Command } from 'commander'
import type { SettingFlags } from '../../settings/table.ts'
import { collect } from './collect.ts'
import { addConnectionFlags, type ConnectionFlags } from './connection-flags.ts'
import { addSettingFlags } from './setting-flags.ts'

/** What to check, and how to reach the dashboard, as it was typed. */
export interface AskFlags extends SettingFlags<'target' | 'dashboard' | 'request'>, ConnectionFlags {
  readonly config?: string
  readonly trustPaths?: boolean
  readonly allowExtends?: readonly string[]
  readonly diagnose?: boolean
  readonly serviceLimits?: boolean
}

export const trustPathsHelp = 'allow the config to use files outside its repository'
export const configHelp = 'config file (default: nearest .governance.yml, up to the repository root)'

/** Every list may be given several times, once for each value. */
export function addTargetFlags(command: Command): Command {
  command.option('--config <file>', configHelp).option('--trust-paths', trustPathsHelp)
  return addSettingFlags(command, 'target', 'dashboard').option(
    '--allow-extends <url>',
    'URL that local rulesets may extend; a trailing slash allows all below it; repeatable',
    collect,
  )
}

export function addRequestFlags(command: Command): Command {
  const asked = addSettingFlags(command, 'request')
    .option('--diagnose', 'split requests that failed in part, to find each failing API and ruleset')
    .option('--service-limits', "apply the dashboard's limits to the embedded sandbox")
  return addConnectionFlags(asked)
}
