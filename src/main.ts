import { Command, CommanderError } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { type CommandEntry, commands } from './commands/index.ts'
import { refuseSecondValues } from './commands/single-values.ts'
import { type Context, type ContextProcess, createContext } from './context.ts'
import { exitCodes, GovError, usageError } from './errors.ts'
import { sanitize } from './sanitize.ts'

/** Runs the program for a process and gives its exit code; nothing here ends the process. */
export async function main(host: ContextProcess): Promise<number> {
  return run(host.argv.slice(2), createContext(host, packageJson.version))
}

/** One command line -> its exit code. Any error is printed here, once. */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  try {
    return await parse(argv, context)
  } catch (error) {
    const { text, exitCode } = describe(error, context)
    await context.io.stderr.write(text)
    return exitCode
  }
}

async function parse(argv: readonly string[], context: Context): Promise<number> {
  let exitCode: number = exitCodes.pass
  let help = ''
  let fault = ''
  const program = new Command('gov')
    .description(
      'The governance gate of an API-management dashboard: evaluates APIs against rulesets and decides.',
    )
    .version(context.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .option('--no-color', 'print without colour')
    .addHelpText('after', '\nExit codes: gov help exit-codes')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        help += text
      },
      writeErr: (text) => {
        fault += text
      },
      getOutHelpWidth: () => context.io.width,
      getErrHelpWidth: () => context.io.width,
    })
  await addCommands(program, argv, context, (code) => {
    exitCode = code
  })
  refuseSecondValues(program)
  if (argv.length === 0) {
    await context.io.stderr.write(program.helpInformation())
    return exitCodes.usage
  }
  try {
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.help') {
      await context.io.stderr.write(fault)
      return exitCodes.usage
    }
    if (error.exitCode !== 0) {
      const usage = commandLineError(error, argv)
      const { reportBadCommandLine } = await import('./commands/command-line-failure.ts')
      await reportBadCommandLine(argv, usage, context)
      throw usage
    }
  }
  if (help !== '') await context.io.stdout.write(help)
  return exitCode
}

/** Loads the code of the commands that `argv` names; the others are only names in the help. */
async function addCommands(
  program: Command,
  argv: readonly string[],
  context: Context,
  done: (exitCode: number) => void,
): Promise<void> {
  for (const entry of commands) {
    if (argv.includes(entry.name)) (await entry.load())(program, context, done)
    else addName(program, entry)
  }
}

function addName(program: Command, { name, summary }: CommandEntry): void {
  program.command(name).summary(summary).description(summary)
}

function commandLineError(error: CommanderError, argv: readonly string[]): GovError {
  const [what = '', suggestion] = error.message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .split('\n')
  const command = commands.find(({ name }) => argv.includes(name))
  const help = `gov ${command ? `${command.name} ` : ''}--help lists what there is.`
  const isStray = error.code === 'commander.excessArguments' && argv[0] === 'check'
  const stray = isStray ? 'Name a file with --definition and a saved API with --api-id. ' : ''
  const hint = suggestion?.replace(/^\(|\)$/g, '') ?? stray + help
  return usageError('bad-command-line', what, hint)
}

function describe(error: unknown, { env }: Context): { text: string; exitCode: number } {
  if (error instanceof GovError) {
    return {
      text: `error: ${sanitize(error.message)}\n  hint: ${sanitize(error.hint)}\n`,
      exitCode: error.exitCode,
    }
  }
  const message = error instanceof Error ? error.message : String(error)
  const stack = env.GOV_DEBUG && error instanceof Error ? `${error.stack}\n` : ''
  const text = `error: gov met a fault of its own: ${sanitize(message)}\n  hint: Please report it with the command, gov --version, and what GOV_DEBUG=1 prints more.\n`
  return { text: text + sanitize(stack), exitCode: exitCodes.bug }
}
