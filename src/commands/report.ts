import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { openOutput } from './output.ts'
import { addOutputFlags, type OutputFlags } from './output-flags.ts'
import { readReport } from './read-report.ts'

const examples = `
Examples:
  gov report render run.json
      the table of a saved run
  gov report render run.json --format html --output gov.html
      a page to look through

run.json is what gov check --format json wrote. Nothing is evaluated again: the exit code is the saved verdict's.`

export function addReport(program: Command, context: Context, done: (exitCode: number) => void): void {
  const report = program
    .command('report')
    .summary('render a saved report again, in any format')
    .description('Works on reports that gov check --format json saved; no dashboard is asked.')
  addOutputFlags(
    report
      .command('render')
      .summary('print a saved report in another format')
      .description('Reads a saved JSON report and prints it again; exits as the run that it reports.')
      .argument('<run.json>', 'the saved report'),
  )
    .addHelpText('after', examples)
    .action(async (file: string, flags: OutputFlags) => done(await runReportRender(file, flags, context)))
}

/** Prints the saved report and gives its exit code. Throws GovError, usage, when the file is not a report. */
export async function runReportRender(file: string, flags: OutputFlags, context: Context): Promise<number> {
  const output = openOutput(flags, context)
  const report = await readReport(context.cwd, file)
  await output.write(report)
  return report.verdict.exit_code
}
