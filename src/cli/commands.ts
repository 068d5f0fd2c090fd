import type { Command } from 'commander'
import type { Context } from './terminal/context.ts'

/** A part of a command's code: it gives the command its flags, its own commands and its action. */
interface CommandModule {
  readonly add: (command: Command, context: Context) => void
}

type Load = () => Promise<CommandModule>

type Row = readonly [name: string, summary: string, ...load: readonly Load[]]

/**
 * The commands, in the order of the help. The code of one is loaded only when it is the one that runs. A noun that several
 * features share has a module of each, in the order of its commands.
 */
const rows: readonly Row[] = [
  ['init', 'create a config for this repository', () => import('./init/init.ts')],
  ['check', 'check APIs and OpenAPI files against rulesets', () => import('./check/check.ts')],
  ['fix', 'fix issues in local OpenAPI files', () => import('./fix/fix.ts')],
  ['bundle', 'print an OpenAPI file and what it references as one document', () => import('./bundle.ts')],
  ['baseline', 'record current issues, so that only new ones fail', () => import('./baseline.ts')],
  ['waiver', 'accept issues until a date, with a reason', () => import('./waiver.ts')],
  [
    'report',
    'convert and merge saved reports; show a fleet',
    () => import('./report/report.ts'),
    () => import('./report/fleet.ts'),
  ],
  ['diff', 'compare two saved reports', () => import('./diff.ts')],
  ['parity', 'compare a dashboard with the embedded sandbox', () => import('./parity.ts')],
  ['explain', 'explain a rule and how to fix its issues', () => import('./explain/explain.ts')],
  ['api', 'look up APIs on the dashboard', () => import('./api.ts')],
  [
    'ruleset',
    'look up, pull and push rulesets; validate and test files',
    () => import('./ruleset/saved-rulesets.ts'),
    () => import('./ruleset/ruleset-code.ts'),
    () => import('./ruleset/ruleset-impact.ts'),
    () => import('./ruleset/ruleset.ts'),
    () => import('./ruleset/ruleset-import.ts'),
  ],
  ['user', 'look up users on the dashboard', () => import('./user.ts')],
  ['key', 'list and import API keys', () => import('./key.ts')],
  ['token', 'revoke refresh tokens', () => import('./token.ts')],
  ['open', 'print an address on the dashboard', () => import('./open.ts')],
  ['sso', 'create single sign-on tokens', () => import('./sso.ts')],
  ['portal', 'list developers; request and approve keys', () => import('./portal.ts')],
  ['doctor', 'diagnose the setup', () => import('./doctor.ts')],
  ['config', 'show or validate the config; print its schema', () => import('./config/config.ts')],
  ['mcp', 'serve gov to coding agents (Model Context Protocol)', () => import('./mcp/mcp.ts')],
  ['lsp', 'serve gov to editors (Language Server Protocol)', () => import('./lsp/lsp.ts')],
  ['sandbox', 'serve the embedded sandbox over HTTP', () => import('./sandbox.ts')],
  ['hook', 'run gov check before each push or commit', () => import('./hook/hook.ts')],
  ['completion', 'print a shell completion script', () => import('./completion/completion.ts')],
  ['help', 'show help for a command or topic', () => import('./help/help.ts')],
]

export const commands = rows.map(([name, summary, ...load]) => ({
  name,
  alias: name === 'check' ? 'lint' : undefined,
  summary,
  load: () => Promise.all(load.map((each) => each())),
}))

/** The completion, which the shell starts at each Tab. */
export const loadCompletion = () => import('./completion/complete.ts')
