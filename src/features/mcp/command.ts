import type { Command } from 'commander'
import { exitCodes } from '../../core/model/errors.ts'
import type { Context } from '../../terminal/context.ts'
import { addBaseFlags, addDecisionFlags } from '../../terminal/flags/check-flags.ts'
import type { McpFlags } from './call-tool.ts'

const examples = `
Examples:
  gov mcp
      as the config says; nothing is written
  gov mcp --allow-write
      also tools that write fixes and waivers
  gov mcp --config .governance.example.yml --policy policy.yml
      a config and a policy that the agent cannot choose

An agent starts it and talks to it over standard input and output. Set-up: docs/agents.md.
The flags are those of gov check and hold for every call.`

export function add(command: Command, context: Context): void {
  command
    .description(
      'Serves gov to coding agents over the Model Context Protocol (stdio): tools that check files, explain rules, propose ' +
        'fixes and waivers, and look up APIs, rulesets and users.',
    )
    .option('--allow-write', 'also offer the tools that write to files')
  addBaseFlags(addDecisionFlags(command))
    .addHelpText('after', examples)
    .action(async (flags: McpFlags) => {
      const { serveMcp } = await import('./serve-mcp.ts')
      await serveMcp(flags, context)
      return exitCodes.pass
    })
}
