import type { Command } from 'commander'
import type { Context, Done } from './terminal/context.ts'

/** Gives a command its flags, its own commands and its action. */
export type AddCommand = (command: Command, context: Context, done: Done) => void

/** The commands, in the order of the help. */
const summaries = {
  init: 'create a config for this repository',
  check: 'check APIs and OpenAPI files against rulesets',
  fix: 'fix issues in local OpenAPI files',
  bundle: 'print an OpenAPI file and what it references as one document',
  baseline: 'record current issues, so that only new ones fail',
  waiver: 'accept issues until a date, with a reason',
  report: 'convert, merge and count saved reports; show a trend or fleet',
  diff: 'compare two saved reports',
  parity: 'compare a dashboard with the embedded sandbox',
  explain: 'explain a rule and how to fix its issues',
  api: 'look up APIs on the dashboard',
  ruleset: 'look up, pull and push rulesets; validate and test files',
  user: 'look up users on the dashboard',
  key: 'list and import API keys',
  token: 'revoke refresh tokens',
  open: 'print an address on the dashboard',
  sso: 'create single sign-on tokens',
  portal: 'list developers; request and approve keys',
  doctor: 'diagnose the setup',
  config: 'show or validate the config; print its schema',
  mcp: 'serve gov to coding agents (Model Context Protocol)',
  lsp: 'serve gov to editors (Language Server Protocol)',
  sandbox: 'serve the embedded sandbox over HTTP',
  hook: 'run gov check before each push or commit',
  completion: 'print a shell completion script',
  help: 'show help for a command or topic',
} as const

type CommandName = keyof typeof summaries

/** The code of a command is loaded only when it is the one that runs. */
const loads: Readonly<Record<CommandName, () => Promise<AddCommand>>> = {
  init: async () => (await import('./init/init.ts')).addInit,
  check: async () => (await import('./check/check.ts')).addCheck,
  fix: async () => (await import('./fix/fix.ts')).addFix,
  bundle: async () => (await import('./bundle.ts')).addBundle,
  baseline: async () => (await import('./baseline.ts')).addBaseline,
  waiver: async () => (await import('./waiver.ts')).addWaiverCommand,
  report: async () => (await import('./report/report.ts')).addReport,
  diff: async () => (await import('./diff.ts')).addDiff,
  parity: async () => (await import('./parity.ts')).addParity,
  explain: async () => (await import('./explain/explain.ts')).addExplain,
  api: async () => (await import('./api.ts')).addApi,
  ruleset: async () => (await import('./ruleset/ruleset.ts')).addRuleset,
  user: async () => (await import('./user.ts')).addUser,
  key: async () => (await import('./key.ts')).addKey,
  token: async () => (await import('./token.ts')).addToken,
  open: async () => (await import('./open.ts')).addOpen,
  sso: async () => (await import('./sso.ts')).addSso,
  portal: async () => (await import('./portal.ts')).addPortal,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  config: async () => (await import('./config/config.ts')).addConfig,
  mcp: async () => (await import('./mcp/mcp.ts')).addMcp,
  lsp: async () => (await import('./lsp/lsp.ts')).addLsp,
  sandbox: async () => (await import('./sandbox.ts')).addSandbox,
  hook: async () => (await import('./hook/hook.ts')).addHook,
  completion: async () => (await import('./completion/completion.ts')).addCompletion,
  help: async () => (await import('./help/help.ts')).addHelp,
}

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(summaries, name)
}

export const commands = Object.keys(summaries)
  .filter(isCommandName)
  .map((name) => ({
    name,
    alias: name === 'check' ? 'lint' : undefined,
    summary: summaries[name],
    load: loads[name],
  }))
