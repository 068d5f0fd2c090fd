import type { Command } from 'commander'
import type { Context } from '../terminal/context.ts'

/** A part of a command's code: it gives the command its flags, its own commands and its action. */
interface CommandModule {
  readonly add: (command: Command, context: Context) => void
}

type Load = () => Promise<CommandModule>

type CommandRow = readonly [name: string, summary: string, ...load: readonly Load[]]

/** They are commands of `gov dashboard`, and by themselves, as in `gov api list`. */
const dashboardRows: readonly CommandRow[] = [
  ['api', 'look up APIs on the dashboard', () => import('../features/dashboard/api-command.ts')],
  ['user', 'look up users on the dashboard', () => import('../features/dashboard/user-command.ts')],
  ['whoami', 'show the user of the credential', () => import('../features/dashboard/whoami-command.ts')],
  ['key', 'list and import API keys', () => import('../features/dashboard/key-command.ts')],
  ['token', 'revoke refresh tokens', () => import('../features/dashboard/token-command.ts')],
  ['sso', 'create single sign-on tokens', () => import('../features/dashboard/sso-command.ts')],
  [
    'portal',
    'list developers; request and approve keys',
    () => import('../features/dashboard/portal-command.ts'),
  ],
  ['open', 'print an address on the dashboard', () => import('../features/dashboard/open-command.ts')],
]

/** A command whose code is loaded only when it is the one that runs. */
export interface CommandEntry {
  readonly name: string
  readonly alias: string | undefined
  readonly summary: string
  readonly description?: string
  /** Its heading on the first page; undefined where only `gov --help all` lists it. */
  readonly heading: string | undefined
  readonly load: () => Promise<readonly CommandModule[]>
  readonly inner: readonly CommandEntry[]
}

/** The commands, in the order of the help. A noun that several features share has a module of each. */
export const commands: readonly CommandEntry[] = [
  ...listEntries('Check:', [
    ['check', 'check APIs and OpenAPI files against rulesets', () => import('../features/check/command.ts')],
    ['fix', 'fix issues in local OpenAPI files', () => import('../features/fix/command.ts')],
    ['diff', 'show what changed between two versions of an API', () => import('../features/diff/command.ts')],
    ['explain', 'explain a rule and how to fix its issues', () => import('../features/explain/command.ts')],
    [
      'baseline',
      'record current issues, so that only new ones fail',
      () => import('../features/baseline/command.ts'),
    ],
    ['waiver', 'accept issues until a date, with a reason', () => import('../features/waivers/command.ts')],
    [
      'report',
      'convert, merge and compare saved reports; show a fleet',
      () => import('../features/reports/command.ts'),
      () => import('../features/reports/diff-command.ts'),
      () => import('../features/fleet/command.ts'),
    ],
  ]),
  ...listEntries('Rules:', [
    [
      'ruleset',
      'look up, pull and push rulesets; validate and test files',
      () => import('../features/dashboard/ruleset-command.ts'),
      () => import('../features/ruleset/code/command.ts'),
      () => import('../features/ruleset/impact/command.ts'),
      () => import('../features/ruleset/command.ts'),
      () => import('../features/ruleset/import-command.ts'),
    ],
  ]),
  {
    name: 'dashboard',
    alias: undefined,
    summary: 'look up and change what a dashboard holds: APIs, users, keys',
    description:
      'Looks up and changes what a dashboard holds. Each command also works by itself: gov api list.',
    heading: 'Dashboard:',
    load: async () => [],
    inner: listEntries(undefined, dashboardRows),
  },
  ...listEntries('Set up:', [
    ['init', 'create a config for this repository', () => import('../features/init/command.ts')],
    ['doctor', 'diagnose the setup', () => import('../features/doctor/command.ts')],
    [
      'config',
      'show or validate the config; print its schema',
      () => import('../features/config/command.ts'),
    ],
    ['hook', 'run gov check before each push or commit', () => import('../features/hook/command.ts')],
  ]),
  ...listEntries('Integrations:', [
    ['lsp', 'serve gov to editors (Language Server Protocol)', () => import('../features/lsp/command.ts')],
    [
      'mcp',
      'serve gov to coding agents (Model Context Protocol)',
      () => import('../features/mcp/command.ts'),
    ],
    ['sandbox', 'serve the embedded sandbox over HTTP', () => import('../features/sandbox/command.ts')],
  ]),
  ...listEntries(undefined, [
    ...dashboardRows,
    [
      'bundle',
      'print an OpenAPI file and what it references as one document',
      () => import('../features/bundle/command.ts'),
    ],
    [
      'parity',
      'compare a dashboard with the embedded sandbox',
      () => import('../features/parity/command.ts'),
    ],
    ['completion', 'print a shell completion script', () => import('../features/completion/command.ts')],
    ['help', 'show help for a command or topic', () => import('../features/help/command.ts')],
  ]),
]

function listEntries(heading: string | undefined, rows: readonly CommandRow[]): readonly CommandEntry[] {
  return rows.map(([name, summary, ...load]) => ({
    name,
    alias: name === 'check' ? 'lint' : undefined,
    summary,
    heading,
    load: () => Promise.all(load.map((each) => each())),
    inner: [],
  }))
}

/** The completion, which the shell starts at each Tab. */
export const loadCompletion = () => import('../features/completion/complete.ts')

/** Whether a command line is that of `gov check`. */
export function isCheck([name]: readonly string[]): boolean {
  return name === 'check' || name === 'lint'
}

/** Commander's message for the second value of an option that takes one. */
export const alreadyGiven = 'The flag was already given with another value.'
