import { Command } from 'commander'
import { commands } from './commands.ts'
import { foldHelp } from './help/fold-help.ts'
import type { Context } from './terminal/context.ts'

export interface CommanderOutput {
  help: string
  fault: string
}

const unbroken = 10_000

/**
 * The program with the code of the commands that `argv` names; the others are only names in its help. The exit code of the
 * action that runs goes to `done`; what commander would print is added to `output`.
 */
export async function createProgram(
  argv: readonly string[],
  context: Context,
  output: CommanderOutput,
  done: (exitCode: number) => void,
): Promise<Command> {
  const program = createCommand('gov', done)
    .description('Check APIs against governance rulesets and pass or fail the build.')
    .version(context.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .option('--no-color', 'disable colour')
    .addHelpText('after', '\nMore help: gov help exit-codes, strictness, environment, formats, config')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        output.help += foldHelp(text, context.io.width)
      },
      writeErr: (text) => {
        output.fault += text
      },
      // Commander breaks some lines only, and leaves narrow columns as they are.
      getOutHelpWidth: () => unbroken,
      getErrHelpWidth: () => unbroken,
    })
  for (const { name, alias, summary, load } of commands) {
    const command = program.command(name).summary(summary).description(summary)
    if (alias !== undefined) command.alias(alias)
    if (argv.includes(name) || argv.includes(alias ?? name)) (await load()).add(command, context)
    if (command.commands.length > 0) command.helpCommand('help [command]', 'show help for a command')
  }
  return program
}

/** A command, and those below it, whose actions give their exit codes. One that gives none must not pass for a pass. */
function createCommand(name: string | undefined, done: (exitCode: number) => void): Command {
  const command = new Command(name)
  const setAction = command.action.bind(command)
  return Object.assign(command, {
    createCommand: (name?: string) => createCommand(name, done),
    action: (run: (...args: unknown[]) => unknown) =>
      setAction(async (...args: unknown[]) => {
        const exitCode = await run(...args)
        if (typeof exitCode !== 'number') throw new Error(`${command.name()} gave no exit code`)
        done(exitCode)
      }),
  })
}
