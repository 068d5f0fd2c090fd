import { interrupted, terminated } from '../../run/interruption.ts'
import { createSources } from '../../run/sources.ts'
import type { Observer, World } from '../../run/world.ts'
import { oneLine } from '../../text/sanitize.ts'
import { createIo, type Io, type ProcessLike } from './io.ts'

/** What a command may use: a run's surroundings, and a terminal. */
export interface Context extends World {
  readonly io: Io
}

/** Takes the exit code of the command that ran. */
export type Done = (exitCode: number) => void

export type ContextProcess = ProcessLike & {
  readonly version?: string
  cwd(): string
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
}

export function createContext(host: ContextProcess, version: string): Context {
  const io = createIo(host)
  const cwd = host.cwd()
  let signal: AbortSignal | undefined
  return {
    io,
    cwd,
    env: host.env,
    version,
    nodeVersion: host.version ?? '',
    now: () => new Date(),
    observe: observerOf(io),
    sources: createSources(cwd),
    interruption: () => {
      signal ??= listenForSignals(host)
      return signal
    },
    isInteractive: io.status !== undefined,
    checkpoint: () => signal?.throwIfAborted(),
  }
}

/** Everything for people goes to standard error. */
function observerOf({ stderr }: Io): Observer {
  const write = (text: string) => void stderr.write(`${text}\n`)
  return {
    warning: (text) => write(`warning: ${oneLine(text)}`),
    note: (text) => write(`note: ${oneLine(text)}`),
    log: write,
  }
}

function listenForSignals(host: ContextProcess): AbortSignal {
  const controller = new AbortController()
  host.once('SIGINT', () => controller.abort(interrupted()))
  host.once('SIGTERM', () => controller.abort(terminated()))
  return controller.signal
}
