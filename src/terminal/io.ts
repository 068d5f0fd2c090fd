import { fstatSync } from 'node:fs'
import { usageError } from '../core/model/errors.ts'
import { findErrorCode, readMessage } from '../core/model/file-fault.ts'
import { tryMake } from '../core/model/try-make.ts'

interface ProcessStream {
  /** Its number, where it is one of the process. */
  readonly fd?: number | undefined
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  readonly rows?: number | undefined
  write(text: string, done: (error?: Error | null) => void): boolean
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** The part of `process` that the program's streams depend on. */
export interface ProcessLike {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Partial<AsyncIterable<unknown>> & { readonly isTTY?: boolean | undefined }
  readonly stdout: ProcessStream
  readonly stderr: ProcessStream
}

export interface Output {
  readonly isTTY: boolean
  /** The output goes to a file, not to a screen or a log. */
  readonly isFile: boolean
  readonly rows?: number | undefined
  /** Resolves when all is taken. A reader that went away is no error; a full disk is: on stdout a GovError, on stderr nothing. */
  write(text: string): Promise<void>
  /** False after a write that the reader was not there to take: only a write tells. */
  hasReader(): boolean
}

export interface Input {
  readonly isTTY: boolean
  /** The whole text, with its byte order mark if that is kept. Throws GovError, usage: not UTF-8, or more than `mostMb`. */
  read(mostMb?: number, keepsMark?: boolean): Promise<string>
  openLines(): Promise<Lines>
  chunks(): AsyncIterable<Uint8Array>
}

/** Standard input, line after line, as a person types it. */
export interface Lines {
  next(): Promise<string | undefined>
  close(): void
}

/** The streams of a run. Anything with this shape will do: a test gives buffers. */
export interface Io {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  /** On standard error, when that is a terminal that a person looks at (not `TERM=dumb`, and not in CI). */
  readonly status: StatusLine | undefined
  readonly color: { readonly stdout: boolean; readonly stderr: boolean }
  /** Whether a text on standard output may be a link (OSC 8). */
  readonly hyperlinks: boolean
  /** Columns of the terminal; without one `COLUMNS`, else 120. From 40 to 500. */
  readonly width: number
  /** The same for prose, such as help: without either 80. */
  readonly proseWidth: number
}

const narrowest = 40
const widest = 500
/** Of prose, and of a terminal that does not say how wide it is. */
const unknownTerminal = 80
const withoutTerminal = 120

export function createIo(source: ProcessLike): Io {
  const { argv, env, stdout, stderr } = source
  const isWatched = stderr.isTTY === true && env.TERM !== 'dumb' && !isEnabled(env.CI)
  const status = isWatched ? createStatusLine(stderr) : undefined
  const clearStatusFirst = (output: Output): Output =>
    status ? createClearingOutput(status, output) : output
  return {
    // Few commands read it, and what it is takes the process a while to find out.
    get stdin() {
      return createInput(source.stdin)
    },
    stdout: clearStatusFirst(
      createOutput(stdout, (error) => {
        const message = `standard output cannot be written: ${error.message}`
        throw usageError('stdout-unwritable', message, 'Free disk space, or write elsewhere.', error)
      }),
    ),
    stderr: clearStatusFirst(createOutput(stderr, () => {})),
    status,
    color: {
      stdout: wantsColor(argv, env, stdout.isTTY === true),
      stderr: wantsColor(argv, env, stderr.isTTY === true),
    },
    hyperlinks: wantsHyperlinks(env, stdout.isTTY === true),
    get width() {
      return findWidth(source, stdout.isTTY ? unknownTerminal : withoutTerminal)
    },
    get proseWidth() {
      return findWidth(source, unknownTerminal)
    },
  }
}

/** Clears the status line before each write. */
function createClearingOutput(status: StatusLine, output: Output): Output {
  return {
    ...output,
    write: (text) => {
      status.clear()
      return output.write(text)
    },
  }
}

/** The first decides: `--no-color`, `NO_COLOR`, `FORCE_COLOR` (`0`, `false`: no), `TERM=dumb`, `CI` (logs are text), the terminal. */
function wantsColor(argv: readonly string[], env: ProcessLike['env'], isTTY: boolean): boolean {
  const flags = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  if (flags.includes('--no-color') || env.NO_COLOR) return false
  if (env.FORCE_COLOR) return isEnabled(env.FORCE_COLOR)
  if (env.TERM === 'dumb' || isEnabled(env.CI)) return false
  return isTTY
}

/** Terminals that are known to have links, by the variable that each of them sets. */
const linkingPrograms = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'WarpTerminal', 'rio', 'Tabby']
const linkingTerms = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour)/
const firstVteWithLinks = 5000

