import { CommanderError } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { commandLineError } from './commands/command-line-error.ts'
import { errorText } from './commands/error-text.ts'
import { createProgram } from './commands/program.ts'
import { refuseSecondValues } from './commands/single-values.ts'
import { type Context, type ContextProcess, createContext } from './context.ts'
import { exitCodes } from './errors.ts'

/** Runs the program for a process and gives its exit code; nothing here ends the process. */
export async function main(host: ContextProcess): Promise<number> {
  return run(host.argv.slice(2), createContext(host, packageJson.version))
}

/** One command line -> its exit code. Any error is printed here, once. */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  try {
    return await parse(argv, context)
  } catch (error) {
    const { text, exitCode } = errorText(error, argv, context)
    await context.io.stderr.write(text)
    return exitCode
  }
}

async function parse(argv: readonly string[], context: Context): Promise<number> {
  let exitCode: number = exitCodes.pass
  const told = { help: '', fault: '' }
  const program = await createProgram(argv, context, told, (code) => {
    exitCode = code
  })
  if (argv[0] === '__complete') {
    const { complete } = await import('./commands/completion/complete.ts')
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
    if (error.exitCode !== 0) {
      const usage = commandLineError(error, argv)
      const { reportBadCommandLine } = await import('./commands/command-line-failure.ts')
      await reportBadCommandLine(argv, usage, context)
      throw usage
    }
  }
  if (told.help !== '') await context.io.stdout.write(told.help)
  return exitCode
}
