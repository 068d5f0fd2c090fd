import { Readable, Writable } from 'node:stream'
import type { Io } from '../terminal/io.ts'

/** Standard input and output as the protocol's transport takes them. */
export interface Streams {
  readonly input: Readable
  readonly output: Writable
  /** How reading ends: at its end, or since nobody reads the answers any more. */
  readonly ended: Promise<'ended' | 'gone'>
  /** Resolves when all that was written is out. */
  readonly flush: () => Promise<void>
}

export function createStreams({ stdin, stdout }: Io): Streams {
  const input = Readable.from(stdin.chunks(), { objectMode: false })
  let lost: () => void = () => {}
  const gone = new Promise<'gone'>((resolve) => {
    lost = () => resolve('gone')
  })
  const output = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      stdout.write(String(text)).then(() => {
        if (!stdout.hasReader()) lost()
        done()
      }, done)
    },
  })
  output.on('error', lost)
  input.on('error', lost)
  const ended = new Promise<'ended'>((resolve) => input.on('end', () => resolve('ended')))
  return {
    input,
    output,
    ended: Promise.race([ended, gone]),
    flush: () => new Promise((resolve) => output.end(resolve)),
  }
}
