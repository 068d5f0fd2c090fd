import type { Command } from 'commander'
import type { Access } from '../../check/connect/dashboard.ts'
import { type OpenServiceRequest, openService } from '../../check/connect/open-service.ts'
import { exitCodes } from '../../core/model/errors.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import { readFlags } from '../../settings/flags.ts'
import type { SettingFlags } from '../../settings/table.ts'
import type { Context } from '../context.ts'
import { jsonView } from '../views.ts'
import { addConfigFlags, addConnectionFlags, type ConnectionFlags, connectionRequest } from './ask-flags.ts'
import { addSettingFlags } from './setting-flags.ts'

/** The flags of every command that asks a dashboard, as typed. */
export interface ServiceFlags extends SettingFlags<'dashboard' | 'gateway'>, ConnectionFlags {
  readonly json?: boolean
}

export interface ServiceCall<Flags = object> {
  readonly args: readonly string[]
  readonly flags: ServiceFlags & Flags
  readonly context: Context
  /** Runs `work` with the dashboard of flags, environment and config, and its address; an embedded one has none. Throws GovError. */
  readonly ask: <Answer>(
    work: (client: DashboardClient, url: string | undefined) => Promise<Answer>,
  ) => Promise<Answer>
  /** A change: an embedded sandbox forgets it with the process, and a note says so. */
  readonly change: <Answer>(work: (client: DashboardClient) => Promise<Answer>) => Promise<Answer>
  /** Prints the dashboard's own object with `--json`, and the text without it. */
  readonly print: (answer: unknown, text: string) => Promise<void>
}

/** Gives a command of one credential its flags, the end of its help and its action. */
export function serviceCommands(access: Access, context: Context) {
  return <Flags>(
    command: Command,
    examples: readonly string[],
    /** Gives an exit code, if it is not that of a pass. */
    run: (call: ServiceCall<Flags>) => Promise<void> | Promise<number>,
    /** The credential by the arguments, where not all need the same. */
    chooseAccess = (_args: readonly string[]) => access,
  ): Command =>
    addServiceFlags(command, access)
      .addHelpText('after', helpEnd(examples, access))
      .action(
        async () =>
          (await run(createCall<Flags>(chooseAccess(command.args), command, context))) ?? exitCodes.pass,
      )
}

function addServiceFlags(command: Command, access: Access): Command {
  const hasFlag = (flag: string) => command.options.some(({ long }) => long === flag)
  const json = hasFlag('--format')
    ? 'the same as --format json'
    : 'print the object as sent by the dashboard, for programs'
  if (!hasFlag('--json')) command.option('--json', json)
  addConfigFlags(command)
  addConnectionFlags(addSettingFlags(command, 'dashboard')).option('--no-color', 'disable colour')
  return access === 'gateway' ? addSettingFlags(command, 'gateway') : command
}

function createCall<Flags>(access: Access, command: Command, context: Context): ServiceCall<Flags> {
  const flags = command.opts<ServiceFlags & Flags>()
  const open = () => openService(access, lookupRequest(flags), context)
  return {
    args: command.args,
    flags,
    context,
    ask: async (work) => {
      const { client, close, url } = await open()
      return work(client, url).finally(close)
    },
    change: async (work) => {
      const { client, close, url } = await open()
      const answer = await work(client).finally(close)
      if (url === undefined) await context.tell(forgotten)
      return answer
    },
    print: (answer, text) => context.io.stdout.write(flags.json ? jsonView(answer) : text),
  }
}

const forgotten =
  'The embedded sandbox discards this change on exit. To keep changes, use gov sandbox serve --persist.'

/** Other flags of an operation may have the names of settings and mean something else. */
const groups = ['dashboard', 'connection', 'gateway'] as const

export function serviceRequest(flags: ServiceFlags): OpenServiceRequest {
  return { ...connectionRequest(flags), own: readFlags(flags, groups) }
}

/** Nobody looks up a thing to have it minutes later; limits on requests are often by the minute. */
const longestAskedMs = 60_000

export function lookupRequest(flags: ServiceFlags): OpenServiceRequest {
  return { ...serviceRequest(flags), longestAskedMs }
}

const credentials: Readonly<Record<Access, readonly [variable: string, meaning: string]>> = {
  user: ['GOV_TOKEN', "a user's Dashboard API access credentials (Authorization: Bearer)"],
  admin: ['GOV_ADMIN_TOKEN', "the admin secret from the dashboard's configuration (Admin-Auth)"],
  gateway: ['GOV_GATEWAY_TOKEN', "the gateway's secret (X-{Product}-Authorization)"],
}

function helpEnd(examples: readonly string[], access: Access): string {
  const [variable, meaning] = credentials[access]
  const actsAs = access === 'user' ? ', and acts as the default_user of its workspace' : ''
  return `
Examples:
${examples.map((line) => `  ${line}`).join('\n')}

Credential: ${variable}, ${meaning}, or the file named by ${variable}_FILE. The embedded sandbox needs none${actsAs}.

Exit codes: 0 done, 2 usage, 3 access, 4 unavailable, 6 not found.
More: gov help exit-codes.`
}
