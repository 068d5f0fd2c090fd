import type { Command } from 'commander'
import { addConnectionFlags, type ConnectionFlags } from './connection-flags.ts'

/** What to evaluate, and how to reach who evaluates it, as it was typed. */
export interface AskFlags extends ConnectionFlags {
  readonly config?: string
  readonly trustPaths?: boolean
  readonly apiId?: readonly string[]
  readonly definition?: readonly string[]
  readonly rulesetId?: readonly string[]
  readonly category?: readonly string[]
  readonly rulesetFile?: readonly string[]
  readonly allowExtends?: readonly string[]
  readonly url?: string
  readonly workspace?: string
  readonly baseline?: string
  readonly concurrency?: string
  readonly onTruncation?: string
  readonly diagnose?: boolean
  readonly serviceLimits?: boolean
}

export const trustPathsHelp = 'let the config name files outside of its repository'

/** Every list may be given several times, once for each value. */
export function addTargetFlags(command: Command): Command {
  return command
    .option('--config <file>', 'the config (default: .governance.yml, searched up to the repository root)')
    .option('--trust-paths', trustPathsHelp)
    .option('--api-id <id>', 'a saved API to evaluate; repeatable', collect)
    .option('--definition <file>', 'a local OpenAPI file to evaluate; repeatable', collect)
    .option('--ruleset-id <id>', 'a ruleset of the dashboard to run; repeatable', collect)
    .option('--category <name>', 'run the rulesets of a category; repeatable', collect)
    .option('--ruleset-file <file>', 'a local ruleset to run, in the embedded sandbox; repeatable', collect)
    .option(
      '--allow-extends <url>',
      'a URL that local rulesets may extend; with a slash at its end all below it; repeatable',
      collect,
    )
    .option('--url <url>', 'the dashboard, or "embedded" (env: GOV_URL)')
    .option('--workspace <folder>', 'the folder that the embedded sandbox serves')
    .option('--baseline <file>', 'issues known before, which do not count (gov baseline)')
}

export function addRequestFlags(command: Command): Command {
  const asked = command
    .option('--timeout <duration>', 'for one request, such as 30s (default: 30s)')
    .option('--deadline <duration>', 'for the whole run, such as 5m (default: 5m)')
    .option('--retries <number>', 'attempts after the first, 0 to 10 (default: 7)')
    .option('--concurrency <number>', 'requests under way at once, 1 to 32 (default: 4)')
    .option('--on-truncation <choice>', 'fail, or split: ask again in smaller pieces (default: fail)')
    .option('--diagnose', 'ask again in smaller pieces what failed in part, and name each failing pair')
    .option('--service-limits', "put the dashboard's own limits on the embedded sandbox")
  return addConnectionFlags(asked)
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}
