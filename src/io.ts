/** A stream of the process, as far as it is used here. */
interface ProcessStream {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  write(text: string, done: (error?: Error | null) => void): boolean
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** The part of `process` that the program's streams depend on. */
export interface ProcessLike {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: { readonly isTTY?: boolean | undefined }
  readonly stdout: ProcessStream
  readonly stderr: ProcessStream
}

export interface Output {
  readonly isTTY: boolean
  /** Resolves when the stream has taken all of `text`. A reader that went away is not an error; a full disk is. */
  write(text: string): Promise<void>
}

/** The streams of a run. Anything with this shape will do: a test gives buffers. */
export interface Io {
  readonly stdin: { readonly isTTY: boolean }
  readonly stdout: Output
  readonly stderr: Output
  readonly color: { readonly stdout: boolean; readonly stderr: boolean }
  /** Columns of the terminal; without one 80, or `COLUMNS`. Never below 40. */
  readonly width: number
}

const narrowest = 40
const withoutTerminal = 80

export function createIo(source: ProcessLike): Io {
  const { argv, env, stdin, stdout, stderr } = source
  return {
    stdin: { isTTY: stdin.isTTY === true },
    stdout: createOutput(stdout),
    stderr: createOutput(stderr),
    color: {
      stdout: wantsColor(argv, env, stdout.isTTY === true),
      stderr: wantsColor(argv, env, stderr.isTTY === true),
    },
    get width() {
      return widthOf(stdout, env)
    },
  }
}

/**
 * The first that says something decides: `--no-color`, `NO_COLOR`, `FORCE_COLOR` (`0` and `false` mean no),
 * `TERM=dumb`, `CI` (its logs are kept as text), and then whether the stream is a terminal.
 */
function wantsColor(argv: readonly string[], env: ProcessLike['env'], isTTY: boolean): boolean {
  const flags = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  if (flags.includes('--no-color') || env.NO_COLOR) return false
  if (env.FORCE_COLOR) return isOn(env.FORCE_COLOR)
  if (env.TERM === 'dumb' || isOn(env.CI)) return false
  return isTTY
}

/** An empty variable counts as unset. */
function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}

function widthOf({ isTTY, columns }: ProcessStream, env: ProcessLike['env']): number {
  const known = isTTY && columns ? columns : Number.parseInt(env.COLUMNS ?? '', 10)
  return Math.max(narrowest, known > 0 ? known : withoutTerminal)
}

/** What a write answers once the reader is gone, on every platform. */
const gone = new Set(['EPIPE', 'ECONNRESET', 'EOF', 'ERR_STREAM_DESTROYED'])

function createOutput(stream: ProcessStream): Output {
  // Without a listener the process dies of an `error` event; the write below reports what matters.
  stream.on('error', () => {})
  return {
    isTTY: stream.isTTY === true,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error && !isGone(error) ? reject(error) : resolve()))
      }),
  }
}

function isGone(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && gone.has(error.code)
}
