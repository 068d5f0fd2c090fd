import type { Command } from 'commander'
import type { Context } from '../context.ts'

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
    name: 'check',
    summary: 'evaluate APIs and definitions against rulesets, and decide',
    load: async () => (await import('./check.ts')).addCheck,
  },
  {
    name: 'report',
    summary: 'render a saved report again, in any format',
    load: async () => (await import('./report.ts')).addReport,
  },
  {
    name: 'sandbox',
    summary: 'serve the embedded sandbox over HTTP',
    load: async () => (await import('./sandbox.ts')).addSandbox,
  },
  {
    name: 'help',
    summary: 'show the help of a command, or a topic: exit-codes, strictness',
    load: async () => (await import('./help.ts')).addHelp,
  },
]
