import { resolve } from 'node:path'
import type { ContextProcess, Env } from '../run/context.ts'

interface HostFacts {
  readonly cwd?: string | undefined
  readonly env?: Env | undefined
  readonly signal?: AbortSignal | undefined
}

/** A process that is none: nothing is printed, and its one signal is the caller's, which `release` lets go of. */
export function quietHost({ cwd = '.', env = {}, signal }: HostFacts) {
  const written: string[] = []
  const over = new AbortController()
  const keep = (text: string, done: () => void) => {
    written.push(text)
    done()
    return true
  }
  const stream = { write: keep, on: () => undefined }
  const host: ContextProcess = {
    argv: [],
    env,
    stdin: {},
    stdout: stream,
    stderr: stream,
    cwd: () => resolve(cwd),
    once: (name, interrupt) => {
      if (name !== 'SIGINT') return
      if (signal?.aborted) interrupt()
      else signal?.addEventListener('abort', interrupt, { signal: over.signal })
    },
  }
  const lines = () => written.flatMap((text) => text.split('\n')).flatMap(withoutWord)
  return { host, lines, release: () => over.abort() }
}

/** What a terminal begins a line with, so that it is not taken for an error. */
function withoutWord(line: string): string[] {
  const text = line.replace(/^(?:warning|note): /, '')
  return text === '' ? [] : [text]
}
