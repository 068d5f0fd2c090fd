import { createSources } from '../check/sources/sources.ts'
import { interruptedError, terminatedError, type World } from '../check/world.ts'
import { oneLine, withoutLineCommands } from '../core/text/sanitize.ts'
import { measureWidth, wrap } from '../core/text/width.ts'
import { createIo, type Io, type ProcessLike } from './io.ts'

/** A command's surroundings: those of a run, and a terminal. */
export interface Context extends World {
  readonly io: Io
  /** A sentence for a person, on standard error. */
  readonly tell: (text: string) => Promise<void>
  /** As `interruption`, for one that comes after the call: a command that takes its time to end is told to hurry. */
  readonly nextInterruption: () => AbortSignal
}

/** Signals that end a run besides Ctrl-C: a job is cancelled, a terminal is closed, Ctrl-\\ is pressed. */
const ending = ['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

export type ContextProcess = ProcessLike & {
  readonly version?: string
  cwd(): string
  once(signal: 'SIGINT' | (typeof ending)[number], listener: () => void): unknown
}

export function createContext(
  host: ContextProcess,
  version: string,
  locate?: (path: string) => string,
): Context {
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
    observe: {
      warning: (text) => void say(io, 'warning: ', text),
      note: (text) => void say(io, 'note: ', text),
      log: (line) => void io.stderr.write(`${line}\n`),
    },
    tell: (text) => say(io, '', text),
    sources: createSources(cwd, undefined, undefined, locate),
    interruption: () => {
      signal ??= listenForSignals(host)
      return signal
    },
    nextInterruption: () => listenForSignals(host),
    isInteractive: io.status !== undefined,
    ownsProcess: true,
    checkpoint: () => signal?.throwIfAborted(),
  }
}

/** Everything for people goes to standard error. */
function say(io: Io, label: string, text: string): Promise<void> {
  const lines = foldLine(label, oneLine(text), lineWidth(io, 'stderr'))
  return io.stderr.write(withoutLineCommands(`${lines.join('\n')}\n`))
}

function listenForSignals(host: ContextProcess): AbortSignal {
  const controller = new AbortController()
  host.once('SIGINT', () => controller.abort(interruptedError()))
  for (const signal of ending) host.once(signal, () => controller.abort(terminatedError()))
  return controller.signal
}

/** How long a line may be: as a terminal is wide, and in a log, or for a program, without an end. */
export function lineWidth(io: Io, stream: 'stdout' | 'stderr'): number {
  return io[stream].isTTY ? io.width : Number.POSITIVE_INFINITY
}

/** A label and a text in lines of at most `width` columns; what goes on is set in. */
export function foldLine(label: string, text: string, width: number, margin = label.length): string[] {
  if (measureWidth(label + text) <= width) return [label + text]
  const [first = '', ...rest] = wrap(text, width - Math.max(margin, label.length))
  return [label + first, ...rest.map((line) => ' '.repeat(margin) + line)]
}
