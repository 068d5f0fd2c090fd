import packageJson from '../package.json' with { type: 'json' }
import { endAtSignal } from './check/world.ts'
import { exitCodes } from './core/model/errors.ts'
import { interpretSchemas } from './core/model/schema.ts'
import { type Context, type ContextProcess, createContext } from './terminal/context.ts'

/** Runs the program for a process and gives its exit code; nothing here ends the process. */
export async function main(host: ContextProcess): Promise<number> {
  interpretSchemas()
  if (hasFolder(host)) {
    const { GOV_HOOK } = host.env
    const packages = GOV_HOOK ? await import('./check/sources/work-tree-packages.ts') : undefined
    const locate = packages?.createPackageLocator(host.cwd(), GOV_HOOK)
    return runProgram(host.argv.slice(2), createContext(host, packageJson.version, locate))
  }
  host.stderr.write(
    'error: the working directory does not exist any more, or may not be entered\n  hint: Change to a folder that exists, and run it again.\n',
    () => {},
  )
  return exitCodes.usage
}

function hasFolder(host: ContextProcess): boolean {
  try {
    return host.cwd() !== ''
  } catch {
    return false
  }
}

/** One command line -> its exit code. Any error is printed here, once. */
export async function runProgram(argv: readonly string[], context: Context): Promise<number> {
  try {
    const { runCommandLine } = await import('./cli/run-command-line.ts')
    return await runCommandLine(argv, context).catch((error) => endAtSignal(context, Promise.reject(error)))
  } catch (error) {
    const { errorText } = await import('./terminal/error-text.ts')
    const { text, exitCode } = errorText(error, context)
    await context.io.stderr.write(text)
    return exitCode
  }
}
