import { Command, CommanderError, Help, InvalidArgumentError, Option } from 'commander'
import { exitCodes, usageError } from '../core/model/errors.ts'
import type { Context } from '../terminal/context.ts'
import { findSubcommand } from '../terminal/help/find-subcommand.ts'
import {
  describeOmittedFlags,
  findHeading,
  foldHelp,
  groupFlags,
  listVisibleFlags,
} from '../terminal/help/flag-groups.ts'
import { alreadyGiven, type CommandEntry, commands, isCheck, loadCompletion } from './commands.ts'

/** Parses a command line and runs the command that it names. Gives the exit code, or throws what went wrong. */
export async function runCommandLine(typed: readonly string[], context: Context): Promise<number> {
  let exitCode: number = exitCodes.pass
  const { argv, isFull } = readWords(typed)
  const output = { help: '', fault: '', isFull: isFull || argv[0] === '__complete' }
  const program = await createProgram(argv, context, output, (code) => {
    exitCode = code
  })
  if (argv[0] === '__complete') {
    const { complete } = await loadCompletion()
    await context.io.stdout.write(await complete(program, argv.slice(2), context))
    return exitCodes.pass
  }
  refuseSecondValues(program)
  if (argv.length === 0) {
    await context.io.stderr.write(foldHelp(program.helpInformation(), context.io.proseWidth))
    return exitCodes.usage
  }
  try {
    await program.parseAsync(toHelpArguments(argv, program), { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.help') {
      await context.io.stderr.write(foldHelp(output.fault, context.io.proseWidth))
      return exitCodes.usage
    }
    // Otherwise `gov check -V` would pass without checking.
    const hasMore = error.code === 'commander.version' && argv.length > 1
    if (hasMore || error.exitCode !== 0) {
      const { commandLineError, reportBadCommandLine } = await import('./command-line-error.ts')
      const usage = hasMore
        ? usageError('version-not-alone', '--version takes no other arguments', versionHint)
        : commandLineError(error, argv, program)
      await reportBadCommandLine(argv, usage, context)
      throw usage
    }
  }
  if (output.help !== '') await context.io.stdout.write(output.help)
  return exitCode
}

/** The words that commander knows, and whether `--help all`, or `gov help … all`, asks for all that there is. */
function readWords(argv: readonly string[]): { readonly argv: readonly string[]; readonly isFull: boolean } {
  if (argv.length === 1 && argv[0] === 'version') return { argv: ['--version'], isFull: false }
  const [last, before] = [argv.at(-1), argv.at(-2)]
  const isFull = last === 'all' && (before === '--help' || before === '-h' || argv[0] === 'help')
  return { argv: readSeverities(isFull ? argv.slice(0, -1) : argv), isFull }
}

/** Other linters call a warning "warning", and `--fail-on` `--fail-severity`. */
function readSeverities(argv: readonly string[]): readonly string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  return argv.map((typed, at) => {
    const word = at < end && isCheck(argv) ? typed.replace(/^--fail-severity(?==|$)/, '--fail-on') : typed
    const takes = /^(?:-F|--fail-on|--fail-severity|--severity)$/.test(argv[at - 1] ?? '')
    return takes && word === 'warning' ? 'warn' : word.replace(/^(--(?:fail-on|severity)=)warning$/, '$1warn')
  })
}

/**
 * Commander shows the help of the command above one that there is not, as if all were well, and has no help command of
 * its own for what asks for its help alone.
 */
function toHelpArguments(argv: readonly string[], program: Command): string[] {
  let command = program
  for (const [at, word] of argv.entries()) {
    if (word.startsWith('-') || command.commands.length === 0) break
    const next = findSubcommand(command, word)
    if (!next && word === 'help' && at > 0)
      return toHelpArguments([...argv.slice(0, at), ...argv.slice(at + 1), '--help'], program)
    if (!next) return argv.filter((each) => each !== '--help' && each !== '-h')
    command = next
  }
  return [...argv]
}

const versionHint = 'Remove it. To log each request, pass --verbose.'

/** Rejects a repeated single-value flag; commander would drop the first value. */
function refuseSecondValues(command: Command): void {
  for (const option of command.options) if (option.required || option.optional) refuseSecondValue(option)
  for (const subcommand of command.commands) refuseSecondValues(subcommand)
}

function refuseSecondValue(option: Option): void {
  const { parseArg } = option
  let hasValue = false
  option.argParser((value: string, before: unknown) => {
    if (hasValue && !Array.isArray(before)) throw new InvalidArgumentError(alreadyGiven)
    hasValue = true
    return parseArg ? parseArg(value, before) : value
  })
}

interface CommanderOutput {
  help: string
  fault: string
  /** Help lists every command and flag, not only those that people use. */
  readonly isFull?: boolean
}

const unbroken = 10_000

/** The program, with the code of the commands in `argv`; others are names in its help. `done` gets the exit code, `output` the texts. */
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
    .addHelpText(
      'after',
      '\nAll commands: gov --help all. All flags of one: gov check --help all.\nMore help: gov help exit-codes, strictness, environment, formats, config, connection',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        output.help += foldHelp(text, context.io.proseWidth)
      },
      writeErr: (text) => {
        output.fault += text
      },
      // Commander breaks some lines only, and leaves narrow columns as they are.
      getOutHelpWidth: () => unbroken,
      getErrHelpWidth: () => unbroken,
    })
  program.configureHelp({
    visibleOptions: (command) => listVisibleFlags(command, output.isFull === true),
    groupItems: (_, visible, getGroup) =>
      new Help().groupItems(visible, visible, (item) => findHeading(item, visible) ?? getGroup(item)),
    visibleCommands: (command) =>
      new Help()
        .visibleCommands(command)
        .filter((inner) => output.isFull || command !== program || inner.helpGroup() !== furtherHeading),
  })
  program.addHelpText('afterAll', ({ command }) => (output.isFull ? '' : describeOmittedFlags(command)))
  // A check, which runs most often, takes the time to build no other command.
  const named = commands.filter(({ name, alias }) => argv.includes(name) || argv.includes(alias ?? name))
  const entries = isCheck(argv) && named.length === 1 ? named : commands
  for (const entry of entries) await addCommand(program, entry, argv, context)
  groupFlags(program)
  return program
}

const furtherHeading = 'More:'

async function addCommand(
  parent: Command,
  { name, alias, summary, description = summary, heading, load, inner }: CommandEntry,
  argv: readonly string[],
  context: Context,
): Promise<void> {
  const command = parent.command(name).summary(summary).description(description)
  if (parent.parent === null) command.helpGroup(heading ?? furtherHeading)
  if (alias !== undefined) command.alias(alias)
  if (argv.includes(name) || argv.includes(alias ?? name)) {
    for (const { add } of await load()) add(command, context)
    for (const entry of inner) await addCommand(command, entry, argv, context)
    addJsonFlags(command)
  }
  if (command.commands.length > 0) command.helpCommand('help [command]', 'show help for a command')
}

/** `--json` and `--format json` are one thing, whichever of the two a command shows in its help. */
function addJsonFlags(command: Command): void {
  const find = (flag: string) => command.options.find(({ long }) => long === flag)
  const [json, format] = [find('--json'), find('--format')]
  if (json && !format)
    command.addOption(new Option('--format <format>').choices(['json']).implies({ json: true }).hideHelp())
  if (!json && format?.argChoices?.includes('json'))
    command.addOption(new Option('--json').implies({ format: 'json' }).hideHelp())
  for (const inner of command.commands) addJsonFlags(inner)
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
