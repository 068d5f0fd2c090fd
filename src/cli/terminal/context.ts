import { interrupted, terminated } from '../../run/interruption.ts'
import { createSources } from '../../run/sources.ts'
import type { Observer, World } from '../../run/world.ts'
import { oneLine, withoutLineCommands } from '../../text/sanitize.ts'
import { wrap } from '../../text/width.ts'
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
function observerOf(io: Io): Observer {
  const { stderr } = io
  const write = (text: string) => void stderr.write(`${text}\n`)
  const say = (label: string, text: string) => {
    const width = stderr.isTTY ? io.width - label.length : Number.POSITIVE_INFINITY
    write(withoutLineCommands(label + wrap(oneLine(text), width).join(`\n${' '.repeat(label.length)}`)))
  }
  return {
    warning: (text) => say('warning: ', text),
    note: (text) => say('note: ', text),
    log: write,
  }
}

function listenForSignals(host: ContextProcess): AbortSignal {
  const controller = new AbortController()
  host.once('SIGINT', () => controller.abort(interrupted()))
  host.once('SIGTERM', () => controller.abort(terminated()))
  return controller.signal
}
