import { relative, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { namedFiles } from '../../check/sources/find-matches.ts'
import type { CheckRequest } from '../../check/types.ts'
import type { Env } from '../../check/world.ts'
import { usageError } from '../../core/model/errors.ts'
import type { Strictness } from '../../core/model/strictness.ts'
import { readFlags } from '../../settings/flags.ts'
import type { SettingFlags } from '../../settings/table.ts'
import type { Context } from '../context.ts'
import { connectionHeading } from '../help/flag-groups.ts'
import { addSettingFlags, collect } from './setting-flags.ts'

export interface ConnectionFlags extends SettingFlags<'connection'> {
  readonly config?: string
  readonly trustPaths?: boolean
  readonly insecureHttp?: boolean
  readonly insecureTls?: boolean
  readonly verbose?: boolean
  readonly debug?: boolean
}

/** The flags that say what to check and how to reach the dashboard, as typed. */
export interface AskFlags extends SettingFlags<'target' | 'dashboard' | 'request'>, ConnectionFlags {
  readonly allApis?: boolean
  readonly exclude?: readonly string[]
  readonly allowRemote?: readonly string[]
  readonly diagnose?: boolean
  readonly serviceLimits?: boolean
}

export interface PolicyFlags extends SettingFlags<'policy' | 'base'> {
  readonly policy?: string
  readonly strictness?: Strictness
  readonly strictBaseline?: boolean
}

export const allowRemoteHelp =
  'read definitions, rulesets and $refs from this host or URL; a trailing slash allows all below it; repeatable'
export const trustPathsHelp = 'allow the config to use files outside its repository'
export const configHelp = 'config file (default: nearest .governance.yml, up to the repository root)'

export function addConfigFlags(command: Command): Command {
  return command.option('--config <file>', configHelp).option('--trust-paths', trustPathsHelp)
}

export function addTargetFlags(command: Command): Command {
  return addSettingFlags(addConfigFlags(command), 'target', 'dashboard')
    .addOption(new Option('--all-apis', 'check all saved APIs of the dashboard').conflicts('apiCategory'))
    .option('--exclude <glob>', 'leave these files out of folders and globs; repeatable', collect)
    .option('--allow-remote <url>', allowRemoteHelp, collect)
}

/** The pattern that matches every saved API, as a config writes it. */
const everyApi = '*'
const allApisOrigin = { source: 'flag', place: '--all-apis' } as const

export interface RequestFlagsOptions {
  /** The command splits requests that failed in part anyway. */
  readonly diagnoses?: boolean
}

export function addRequestFlags(command: Command, { diagnoses = false }: RequestFlagsOptions = {}): Command {
  addSettingFlags(command, 'request')
  if (!diagnoses) command.option('--diagnose', diagnoseHelp)
  command.option('--service-limits', "apply the dashboard's limits to the embedded sandbox")
  return addConnectionFlags(command)
}

/** The flags of a command that asks as `gov check` does, and the end of its help. */
export function addAskFlags(command: Command, help: string): Command {
  return addRequestFlags(addTargetFlags(command))
    .option('--no-color', 'disable colour')
    .addHelpText('after', help)
}

const diagnoseHelp = 'split requests that failed in part, to find each failing API and ruleset'

export function addConnectionFlags(command: Command): Command {
  return addSettingFlags(command.optionsGroup(connectionHeading), 'connection')
    .option('--insecure-http', 'allow sending credentials over plain http')
    .option('--insecure-tls', 'do not verify certificates; an interceptor can read credentials')
    .option('-v, --verbose', 'log each request to stderr, without secrets')
    .option('--debug', 'also log bodies, truncated and without secrets')
    .optionsGroup('')
}

/** Flags that a command may have beside the settings, as they were typed. */
export interface CheckRequestFlags extends AskFlags, PolicyFlags {
  readonly base?: string
  readonly changelog?: string
  readonly shard?: string
  readonly run?: string
  readonly compare?: string
}

/** Without `--policy` the policy is that of `GOV_POLICY`, also an empty one: it is refused where it is read. */
export function checkRequest(
  flags: CheckRequestFlags,
  { GOV_POLICY }: Env = {},
  files: readonly string[] = [],
): CheckRequest {
  const { policy = GOV_POLICY, allApis, apiId = [], definition = [] } = flags
  const { strictness, strictBaseline, diagnose, serviceLimits, allowRemote, exclude } = flags
  const { shard, run: shardRun, base, compare, changelog } = flags
  const own = readFlags({
    ...flags,
    ...(allApis && { apiId: [...new Set([everyApi, ...apiId])] }),
    ...(files.length > 0 && { definition: [...files, ...definition] }),
  })
  const every = allApis && own.api_ids && { ...own.api_ids, origin: allApisOrigin }
  return {
    own: every ? { ...own, api_ids: every } : own,
    policy,
    namesFiles: files.length > 0,
    ...connectionRequest(flags),
    ...{ strictness, strictBaseline, diagnose, serviceLimits, allowRemote, exclude },
    ...{ shard, shardRun, base, compare, listsChanges: changelog !== undefined },
    ...{ fixes: undefined, longestAskedMs: undefined, withoutBreaking: undefined, isNameless: undefined },
  }
}

/** What the flags of every command that reads a config and asks a dashboard say. */
export function connectionRequest(flags: ConnectionFlags) {
  const { config: file, trustPaths, insecureHttp, insecureTls, verbose, debug } = flags
  const config = file === undefined ? ('nearest' as const) : { file }
  return { config, trustPaths, insecureHttp, insecureTls, verbose, debug }
}

/** The largest definition that is read from a file. */
const mostMb = 200

/** The files that the arguments name. Standard input is read here, as the file `stdinFilepath`. Throws GovError, usage. */
export async function filesToCheck(
  names: readonly string[],
  { cwd, io, sources, interruption }: Context,
  { stdinFilepath }: { readonly stdinFilepath?: string } = {},
): Promise<readonly string[]> {
  const files = await namedFiles(
    names.filter((name) => name !== '-'),
    cwd,
  )
  const isRead = names.includes('-')
  if (stdinFilepath === '' || (stdinFilepath !== undefined && !isRead)) {
    const message =
      stdinFilepath === ''
        ? '--stdin-filepath names no file'
        : '--stdin-filepath is for standard input, and no - asks for it'
    throw usageError('stdin-filepath', message, 'Add -, such as in gov check - --stdin-filepath FILE.')
  }
  if (!isRead) return files
  const text = await untilAborted(io.stdin.read(mostMb, true), interruption())
  // From here, as a ruleset's own name is, to which its overrides are relative.
  const name = stdinFilepath === undefined ? nameText(text) : relative(cwd, resolve(cwd, stdinFilepath))
  // A report may not replace the file that it is of.
  if (stdinFilepath !== undefined) await sources.note(name)
  sources.give(name, new TextEncoder().encode(text))
  return [name, ...files]
}

/** Rejects with the reason of `signal` as soon as that is aborted. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
    work.then(resolve, reject)
  })
}

/** A file that a text without one is checked as. */
export function nameText(text: string): string {
  return /^\s*[{[]\s*["}\]]/.test(text) ? 'stdin.json' : 'stdin.yaml'
}
