import { Command } from 'commander'
import { wrap } from '../text/width.ts'
import { type CommandEntry, commands } from './commands.ts'
import type { Context } from './terminal/context.ts'

/** What commander has to say, for the caller to print. */
export interface Told {
  help: string
  fault: string
}

/**
 * The program with the code of the commands that `argv` names; the others are only names in its help. An action gives
 * its exit code to `done`; what commander would print is added to `told`.
 */
export async function createProgram(
  argv: readonly string[],
  context: Context,
  told: Told,
  done: (exitCode: number) => void,
): Promise<Command> {
  const program = new Command('gov')
    .description('Check APIs against governance rulesets and pass or fail the build.')
    .version(context.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .option('--no-color', 'disable colour')
    .addHelpText('after', programEnd)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        told.help += foldProse(text, context.io.width)
      },
      writeErr: (text) => {
        told.fault += text
      },
      getOutHelpWidth: () => context.io.width,
      getErrHelpWidth: () => context.io.width,
    })
  for (const entry of commands) {
    if (argv.includes(entry.name)) (await entry.load())(program, context, done)
    else addName(program, entry)
  }
  return program
}

const programEnd = `
More help: gov help exit-codes, strictness, environment, formats, config`

function addName(program: Command, { name, summary }: CommandEntry): void {
  program.command(name).summary(summary).description(summary)
}

/** Sentences at the end of a page in lines of the terminal's width; what is set in, as flags and commands, stays. */
function foldProse(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (/^\S/.test(line) && !line.startsWith('Usage:') ? wrap(line, width) : [line]))
    .join('\n')
}
