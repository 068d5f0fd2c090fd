import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { bytes, type Fault } from './fault.ts'
import { good, notJson, notOne } from './faults-of-answers.ts'

const tooLarge = /cannot read the response of \S+: it is larger than \d+ bytes/
/** A slow machine takes seconds to send them. */
const flags = ['--timeout', '30s', '--deadline', '30s']

/** Above the 64 MB that a run accepts; packed only when it is sent, which a retry does again. */
function bomb(encoding: string, pack: (spaces: Buffer) => Buffer): Fault['cause'] {
  let packed: Buffer | undefined
  return {
    http: (exchange) => {
      packed ??= pack(Buffer.alloc(80 * 2 ** 20, ' '))
      const sent = bytes(packed, { 'content-encoding': encoding })
      if ('http' in sent) sent.http(exchange)
    },
  }
}

const rows: readonly Fault[] = [
  {
    name: 'a 2 GB body that says so',
    cause: bytes('{', { 'content-length': String(2 ** 31) }),
    exit: 4,
    words: tooLarge,
  },
  {
    name: 'a body without an end',
    cause: { http: ({ response }) => pour(response) },
    exit: 4,
    words: tooLarge,
  },
  {
    name: 'gzip bomb',
    cause: bomb('gzip', (spaces) => gzipSync(spaces, { level: 1 })),
    exit: 4,
    words: tooLarge,
  },
  {
    name: 'deflate bomb',
    cause: bomb('deflate', (spaces) => deflateSync(spaces, { level: 1 })),
    exit: 4,
    words: tooLarge,
  },
  {
    name: 'brotli bomb',
    cause: bomb('br', (spaces) =>
      brotliCompressSync(spaces, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ),
    exit: 4,
    words: tooLarge,
  },
  { name: 'deep JSON', cause: bytes('['.repeat(5_000_000)), exit: 4, words: notJson },
  {
    name: 'deep JSON that ends',
    cause: bytes('['.repeat(1_000_000) + ']'.repeat(1_000_000)),
    exit: 4,
    words: notOne,
  },
  {
    name: 'deep JSON in a field',
    cause: bytes(good.replace('"rulesets":', `"rulesets":${'['.repeat(500_000)}${']'.repeat(500_000)},"x":`)),
    exit: 4,
    words: notOne,
  },
]

/** More than a run may hold. */
export const faultsOfSize: readonly Fault[] = rows.map((row) => ({ ...row, flags }))

function pour(response: {
  write(text: string): boolean
  once(name: 'drain' | 'close', go: () => void): unknown
}) {
  const part = ' '.repeat(2 ** 20)
  let open = true
  response.once('close', () => {
    open = false
  })
  const more = () => {
    while (open && response.write(part));
    if (open) response.once('drain', more)
  }
  more()
}
