import type { Command } from 'commander'
import type { Context } from './terminal/context.ts'

/** Adds a command with its flags to `parent`; the action gives the exit code to `done`. */
export type AddCommand = (parent: Command, context: Context, done: (exitCode: number) => void) => void

/** A command as the help lists it; its own code is loaded only when it is the one that runs. */
export interface CommandEntry {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<AddCommand>
}

/** The commands, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'create a config for this repository',
    load: async () => (await import('./init/init.ts')).addInit,
  },
  {
    name: 'check',
    summary: 'check APIs and OpenAPI files against rulesets',
    load: async () => (await import('./check/check.ts')).addCheck,
  },
  {
    name: 'baseline',
    summary: 'record current issues, so that only new ones fail',
    load: async () => (await import('./baseline.ts')).addBaseline,
  },
  {
    name: 'waiver',
    summary: 'accept issues until a date, with a reason',
    load: async () => (await import('./waiver.ts')).addWaiverCommand,
  },
  {
    name: 'report',
    summary: 'convert a saved report, or merge shard reports',
    load: async () => (await import('./report.ts')).addReport,
  },
  {
    name: 'diff',
    summary: 'compare two saved reports',
    load: async () => (await import('./diff.ts')).addDiff,
  },
  {
    name: 'explain',
    summary: 'explain a rule and how to fix its issues',
    load: async () => (await import('./explain/explain.ts')).addExplain,
  },
  {
    name: 'api',
    summary: 'look up APIs on the dashboard',
    load: async () => (await import('./api/api.ts')).addApi,
  },
  {
    name: 'ruleset',
    summary: 'look up rulesets; validate and test ruleset files',
    load: async () => (await import('./ruleset/ruleset.ts')).addRuleset,
  },
  {
    name: 'user',
    summary: 'look up users on the dashboard',
    load: async () => (await import('./user.ts')).addUser,
  },
  {
    name: 'key',
    summary: 'import API keys',
    load: async () => (await import('./key.ts')).addKey,
  },
  {
    name: 'token',
    summary: 'revoke refresh tokens',
    load: async () => (await import('./token.ts')).addToken,
  },
  {
    name: 'sso',
    summary: 'create single sign-on tokens',
    load: async () => (await import('./sso.ts')).addSso,
  },
  {
    name: 'portal',
    summary: 'list developers; request and approve keys',
    load: async () => (await import('./portal/portal.ts')).addPortal,
  },
  {
    name: 'doctor',
    summary: 'diagnose the setup',
    load: async () => (await import('./doctor.ts')).addDoctor,
  },
  {
    name: 'config',
    summary: 'show or validate the config; print its schema',
    load: async () => (await import('./config/config.ts')).addConfig,
  },
  {
    name: 'sandbox',
    summary: 'serve the embedded sandbox over HTTP',
    load: async () => (await import('./sandbox/sandbox.ts')).addSandbox,
  },
  {
    name: 'hook',
    summary: 'run gov check before each push or commit',
    load: async () => (await import('./hook/hook.ts')).addHook,
  },
  {
    name: 'completion',
    summary: 'print a shell completion script',
    load: async () => (await import('./completion/completion.ts')).addCompletion,
  },
  {
    name: 'help',
    summary: 'show help for a command or topic',
    load: async () => (await import('./help/help.ts')).addHelp,
  },
]
