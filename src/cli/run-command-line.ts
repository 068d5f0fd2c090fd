import { CommanderError } from 'commander'
import { exitCodes, type GovError, usageError } from '../model/errors.ts'
import { commandLineError } from './command-line-error.ts'
import { refuseSecondValues } from './flags/single-values.ts'
import { createProgram } from './program.ts'
import type { Context } from './terminal/context.ts'

/** Parses a command line and runs the command that it names. Gives the exit code, or throws what went wrong. */
export async function runCommandLine(argv: readonly string[], context: Context): Promise<number> {
  let exitCode: number = exitCodes.pass
  const told = { help: '', fault: '' }
  const program = await createProgram(argv, context, told, (code) => {
    exitCode = code
  })
  if (argv[0] === '__complete') {
    const { complete } = await import('./completion/complete.ts')
    await context.io.stdout.write(await complete(program, argv.slice(2), context))
    return exitCodes.pass
  }
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
      await context.io.stderr.write(told.fault)
      return exitCodes.usage
    }
    const isBeside = error.code === 'commander.version' && argv.length > 1
    if (isBeside || error.exitCode !== 0) {
      const usage = isBeside ? versionBeside() : commandLineError(error, argv)
      const { reportBadCommandLine } = await import('./command-line-failure.ts')
      await reportBadCommandLine(argv, usage, context)
      throw usage
    }
  }
  if (told.help !== '') await context.io.stdout.write(told.help)
  return exitCode
}

/** Who takes -V for more words would have a check that passes and checks nothing. */
function versionBeside(): GovError {
  return usageError(
    'version-not-alone',
    '--version takes no other arguments',
    'Remove it. To log each request, pass --verbose.',
  )
}
