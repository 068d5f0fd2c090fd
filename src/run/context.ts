import { createIo, type Io, type ProcessLike } from '../cli/terminal/io.ts'
import type { DashboardClient } from '../dashboard/client.ts'
import type { Fetch } from '../dashboard/fetch.ts'
import type { RequestLog } from '../dashboard/request-log.ts'
import type { Probe } from '../dashboard/transport/probe.ts'
import type { Proxies } from '../dashboard/transport/proxy-for.ts'
import type { Trust } from '../dashboard/transport/trust.ts'
import { GovError } from '../model/errors.ts'
import type { TimeLimit } from '../service/evaluation/time-limit.ts'
import type { LocalFiles, SandboxLimits } from '../service/http/app-options.ts'
import type { Workspace } from '../service/store/workspace.ts'
import type { Secret } from '../settings/secret.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** A dashboard to ask, over the network or in this process. */
export interface Dashboard {
  readonly client: DashboardClient
  /** Ends its connections; a run that does not call it does not end. */
  close(): Promise<void>
}

/** Requests to anyone, without a credential. */
export interface Web {
  readonly fetch: Fetch
  /** Ends its connections; a run that does not call it does not end. */
  close(): Promise<void>
}

/** Where refresh tokens live. */
export interface GatewayAddress {
  readonly url: string
  readonly product: string
  readonly token: Secret
}

/** What a run tells of its requests on standard error. */
export type LogLevel = 'requests' | 'bodies'

/** The PEM texts of a connection. */
export type TrustFiles = Pick<Trust, 'authorities' | 'identity'>

/** How a dashboard is reached. */
export interface ConnectionOptions {
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly retries: number
  readonly trust?: Trust | undefined
  /** Sent with every request; their values may be secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly log?: LogLevel | undefined
}

export type ProbeOptions = Pick<ConnectionOptions, 'timeoutMs' | 'trust'>

export interface NetworkOptions extends ConnectionOptions {
  readonly url: string
  /** Absent: nothing that needs it is asked. */
  readonly token?: Secret | undefined
  readonly adminToken?: Secret | undefined
  readonly gateway?: GatewayAddress | undefined
}

/** The embedded sandbox of one run. */
export interface EmbeddedOptions {
  readonly limits: SandboxLimits
  readonly local?: LocalFiles | undefined
  /** For all that is asked of it, from its opening. */
  readonly deadlineMs: number
  readonly log?: LogLevel | undefined
}

/** `long`: many hundreds of calls, or thousands. */
export type Work = 'short' | 'long'

/** What a command may use. What is costly is a function, and its code is loaded when it is called. */
export interface Context {
  readonly io: Io
  /** Absolute. */
  readonly cwd: string
  readonly env: Env
  readonly version: string
  /** Of Node, such as `v20.19.4`; empty where it is not known. */
  readonly nodeVersion: string
  readonly now: () => Date
  /** To be called when what takes a run its time begins; not by a run that is over at once. */
  readonly onWork: (work: Work) => void
  /** Of this process; 0 where it is not known. */
  readonly processId: number
  /** Whether a process of this machine runs, whoever's it is. */
  readonly isRunning: (processId: number) => boolean
  /** Aborts, with a GovError as its reason, at the first SIGINT or SIGTERM after the first call. */
  readonly interruption: () => AbortSignal
  /** Looks at the way to a host, whoever answers there; no credential is sent. Throws GovError, unavailable. */
  readonly probe: (url: string, options: ProbeOptions) => Promise<Probe>
  readonly web: (options: ConnectionOptions) => Promise<Web>
  readonly networkDashboard: (options: NetworkOptions) => Promise<Dashboard>
  readonly embeddedDashboard: (workspace: Workspace, options: EmbeddedOptions) => Promise<Dashboard>
}

export type ContextProcess = ProcessLike & {
  readonly version?: string
  readonly pid?: number
  /** With signal 0: throws where there is no such process, or none that may be signalled (EPERM). */
  kill?(pid: number, signal: 0): unknown
  cwd(): string
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
}

export function createContext(
  host: ContextProcess,
  version: string,
  onWork: Context['onWork'] = () => {},
): Context {
  const now = () => new Date()
  let signal: AbortSignal | undefined
  const interruption = () => {
    signal ??= listenForSignals(host)
    return signal
  }
  const io = createIo(host)
  return {
    io,
    cwd: host.cwd(),
    env: host.env,
    version,
    now,
    processId: host.pid ?? 0,
    isRunning: (processId) => isRunning(host, processId),
    interruption,
    nodeVersion: host.version ?? '',
    onWork,
    probe: async (url, options) => {
      const { probe } = await import('../dashboard/transport/probe.ts')
      return probe(url, { ...options, proxies: proxiesOf(host.env), signal: interruption() })
    },
    web: (options) => openWeb(options, host.env, io, interruption(), []),
    networkDashboard: (options) => connect(options, host.env, io, interruption()),
    embeddedDashboard: (workspace, options) => embed(workspace, options, now, io, () => signal),
  }
}

