import { Command } from 'commander'
import { wrap } from '../text/width.ts'
import { commands } from './commands.ts'
import type { Context, Done } from './terminal/context.ts'

export interface CommanderOutput {
  help: string
  fault: string
}

/**
 * The program with the code of the commands that `argv` names; the others are only names in its help. An action gives
 * its exit code to `done`; what commander would print is added to `output`.
 */
export async function createProgram(
  argv: readonly string[],
  context: Context,
  output: CommanderOutput,
  done: Done,
): Promise<Command> {
  const program = new Command('gov')
    .description('Check APIs against governance rulesets and pass or fail the build.')
    .version(context.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .option('--no-color', 'disable colour')
    .addHelpText('after', '\nMore help: gov help exit-codes, strictness, environment, formats, config')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        output.help += foldProse(text, context.io.width)
      },
      writeErr: (text) => {
        output.fault += text
      },
      getOutHelpWidth: () => context.io.width,
      getErrHelpWidth: () => context.io.width,
    })
  for (const { name, alias, summary, load } of commands) {
    const command = program.command(name).summary(summary).description(summary)
    if (alias !== undefined) command.alias(alias)
    if (argv.includes(name) || argv.includes(alias ?? name)) (await load())(command, context, done)
    if (command.commands.length > 0) command.helpCommand('help [command]', 'show help for a command')
  }
  return program
}

/** Sentences at the end of a page in lines of the terminal's width; what is set in, as flags and commands, stays. */
function foldProse(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (/^\S/.test(line) && !line.startsWith('Usage:') ? wrap(line, width) : [line]))
    .join('\n')
}
