import { type Command, Option } from 'commander'
import { exitCodes, usageError } from '../../core/model/errors.ts'
import { plural } from '../../core/text/wording.ts'
import { serviceLimits } from '../../dashboard/contract/evaluation.ts'
import { parseDuration } from '../../settings/kinds.ts'
import type { Context } from '../../terminal/context.ts'
import { logFormats, type ServeOptions, serve } from './serve.ts'

const examples = `
Examples:
  gov sandbox serve --workspace fixtures/workspace --port 8090
  gov sandbox serve --workspace my-workspace --persist
  gov sandbox serve --workspace my-workspace --port 0 --max-issues none

Then, with the access_key of a user of the workspace, or the secrets in its workspace.yml:
  GOV_TOKEN=demo-key-pipeline gov check --url http://127.0.0.1:8090 \\
      --api-id payments --ruleset-id rs-security
  GOV_ADMIN_TOKEN=demo-admin-secret gov user get 64b0c1e2a1dcd60001d0e102 \\
      --url http://127.0.0.1:8090
  curl http://127.0.0.1:8090/openapi.json`

interface ServeFlags extends Pick<ServeOptions, 'workspace' | 'host' | 'port' | 'persist' | 'log' | 'grace'> {
  readonly maxApis: number
  readonly maxRulesets: number
  readonly maxCategories: number
  readonly maxIssues: number
  readonly maxBody: number
  readonly maxSaved: number
  readonly maxSavedBytes: number
  /** Milliseconds. */
  readonly maxTime: number
  /** Megabytes. */
  readonly maxMemory: number
}

export function add(sandbox: Command, context: Context): void {
  const { apis, rulesets, categories, issues, bodyBytes } = serviceLimits
  const limit = (spelling: string, what: string, value: number) =>
    createLimitOption(spelling, `${what}, or "none"`, value, acceptNone(readNumber))
  sandbox
    .description(
      'The embedded sandbox serves the operations of a dashboard and its gateway from a folder (the workspace).',
    )
    .command('serve')
    .summary('serve a workspace until interrupted')
    .description(
      'Serves the workspace over HTTP, only on this machine and under its names, unless --host changes that. GET /openapi.json ' +
        'describes every operation. Changes stay in memory until the process exits; with ' +
        '--persist each is written to the folder before the response. ' +
        'Only one process at a time can persist a folder.',
    )
    .requiredOption('--workspace <folder>', 'folder to serve')
    .addOption(
      createLimitOption('--port <number>', 'port to listen on; 0 takes any free port', 8090, readNumber),
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(new Option('--log <format>', 'log each request on standard output').choices(logFormats))
    .option('--persist', 'write each change to the folder before the response')
    .addOption(limit('--max-apis <number>', 'maximum APIs per evaluation', apis))
    .addOption(limit('--max-rulesets <number>', 'maximum rulesets per evaluation', rulesets))
    .addOption(limit('--max-categories <number>', 'maximum categories per evaluation', categories))
    .addOption(limit('--max-issues <number>', 'maximum issues per response', issues))
    .addOption(limit('--max-body <bytes>', "the size of a request's body", bodyBytes))
    .addOption(
      limit('--max-saved <number>', 'rulesets, keys or key requests that an organisation may save', 1_000),
    )
    .addOption(limit('--max-saved-bytes <bytes>', 'their size in all, of each kind', 50 * 1024 * 1024))
    .addOption(
      createLimitOption(
        '--max-time <duration>',
        'time limit per evaluation, such as 30s, or "none"',
        60_000,
        acceptNone(readTime),
      ).default(60_000, '60s'),
    )
    .addOption(
      createLimitOption(
        '--grace <duration>',
        'time for running requests to be answered when it is stopped',
        10_000,
        (flag, text) => (/^0(ms|s|m)?$/.test(text) ? 0 : readTime(flag, text)),
      ).default(10_000, '10s'),
    )
    .addOption(
      createLimitOption(
        '--max-memory <megabytes>',
        'memory limit per evaluation, at least 64, or "none"',
        1024,
        acceptNone(readMemory),
      ),
    )
    .addHelpText('after', examples)
    .action((flags: ServeFlags) => runSandboxServe(flags, context))
}

/** Serves until SIGINT or SIGTERM, which are the way to end it: exit 0, once what runs is answered. */
async function runSandboxServe(flags: ServeFlags, context: Context): Promise<number> {
  const { workspace, host, port, persist, maxTime: timeLimitMs, maxMemory: memoryLimitMb } = flags
  const limits = {
    apis: flags.maxApis,
    rulesets: flags.maxRulesets,
    categories: flags.maxCategories,
    issues: flags.maxIssues,
    bodyBytes: flags.maxBody,
  }
  const quota = { records: flags.maxSaved, bytes: flags.maxSavedBytes }
  const { grace, log } = flags
  const options = { workspace, host, port, persist, limits, quota, timeLimitMs, memoryLimitMb, grace, log }
  const write = (line: string) => void context.io.stdout.write(`${line}\n`)
  await serve(options, context, write, ({ url, apis, rulesets, users }) => {
    const kept = persist ? 'Changes are written to the folder. ' : ''
    void context.io.stderr.write(
      `Serving ${workspace} at ${url} (${plural(apis, 'API')}, ${plural(rulesets, 'ruleset')}, ${plural(users, 'user')}). ${kept}Tokens: access_key in ${workspace}/users. Stop with Ctrl-C.\n`,
    )
  })
  return exitCodes.pass
}

/** Reads the text of a flag. Throws GovError, usage. */
type ReadFlags = (flag: string, text: string) => number

function createLimitOption(spelling: string, what: string, value: number, read: ReadFlags): Option {
  const [flag = ''] = spelling.split(' ')
  return new Option(spelling, what).default(value).argParser((text) => read(flag, text))
}

function acceptNone(read: ReadFlags): ReadFlags {
  return (flag, text) => (text === 'none' ? Number.POSITIVE_INFINITY : read(flag, text))
}

function readNumber(flag: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const what = `${flag} must be a whole number, not ${JSON.stringify(text)}`
  throw usageError('flag-invalid', what, `Write digits only, such as ${flag} 10.`)
}

function readTime(flag: string, text: string): number {
  const time = parseDuration(text)
  if (time !== undefined) return time
  const what = `${flag} must be a duration, not ${JSON.stringify(text)}`
  throw usageError('flag-invalid', what, 'Write a whole number and its unit, such as 500ms, 30s or 5m.')
}

/** The program itself takes some: with less than this no evaluation would come to an end. */
const leastMemoryMb = 64

function readMemory(flag: string, text: string): number {
  const megabytes = readNumber(flag, text)
  if (megabytes >= leastMemoryMb) return megabytes
  const what = `${flag} must be at least ${leastMemoryMb} megabytes, not ${megabytes}`
  throw usageError('flag-invalid', what, `Write ${leastMemoryMb} or more, or none.`)
}
