import { type Command, Option } from 'commander'
import { type Strictness, strictnesses } from '../gate/policy.ts'
import { addOutputFlags, type OutputFlags } from './output-flags.ts'

/** The flags of `gov check` as they were typed. */
export interface CheckFlags extends OutputFlags {
  readonly config?: string
  readonly apiId?: readonly string[]
  readonly definition?: readonly string[]
  readonly rulesetId?: readonly string[]
  readonly category?: readonly string[]
  readonly rulesetFile?: readonly string[]
  readonly url?: string
  readonly workspace?: string
  readonly failOn?: string
  readonly maxError?: string
  readonly maxWarn?: string
  readonly maxInfo?: string
  readonly maxHint?: string
  readonly strictness?: Strictness
  readonly timeout?: string
  readonly deadline?: string
  readonly retries?: string
  readonly concurrency?: string
  readonly onTruncation?: string
  readonly diagnose?: boolean
  readonly serviceLimits?: boolean
  readonly insecureHttp?: boolean
}

export const checkExamples = `
Examples:
  gov check
      what the config says
  gov check --config .governance.example.yml --fail-on warn
      another config, a stricter policy
  gov check --definition openapi.yaml --ruleset-file rules.yaml
      a local file and a local ruleset, without a dashboard
  gov check --url https://dashboard.example.com --api-id payments --category public
      a saved API, without a config
  gov check --format json --output gov.json
      the whole report, for a program
  gov check --output sarif=gov.sarif --output html=gov.html
      two more reports, beside the table

The token is read from GOV_TOKEN, or from the file that GOV_TOKEN_FILE names.
GOV_URL wins over the config's url, and --url over both.`

/** Adds what `gov check` takes; every list may be given several times, once for each value. */
export function addCheckFlags(command: Command): Command {
  command
    .option('--config <file>', 'the config (default: .governance.yml, searched up to the repository root)')
    .option('--api-id <id>', 'a saved API to evaluate; repeatable', collect)
    .option('--definition <file>', 'a local OpenAPI file to evaluate; repeatable', collect)
    .option('--ruleset-id <id>', 'a ruleset of the dashboard to run; repeatable', collect)
    .option('--category <name>', 'run the rulesets of a category; repeatable', collect)
    .option('--ruleset-file <file>', 'a local ruleset to run, in the embedded sandbox; repeatable', collect)
    .option('--url <url>', 'the dashboard, or "embedded" (env: GOV_URL)')
    .option('--workspace <folder>', 'the folder that the embedded sandbox serves')
    .option('--fail-on <severity>', 'error, warn, info, hint or never (default: error)')
    .option('--max-error <number>', 'how many errors are accepted, whatever --fail-on says')
    .option('--max-warn <number>', 'how many warnings are accepted; likewise --max-info, --max-hint')
    .addOption(new Option('--max-info <number>').hideHelp())
    .addOption(new Option('--max-hint <number>').hideHelp())
    .addOption(
      new Option('--strictness <name>', "in place of the config's policy; see gov help strictness")
        .choices(Object.keys(strictnesses))
        .conflicts(['failOn', 'maxError', 'maxWarn', 'maxInfo', 'maxHint']),
    )
    .option('--timeout <duration>', 'for one request, such as 30s (default: 30s)')
    .option('--deadline <duration>', 'for the whole run, such as 5m (default: 5m)')
    .option('--retries <number>', 'attempts after the first, 0 to 10 (default: 3)')
    .option('--concurrency <number>', 'requests under way at once, 1 to 32 (default: 4)')
    .option('--on-truncation <choice>', 'fail, or split: ask again in smaller pieces (default: fail)')
    .option('--diagnose', 'ask again in smaller pieces what failed in part, and name each failing pair')
    .option('--service-limits', "put the dashboard's own limits on the embedded sandbox")
    .option('--insecure-http', 'send the token over plain http to another machine')
  return addOutputFlags(command)
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}
