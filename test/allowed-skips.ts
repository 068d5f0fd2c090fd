export interface AllowedSkip {
  readonly file: string
  readonly name: RegExp
  readonly because: string
}

const shared =
  'adds public documents to what the project proves by its own; they are beside it on some machines only'

/** The tests that may be skipped in CI. */
export const allowedSkips: readonly AllowedSkip[] = [
  { file: 'test/browser/html-report.test.ts', name: /./, because: 'needs a browser' },
  { file: 'test/e2e/completion.test.ts', name: /\b(?:zsh|fish|bash)\b/, because: 'needs that shell' },
  {
    file: 'test/e2e/exit-codes.test.ts',
    name: /^70: an internal error/,
    because: 'a binary loads no code that NODE_OPTIONS names',
  },
  { file: 'test/e2e/doctor.test.ts', name: /^gov doctor, of a certificate/, because: 'needs openssl' },
  { file: 'test/e2e/fix-terminal.test.ts', name: /./, because: 'needs script of util-linux' },
  { file: 'test/e2e/init-terminal.test.ts', name: /./, because: 'needs script of util-linux' },
  { file: 'test/e2e/watch.test.ts', name: /^at a terminal/, because: 'needs tmux' },
  { file: 'test/e2e/progress.test.ts', name: /./, because: 'needs tmux' },
  {
    file: 'test/run/write-output.test.ts',
    name: /disk is full|\/dev\/shm/,
    because: 'needs /dev/full and /dev/shm, which only Linux has',
  },
  {
    file: 'test/e2e/loaded-files.test.ts',
    name: /cannot be written/,
    because: 'needs /dev/full, which only Linux has',
  },
  { file: 'test/conformance/conformance.test.ts', name: /shared/, because: shared },
  { file: 'test/document/parity.test.ts', name: /shared/, because: shared },
  { file: 'test/fix/bars.test.ts', name: /shared/, because: shared },
  { file: 'test/document/simple/property.test.ts', name: /shared/, because: shared },
]
