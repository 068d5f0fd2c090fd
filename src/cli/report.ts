import type { Command } from 'commander'
import { exitCodeOf } from '../model/outcome.ts'
import { joinReports } from '../run/reports/join-reports.ts'
import { readReport } from '../run/reports/read-report.ts'
import { openOutput } from './check/output.ts'
import { addOutputFlags, type OutputFlags } from './flags/output-flags.ts'
import type { Context } from './terminal/context.ts'

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
    .summary('render a saved report again, or join the reports of a run in parts')
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
  addOutputFlags(
    report
      .command('merge')
      .summary('join the reports of gov check --shard, and decide')
      .description(
        'Reads the JSON report of each part and gives the one verdict over all of them. Refuses a part that is\n' +
          'missing, there twice, or of another run.',
      )
      .argument('<run.json...>', 'the saved reports'),
  )
    .addHelpText('after', mergeExamples)
    .action(async (files: readonly string[], flags: OutputFlags) =>
      done(await runReportMerge(files, flags, context)),
    )
}

const mergeExamples = `
Examples:
  gov check --shard auto --output json=run-$CI_NODE_INDEX.json
      in each of the parallel jobs
  gov report merge run-*.json
      in a job after them, that has their files and runs although some failed`

/** Throws GovError, usage, unless the files are the parts of one run, each once. */
export async function runReportMerge(
  files: readonly string[],
  flags: OutputFlags,
  context: Context,
): Promise<number> {
  const output = openOutput(flags, context)
  const report = await joinReports(files, context)
  await output.write(report)
  return exitCodeOf(report.outcome)
}

/** Prints the saved report and gives its exit code. Throws GovError, usage, when the file is not a report. */
export async function runReportRender(file: string, flags: OutputFlags, context: Context): Promise<number> {
  const output = openOutput(flags, context)
  const report = await readReport(context.cwd, file)
  await output.write(report)
  return exitCodeOf(report.outcome)
}
