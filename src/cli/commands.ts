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
    summary: 'write the config of this repository',
    load: async () => (await import('./init/init.ts')).addInit,
  },
  {
    name: 'check',
    summary: 'evaluate APIs and definitions against rulesets, and decide',
    load: async () => (await import('./check/check.ts')).addCheck,
  },
  {
    name: 'baseline',
    summary: 'know the issues of today, and fail on new ones only',
    load: async () => (await import('./baseline.ts')).addBaseline,
  },
  {
    name: 'waiver',
    summary: 'excuse issues until a day, with a reason',
    load: async () => (await import('./waiver.ts')).addWaiverCommand,
  },
  {
    name: 'report',
    summary: 'render a saved report again, or join the reports of a run in parts',
    load: async () => (await import('./report.ts')).addReport,
  },
  {
    name: 'diff',
    summary: 'compare two saved reports: new, fixed, and why',
    load: async () => (await import('./diff.ts')).addDiff,
  },
  {
    name: 'explain',
    summary: 'say what a rule asks for, why, and how to mend it',
    load: async () => (await import('./explain/explain.ts')).addExplain,
  },
  {
    name: 'api',
    summary: 'look APIs up on the dashboard',
    load: async () => (await import('./api/api.ts')).addApi,
  },
  {
    name: 'ruleset',
    summary: 'look rulesets up; validate and test ruleset files',
    load: async () => (await import('./ruleset/ruleset.ts')).addRuleset,
  },
  {
    name: 'user',
    summary: 'look users up on the dashboard',
    load: async () => (await import('./user.ts')).addUser,
  },
  {
    name: 'key',
    summary: 'import keys of API consumers',
    load: async () => (await import('./key.ts')).addKey,
  },
  {
    name: 'token',
    summary: 'cut off OAuth clients',
    load: async () => (await import('./token.ts')).addToken,
  },
  {
    name: 'sso',
    summary: 'sign people in to the dashboard',
    load: async () => (await import('./sso.ts')).addSso,
  },
  {
    name: 'portal',
    summary: 'give developers keys',
    load: async () => (await import('./portal/portal.ts')).addPortal,
  },
  {
    name: 'doctor',
    summary: 'look at all that a check needs, and say how to mend it',
    load: async () => (await import('./doctor.ts')).addDoctor,
  },
  {
    name: 'config',
    summary: 'show, validate and describe the config',
    load: async () => (await import('./config/config.ts')).addConfig,
  },
  {
    name: 'sandbox',
    summary: 'serve the embedded sandbox over HTTP',
    load: async () => (await import('./sandbox/sandbox.ts')).addSandbox,
  },
  {
    name: 'hook',
    summary: 'check before each push, or each commit',
    load: async () => (await import('./hook/hook.ts')).addHook,
  },
  {
    name: 'completion',
    summary: 'print a script that completes command lines in a shell',
    load: async () => (await import('./completion/completion.ts')).addCompletion,
  },
  {
    name: 'help',
    summary: 'show the help of a command, or of a topic such as exit-codes',
    load: async () => (await import('./help/help.ts')).addHelp,
  },
]
