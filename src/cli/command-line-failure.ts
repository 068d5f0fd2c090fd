import { formats, isFormat } from '../model/formats.ts'
import { nothingRun } from '../run/failed-report.ts'
import { openOutput } from './check/output.ts'
import type { Context } from './terminal/context.ts'

/**
 * The report of a `gov check` whose command line cannot be read, on standard output, where `--format` names a format
 * for programs: they are promised a whole document whatever happens.
 */
export async function reportBadCommandLine(
  argv: readonly string[],
  error: unknown,
  context: Context,
): Promise<void> {
  const format = argv.findLast((word) => formats.some((name) => word === name || word === `--format=${name}`))
  const name = format?.replace('--format=', '') ?? ''
  if (argv[0] !== 'check' || !isFormat(name)) return
  const run = nothingRun(context.now(), context.version)
  await openOutput({ format: name }, context).writeFailure(error, run)
}
