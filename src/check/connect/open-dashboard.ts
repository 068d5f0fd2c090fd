import { resolve } from 'node:path'
import { type EngineName, usualEngine } from '../../core/model/engine-name.ts'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { type SandboxLimits, serviceLimits } from '../../dashboard/contract/evaluation.ts'
import type { Fetch } from '../../dashboard/read-answer.ts'
import type { RulesetProblem } from '../../engine/ruleset/ruleset-source.ts'
import type { TimeLimit } from '../../sandbox/evaluation/limits.ts'
import type { AppOptions } from '../../sandbox/http/app-options.ts'
import type { Workspace } from '../../sandbox/store/workspace.ts'
import type { Settings } from '../../settings/merge.ts'
import type { Setting } from '../../settings/setting.ts'
import { untilDeadline } from '../evaluation/evaluator.ts'
import { readFollowed } from '../sources/local-files.ts'
import type { ChosenEngine, ConnectionChoices, Evaluator } from '../types.ts'
import { getDay, type World } from '../world.ts'
import { createConnection, logLevel, requestLog } from './connection.ts'
import { credentialMissingError, type Dashboard, type LogLevel } from './dashboard.ts'
import { openNetworkDashboard } from './network-dashboard.ts'

/** In process there is nothing to protect from large bodies and answers; the caps on one run stay the service's. */
const inProcessLimits: SandboxLimits = {
  ...serviceLimits,
  issues: Number.POSITIVE_INFINITY,
  bodyBytes: Number.POSITIVE_INFINITY,
}

/** The engine in this process, over the configured folder unless a workspace is given. */
export async function openEngine(
  settings: Settings,
  choices: ConnectionChoices,
  world: World,
  { limit, workspace }: { readonly limit: TimeLimit; readonly workspace?: Workspace | undefined },
): Promise<Evaluator> {
  const { engineEvaluator } = await import('../evaluation/engine-evaluator.ts')
  const served = workspace ?? (await openConfigured(settings, world))
  const run = { settings, choices, world, limit }
  return engineEvaluator(served, {
    ...sandboxOptions(run),
    readFiles: choices.serviceLimits ? undefined : (definition) => readFollowed(definition, world.sources),
    openRecords: async () => (await openSandbox(served, run)).client,
  })
}

/** A client of the sandbox in this process, over the configured folder: for those who ask for more than an evaluation. */
export async function openEmbedded(
  settings: Settings,
  choices: ConnectionChoices,
  world: World,
): Promise<Dashboard> {
  const limit = untilDeadline('the embedded sandbox', settings['dashboard.deadline'].value, world)
  return openSandbox(await openConfigured(settings, world), { settings, choices, world, limit })
}

interface SandboxRun {
  readonly settings: Settings
  readonly choices: ConnectionChoices
  readonly world: World
  readonly limit: TimeLimit
}

function openSandbox(workspace: Workspace, run: SandboxRun): Promise<Dashboard> {
  return openEmbeddedDashboard(workspace, { ...sandboxOptions(run), log: logLevel(run.choices) }, run.world)
}

function sandboxOptions({ settings, choices, world, limit }: SandboxRun) {
  const { now } = world
  return {
    limits: choices.serviceLimits ? serviceLimits : inProcessLimits,
    functions: settings['policy.functions'].value,
    warn: createRulesetWarning(world),
    engine: findNamedEngine(settings),
    now,
    day: getDay(world),
    timeLimit: limit,
  }
}

/** Warns about what is doubtful in a ruleset. */
export function createRulesetWarning({ observe }: Pick<World, 'observe'>) {
  return ({ file, line, column, reason }: RulesetProblem) =>
    observe.warning(`ruleset ${file}:${line}:${column}: ${reason}`)
}

async function openConfigured(settings: Settings, { cwd }: World): Promise<Workspace> {
  const { openWorkspace } = await import('../../sandbox/store/workspace.ts')
  const folder = settings['dashboard.workspace']?.value ?? ''
  return openWorkspace(resolve(cwd, folder), { called: folder })
}

/** The configured dashboard. Throws GovError, access, when there is no token, before anything is sent. */
export async function openNetwork(
  settings: Settings,
  choices: ConnectionChoices,
  world: World,
  limit?: TimeLimit,
): Promise<Dashboard> {
  const url = settings['dashboard.url']?.value ?? ''
  if (choices.serviceLimits) throw limitsNeedEmbeddedError(url)
  if (settings.token === undefined) throw credentialMissingError('user', url)
  const connection = await createConnection(url, settings, choices, world)
  const left = limit === undefined ? {} : { deadlineMs: limit.left() }
  return openNetworkDashboard({ url, token: settings.token.value, ...connection, ...left }, world)
}

