import { Readable, Writable } from 'node:stream'
import { type Context, type ContextProcess, createContext } from '../../src/terminal/context.ts'

export interface ProcessFacts {
  readonly argv?: readonly string[]
  readonly stdin?: string
  /** Which streams are terminals. */
  readonly terminals?: readonly ('stdin' | 'stdout' | 'stderr')[]
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

export interface TestProcess {
  readonly context: Context
  readonly stdout: () => string
  readonly stderr: () => string
}

/** The program's own context over a process that is not one: streams hold text, and no signal comes. */
export function testProcess({
  argv = ['node', 'gov'],
  stdin = '',
  terminals = [],
  columns,
  env = {},
  cwd = '/',
}: ProcessFacts = {}): TestProcess {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const host: ContextProcess = {
    argv,
    env,
    stdin: Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY: terminals.includes('stdin') }),
    stdout: Object.assign(sink(stdout), { isTTY: terminals.includes('stdout'), columns }),
    stderr: Object.assign(sink(stderr), { isTTY: terminals.includes('stderr') }),
    cwd: () => cwd,
    once: () => undefined,
  }
  return {
    context: createContext(host, '0.0.0'),
    stdout: () => stdout.join(''),
    stderr: () => stderr.join(''),
  }
}

/** A stream that keeps what is written. */
function sink(written: string[]): Writable {
  return new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk))
      done()
    },
  })
}
