import type { Command } from 'commander'
import type { Context } from '../../terminal/context.ts'
import { addDecisionFlags } from '../../terminal/flags/check-flags.ts'
import type { LspFlags } from './live-reader.ts'

const examples = `
Examples:
  gov lsp
      each file by the config nearest to it
  gov lsp --config .governance.example.yml --policy policy.yml
      a config and a policy for all files

An editor starts it and talks to it over standard input and output. Set-up: docs/editors.md.
The flags are those of gov check and hold for every check.`

export function add(command: Command, context: Context): void {
  command
    .description(
      'Serves gov to editors over the Language Server Protocol (stdio): issues as you type, explanations, fixes and waivers.',
    )
    .option('--stdio', 'talk over standard input and output, as it always does; editors pass it')
  addDecisionFlags(command)
    .addHelpText('after', examples)
    .action(async (flags: LspFlags) => {
      const { serveLsp } = await import('./serve-lsp.ts')
      return serveLsp(flags, context)
    })
}