function limitsNeedEmbeddedError(url: string): GovError {
  const message = `--service-limits needs the embedded sandbox, but the dashboard is ${url}`
  return usageError('service-limits-elsewhere', message, 'Omit the flag. A dashboard has its own limits.')
}

/** The engine that a flag, a variable or the config names; undefined where none does. */
export function findNamedEngine({ engine }: Pick<Settings, 'engine'>): EngineName | undefined {
  return engine.origin.source === 'default' ? undefined : engine.value
}

/**
 * A flag, a variable or the config goes before the workspace. A workspace whose content is `pinned` chooses
 * nothing.
 */
export async function chosenEngine(
  settings: Pick<Settings, 'engine'>,
  workspace: Setting<string> | undefined,
  { pinned, cwd }: { readonly pinned: boolean; readonly cwd: string },
): Promise<ChosenEngine> {
  const own = (workspace && (await readEngineName(resolve(cwd, workspace.value)))) ?? usualEngine
  const named = findNamedEngine(settings)
  const { origin } = settings.engine
  if (named !== undefined && (named !== own || origin.source !== 'file')) return { name: named, origin }
  const isChosen = own !== usualEngine && !pinned
  return {
    name: own,
    origin: isChosen ? { source: 'file', place: `${workspace?.value}/workspace.yml` } : undefined,
  }
}

/** Undefined also for an unreadable workspace: opening it reports the error. */
async function readEngineName(folder: string): Promise<EngineName | undefined> {
  const { readWorkspaceSettings } = await import('../../sandbox/store/workspace.ts')
  return (await readWorkspaceSettings(folder).catch(() => undefined))?.engine
}

interface EmbeddedOptions extends AppOptions {
  readonly timeLimit: TimeLimit
  readonly log?: LogLevel | undefined
}

/** The sandbox as the client's fetch: the same requests and answers as over a socket, and no socket. */
async function openEmbeddedDashboard(
  workspace: Workspace,
  options: EmbeddedOptions,
  world: World,
): Promise<Dashboard> {
  const [{ createClient }, { createApp }, { inProcess }] = await Promise.all([
    import('../../dashboard/client.ts'),
    import('../../sandbox/http/app.ts'),
    import('../../sandbox/http/in-process.ts'),
  ])
  const [name, baseUrl] = ['the embedded sandbox', 'http://embedded']
  const { timeLimit } = options
  let fault: unknown
  const onFault: AppOptions['onFault'] = (error, kind) => {
    if (kind === 'unexpected') fault = error
  }
  const send = inProcess(createApp(workspace, { ...options, onFault }))
  const { users, settings } = workspace
  const caller = users.find((user) => user.id === settings.default_user)
  const ask: Fetch = async (url, init) => {
    // An evaluation keeps this thread; between two, whatever else the process does has its turn.
    await new Promise((resolve) => setImmediate(resolve))
    timeLimit.left()
    const answer = await send(url, init)
    // In this process a fault is not the service's but ours, and must not look like one of a network.
    if (answer.status === 500 && fault !== undefined) throw fault
    return answer
  }
  const client = createClient({
    name,
    baseUrl,
    token: () => caller?.access_key ?? '',
    adminToken: () => settings.admin_secret ?? '',
    gateway: {
      name,
      baseUrl,
      product: settings.gateway?.product ?? 'gw',
      token: () => settings.gateway?.secret ?? '',
    },
    fetch: await withLog(ask, workspace, options.log, world),
  })
  return { client, close: async () => {} }
}

async function withLog(
  fetch: Fetch,
  { users, settings }: Workspace,
  level: LogLevel | undefined,
  { observe }: World,
): Promise<Fetch> {
  if (level === undefined) return fetch
  const [{ concealer }, { loggedFetch }] = await Promise.all([
    import('../../core/text/conceal.ts'),
    import('../../dashboard/request-log.ts'),
  ])
  const secrets = [...users.map((user) => user.access_key), settings.admin_secret, settings.gateway?.secret]
  const conceal = concealer(secrets.flatMap((secret) => (secret === undefined ? [] : () => secret)))
  return loggedFetch(fetch, requestLog(level, conceal, observe))
}
