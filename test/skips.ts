/** Tests that may be skipped, why, and how to run them. Any other skipped test fails the run. */
export interface AllowedSkip {
  readonly file: string
  readonly name: RegExp
  readonly because: string
  readonly toRun: string
}

const any = /./

const shared = {
  name: /shared/,
  because: 'public documents and recorded results are not in ../shared',
  toRun: 'put them there; fixtures of the project prove the same with fewer documents',
}
const browser = { name: any, because: 'no browser', toRun: 'install chromium, or set CHROMIUM to a browser' }
const tmux = { because: 'no tmux', toRun: 'install tmux' }
const script = { name: any, because: 'no `script` of util-linux', toRun: 'install bsdutils or util-linux' }
const linux = { because: 'no /dev/full or /dev/shm', toRun: 'run on Linux' }

export const allowedSkips: readonly AllowedSkip[] = [
  {
    file: 'test/e2e/sandbox-operator.test.ts',
    name: /full/,
    because: 'no prlimit',
    toRun: 'install util-linux',
  },
  { file: 'test/browser/html-report.test.ts', ...browser },
  { file: 'test/browser/fleet-page.test.ts', ...browser },
  {
    file: 'test/e2e/completion-shells.test.ts',
    name: /\bbash\b/,
    because: 'no bash',
    toRun: 'install bash',
  },
  { file: 'test/e2e/completion-shells.test.ts', name: /\bzsh\b/, because: 'no zsh', toRun: 'install zsh' },
  { file: 'test/e2e/completion-shells.test.ts', name: /\bfish\b/, because: 'no fish', toRun: 'install fish' },
  {
    file: 'test/editors/vscode.test.ts',
    name: /^the packaged extension/,
    because: 'editors/vscode has no node_modules',
    toRun: 'npm ci --prefix editors/vscode',
  },
  {
    file: 'test/e2e/program-exit-codes.test.ts',
    name: /^70: an internal error/,
    because: 'a binary loads no code that NODE_OPTIONS names',
    toRun: 'npm run verify',
  },
  {
    file: 'test/e2e/doctor-setup.test.ts',
    name: /^gov doctor, of a certificate/,
    because: 'no openssl',
    toRun: 'install openssl',
  },
  {
    file: 'test/e2e/sandbox-proxy.test.ts',
    name: any,
    because: 'no nginx',
    toRun: 'install nginx',
  },
  { file: 'test/e2e/fix-terminal.test.ts', ...script },
  { file: 'test/e2e/init-terminal.test.ts', ...script },
  { file: 'test/e2e/check-watch.test.ts', name: /^at a terminal/, ...tmux },
  { file: 'test/e2e/check-progress.test.ts', name: any, ...tmux },
  { file: 'test/e2e/program-pager.test.ts', name: any, ...tmux },
  { file: 'test/check/reports/write-output.test.ts', name: /disk is full|\/dev\/shm/, ...linux },
  { file: 'test/e2e/mcp-wire.test.ts', name: /cannot be written/, ...linux },
  {
    file: 'test/sandbox/workspace.test.ts',
    name: /refuses a pipe/,
    because: 'Windows has no pipes in folders',
    toRun: 'run on Linux or macOS',
  },
  { file: 'test/conformance/conformance.test.ts', ...shared },
  { file: 'test/core/document/parity.test.ts', ...shared },
  { file: 'test/engine/ruleset/json-schema.test.ts', ...shared },
  {
    file: 'test/slow/sandbox/generated-clients.test.ts',
    name: any,
    because: 'no package registry for npm, or for pip',
    toRun: 'connect to one; Python with venv and pip is needed too',
  },
  { file: 'test/slow/features/fix/propose/bars.test.ts', ...shared },
  { file: 'test/slow/core/document/simple-property.test.ts', ...shared },
]