function isRunning(host: ContextProcess, processId: number): boolean {
  try {
    host.kill?.(processId, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function listenForSignals(host: ContextProcess): AbortSignal {
  const controller = new AbortController()
  host.once('SIGINT', () => controller.abort(interrupted()))
  host.once('SIGTERM', () =>
    controller.abort(new GovError('terminated', 'terminated', 'terminated', runAgain)),
  )
  return controller.signal
}

const runAgain = 'Nothing was decided; run it again.'

function interrupted(): GovError {
  return new GovError('interrupted', 'interrupted', 'interrupted', runAgain)
}

async function connect(options: NetworkOptions, env: Env, io: Io, signal: AbortSignal): Promise<Dashboard> {
  const [{ createClient }, { concealing }] = await Promise.all([
    import('../dashboard/client.ts'),
    import('../dashboard/conceal.ts'),
  ])
  const { url, token, adminToken, gateway } = options
  const sent = [token, adminToken, gateway?.token].flatMap((each) => each?.reveal ?? [])
  const transport = await openWeb(options, env, io, signal, sent)
  const client = createClient({
    baseUrl: trimmed(url),
    ...(token && { token: token.reveal }),
    ...(adminToken && { adminToken: adminToken.reveal }),
    ...(gateway && {
      gateway: { baseUrl: trimmed(gateway.url), product: gateway.product, token: gateway.token.reveal },
    }),
    fetch: concealing(transport.fetch, sent),
  })
  return { client, close: transport.close }
}

/** `secrets` are kept out of the log, and so are the values of headers. */
async function openWeb(
  options: ConnectionOptions,
  env: Env,
  io: Io,
  signal: AbortSignal,
  secrets: readonly (() => string)[],
): Promise<Web> {
  const [{ concealer }, { createTransport }] = await Promise.all([
    import('../dashboard/conceal.ts'),
    import('../dashboard/transport/transport.ts'),
  ])
  const values = Object.values(options.headers ?? {}).map((value) => () => value)
  const log = requestLog(options.log, concealer([...secrets, ...values]), io)
  const tell = (line: string) => void io.stderr.write(`${line}\n`)
  return createTransport({ ...options, signal, proxies: proxiesOf(env), log, tell })
}

function requestLog(
  level: LogLevel | undefined,
  conceal: (text: string) => string,
  io: Io,
): RequestLog | undefined {
  if (level === undefined) return undefined
  const write = (line: string) => void io.stderr.write(`${line}\n`)
  return { write, bodies: level === 'bodies', conceal }
}

/** In either case, as most programs take them. */
export function proxiesOf(env: Env): Proxies {
  return {
    http: env.http_proxy ?? env.HTTP_PROXY,
    https: env.https_proxy ?? env.HTTPS_PROXY,
    none: env.no_proxy ?? env.NO_PROXY,
  }
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '')
}

/** Until a deadline from now. At a terminal, Ctrl-C stops the evaluation that is running, too. */
function timeLimitOf(
  milliseconds: number,
  listened: () => AbortSignal | undefined,
  atTerminal: boolean,
): TimeLimit {
  const endsAt = performance.now() + milliseconds
  const late = (running: string) =>
    new GovError(
      'unavailable',
      'deadline',
      `the embedded sandbox did not end before the run's deadline of ${milliseconds / 1000} s${running}`,
      'Raise dashboard.deadline (--deadline), or check less at once.',
    )
  return {
    left: () => {
      listened()?.throwIfAborted()
      const left = endsAt - performance.now()
      if (left <= 0) throw late('')
      return left
    },
    exceeded: (rule, ruleset) => late(`; ${rule} of ruleset ${ruleset} was running`),
    interrupted: atTerminal ? interrupted : undefined,
  }
}

/** The sandbox as the client's fetch: the same requests and answers as over a socket, and no socket. */
async function embed(
  workspace: Workspace,
  options: EmbeddedOptions,
  now: () => Date,
  io: Io,
  listened: () => AbortSignal | undefined,
): Promise<Dashboard> {
  const [{ createClient }, { createApp }, { inProcess }] = await Promise.all([
    import('../dashboard/client.ts'),
    import('../service/http/app.ts'),
    import('../service/http/in-process.ts'),
  ])
  const timeLimit = timeLimitOf(options.deadlineMs, listened, io.status !== undefined)
  let fault: unknown
  const onFault = (error: unknown) => {
    fault = error
  }
  const send = inProcess(createApp(workspace, { ...options, now, timeLimit, onFault }))
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
  const [name, baseUrl] = ['the embedded sandbox', 'http://embedded']
  const client = createClient({
    name,
    baseUrl,
    located: options.local !== undefined,
    token: () => caller?.access_key ?? '',
    adminToken: () => settings.admin_secret ?? '',
    gateway: {
      name,
      baseUrl,
      product: settings.gateway?.product ?? 'gw',
      token: () => settings.gateway?.secret ?? '',
    },
    fetch: await withLog(ask, workspace, options.log, io),
  })
  return { client, close: async () => {} }
}

async function withLog(
  fetch: Fetch,
  { users, settings }: Workspace,
  level: LogLevel | undefined,
  io: Io,
): Promise<Fetch> {
  if (level === undefined) return fetch
  const [{ concealer }, { loggedFetch }] = await Promise.all([
    import('../dashboard/conceal.ts'),
    import('../dashboard/request-log.ts'),
  ])
  const secrets = [...users.map((user) => user.access_key), settings.admin_secret, settings.gateway?.secret]
  const conceal = concealer(secrets.flatMap((secret) => (secret === undefined ? [] : () => secret)))
  return loggedFetch(fetch, requestLog(level, conceal, io))
}