/** On a terminal only, and not in CI; there `FORCE_HYPERLINK` decides, and then the variables that terminals set. */
function wantsHyperlinks(env: ProcessLike['env'], isTTY: boolean): boolean {
  if (!isTTY || isEnabled(env.CI) || env.TERM === 'dumb') return false
  if (env.FORCE_HYPERLINK) return isEnabled(env.FORCE_HYPERLINK)
  return (
    linkingPrograms.includes(env.TERM_PROGRAM ?? '') ||
    linkingTerms.test(env.TERM ?? '') ||
    Number(env.VTE_VERSION) >= firstVteWithLinks ||
    [env.WT_SESSION, env.KONSOLE_VERSION, env.KITTY_WINDOW_ID].some(Boolean)
  )
}

/** An empty variable counts as unset. */
export function isEnabled(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}

function findWidth({ stdout, env }: ProcessLike, unknown: number): number {
  const known = stdout.isTTY && stdout.columns ? stdout.columns : Number.parseInt(env.COLUMNS ?? '', 10)
  return Math.min(widest, Math.max(narrowest, known > 0 ? known : unknown))
}

const bytesOfMb = 1024 * 1024

function createInput(stream: ProcessLike['stdin']): Input {
  return {
    isTTY: stream.isTTY === true,
    read: async (mostMb = 5, keepsMark = false) => {
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepsMark })
      let text = ''
      try {
        for await (const chunk of readChunks(stream)) {
          text += decoder.decode(chunk, { stream: true })
          if (text.length > mostMb * bytesOfMb) throw new RangeError(`it is larger than ${mostMb} MB`)
        }
        return text + decoder.decode()
      } catch (error) {
        const isBinary = findErrorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        const message = `standard input cannot be read: ${isBinary ? 'it is not UTF-8' : readMessage(error)}`
        throw usageError('stdin-unreadable', message, 'Pass UTF-8 text, or a file.', error)
      }
    },
    openLines: () => openLines(stream),
    chunks: () => readChunks(stream),
  }
}

async function openLines(stream: ProcessLike['stdin']): Promise<Lines> {
  if (!isReadable(stream)) return { next: async () => undefined, close: () => {} }
  const { createInterface } = await import('node:readline')
  // The terminal itself edits the line, and turns Ctrl-C into the signal that a run listens for.
  const reader = createInterface({ input: stream, terminal: false, crlfDelay: Number.POSITIVE_INFINITY })
  const lines = reader[Symbol.asyncIterator]()
  return {
    next: async () => {
      const { done, value } = await lines.next()
      return done ? undefined : value
    },
    close: () => reader.close(),
  }
}

function isReadable(stream: object): stream is NodeJS.ReadableStream {
  return 'pipe' in stream && 'resume' in stream
}

async function* readChunks(stream: Partial<AsyncIterable<unknown>>): AsyncGenerator<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]?.bind(stream)
  if (iterator === undefined) return
  for await (const chunk of { [Symbol.asyncIterator]: iterator }) {
    yield chunk instanceof Uint8Array ? chunk : new TextEncoder().encode(String(chunk))
  }
}

/** Error codes of a write whose reader is gone, on every platform. */
const gone = new Set<unknown>(['EPIPE', 'ECONNRESET', 'EOF', 'ERR_STREAM_DESTROYED'])

function createOutput(stream: ProcessStream, onFault: (error: Error) => void): Output {
  // Without a listener the process dies of an `error` event; the write below reports what matters.
  stream.on('error', () => {})
  let hasReader = true
  return {
    isTTY: stream.isTTY === true,
    get isFile() {
      const { fd } = stream
      return fd !== undefined && tryMake(() => fstatSync(fd).isFile()) === true
    },
    rows: stream.rows,
    write: async (text) => {
      const error = await new Promise<Error | null | undefined>((resolve) => stream.write(text, resolve))
      if (!error) return
      if (!gone.has(findErrorCode(error))) onFault(error)
      hasReader = false
    },
    hasReader: () => hasReader,
  }
}

/** One line at the cursor of a terminal, for the time being. */
interface StatusLine {
  /** Takes the place of what it showed before; `lineFor` is given how many columns there are. */
  show(lineFor: (columns: number) => string): void
  /** Leaves no trace. Whatever else is written to the terminal is written after it. */
  clear(): void
}

/** To the start of the line, and everything from there on erased. */
const erase = '\r\u001b[J'

/**
 * The cursor goes back to the start of the line after each write. A terminal that is made narrower breaks the line
 * below the cursor then, or cuts it: in either case all of it is erased from where the cursor is. Nothing of the
 * terminal is changed (its cursor stays visible), so that a process which is killed has nothing to restore.
 */
function createStatusLine(terminal: Pick<ProcessStream, 'columns' | 'write'>): StatusLine {
  let shown = ''
  const write = (text: string) => void terminal.write(text, () => {})
  return {
    show: (lineFor) => {
      // Some terminals break a line whose last column is filled.
      const room = Math.max(0, (terminal.columns || unknownTerminal) - 1)
      const line = lineFor(room).slice(0, room)
      if (line === shown) return
      write(`${erase}${line}\r`)
      shown = line
    },
    clear: () => {
      if (shown !== '') write(erase)
      shown = ''
    },
  }
}
