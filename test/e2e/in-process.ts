import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { main } from '../../src/main.ts'

const root = resolve(import.meta.dirname, '../..')

export interface Surroundings {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly stdin?: Readable
}

/**
 * Runs the built program by the function that `bin/start.js` calls, over streams that hold text. What only a process
 * has is not here: signals, pipes, the end of a run with work left, and flags of Node. Coverage counts the sources.
 */
export async function runInProcess(argv: readonly string[], around: Surroundings): Promise<number> {
  const program = process.env.GOV_TEST_SOURCES ? await sources() : built()
  return program.main({
    argv: ['node', 'gov', ...argv],
    env: around.env,
    version: process.version,
    stdin: around.stdin ?? Readable.from([]),
    stdout: sink(around.stdout),
    stderr: sink(around.stderr),
    cwd: () => around.cwd,
    once: () => undefined,
  })
}

interface Program {
  readonly main: typeof main
}

function built(): Program {
  return createRequire(import.meta.url)(join(root, 'dist/main.js'))
}

/** Imported by a path that a bundler does not see: the scripts that are bundled use this file too. */
function sources(): Promise<Program> {
  return import(join(root, 'src/main.ts'))
}

function sink(take: (text: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      take(String(chunk))
      done()
    },
  })
}
