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
}

/**
 * Runs the built program by the function that `bin/start.js` calls, over streams that hold text. What only a process
 * has is not here: signals, pipes, the end of a run with work left, and flags of Node. Coverage counts the sources.
 */
export async function runInProcess(argv: readonly string[], around: Surroundings): Promise<number> {
  const program = process.env.GOV_TEST_SOURCES ? await import('../../src/main.ts') : built()
  return program.main({
    argv: ['node', 'gov', ...argv],
    env: around.env,
    version: process.version,
    stdin: Readable.from([]),
    stdout: sink(around.stdout),
    stderr: sink(around.stderr),
    cwd: () => around.cwd,
    once: () => undefined,
  })
}

function built(): { readonly main: typeof main } {
  return createRequire(import.meta.url)(join(root, 'dist/main.js'))
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
