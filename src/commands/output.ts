import type { Context } from '../context.ts'
import { exitCodes, GovError } from '../errors.ts'
import { writeOutput } from '../files.ts'
import type { Report, Run } from '../model.ts'
import { reporters } from '../reporters/index.ts'
import type { CheckFlags } from './check-flags.ts'

/** Where the report of a run goes. */
export interface ReportOutput {
  write(report: Report): Promise<void>
  /** The report of a run that could not be decided; a person reads that on stderr, a program and a file get it here. */
  writeFailure(error: unknown, run: Run): Promise<void>
}

/** A file when `--output` names one, else standard output. With a file, the verdict is told on stderr. */
export function openOutput(flags: CheckFlags, { io, cwd }: Context): ReportOutput {
  const { format, output: file, quiet = false } = flags
  const toFile = file !== undefined
  const write = async (report: Report): Promise<void> => {
    const view = { color: !toFile && io.color.stdout, width: io.width, quiet }
    const text = reporters[format](report, view)
    if (!toFile) return io.stdout.write(text)
    await writeOutput(cwd, file, text)
    if (!report.failure)
      await io.stderr.write(reporters.table(report, { ...view, color: io.color.stderr, quiet: true }))
  }
  return {
    write,
    writeFailure: async (error, run) => {
      if (format === 'table' && !toFile) return
      await write(failedReport(error, run))
    },
  }
}

function failedReport(error: unknown, run: Run): Report {
  const known = error instanceof GovError
  const exit_code = known ? error.exitCode : exitCodes.bug
  const message = error instanceof Error ? error.message : String(error)
  const hint = known ? error.hint : 'Please report it with the command and gov --version.'
  return {
    version: 1,
    verdict: { passed: false, exit_code, reasons: [{ passed: false, exit_code, message }] },
    ...nothingEvaluated,
    run,
    failure: { code: known ? error.code : 'bug', message, hint },
  }
}

const nothingEvaluated = {
  rulesets: [],
  issues: [],
  total: 0,
  truncated: false,
  error_count: 0,
  warn_count: 0,
  info_count: 0,
  hint_count: 0,
  waived_count: 0,
  baselined_count: 0,
  evaluated_apis: 0,
  elapsed_ms: 0,
}
