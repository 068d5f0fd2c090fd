import { Readable, Writable } from 'node:stream'
import type { Io } from './io.ts'

/** Standard input and output as the protocol's transport takes them. */
export interface Streams {
  readonly input: Readable
  readonly output: Writable
  /** Resolves at the end of the input. Rejects for what cannot be read or written. */
  readonly ended: Promise<'ended'>
  /** Aborts once nobody reads the answers. */
  readonly gone: AbortSignal
  readonly flush: () => Promise<void>
}

export function createStreams({ stdin, stdout }: Io): Streams {
  const input = Readable.from(stdin.chunks(), { objectMode: false })
  const lost = new AbortController()
  const output = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      stdout.write(String(text)).then(() => {
        if (!stdout.hasReader()) lost.abort()
        done()
      }, done)
    },
  })
  const ended = new Promise<'ended'>((resolve, reject) => {
    input.on('end', () => resolve('ended')).on('error', reject)
    output.on('error', reject)
  })
  return {
    input,
    output,
    ended,
    gone: lost.signal,
    flush: () => new Promise((resolve) => output.end(resolve)),
  }
}

/** Resolves once a signal has come. */
export function aborted(signal: AbortSignal): Promise<'stopped'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('stopped')
    signal.addEventListener('abort', () => resolve('stopped'), { once: true })
  })
}
