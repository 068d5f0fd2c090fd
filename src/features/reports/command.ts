import type { Command } from 'commander'
import { findCiRun } from '../../check/plan/ci-systems.ts'
import { createTextSharing, readReport } from '../../check/reports/read-report.ts'
import { createEmptyRun } from '../../core/model/failure.ts'
import { chooseExitCode } from '../../core/model/outcome.ts'
import type { Report } from '../../core/model/report.ts'
import { mergeReports } from '../../gate/shards/merge-reports.ts'
import type { Context } from '../../terminal/context.ts'
import { addOutputFlags, type OutputFlags } from '../../terminal/flags/output-flags.ts'
import { openOutput } from '../../terminal/report/output.ts'

const examples = `
Examples:
  gov report render run.json
      a saved run as a table
  gov report render run.json --format html --output gov.html
      a web page

run.json is what gov check --format json wrote. Nothing is re-evaluated. The exit code is the saved verdict's.`

export function add(report: Command, context: Context): void {
  report.description('Works on saved JSON reports, without contacting a dashboard.')
  addOutputFlags(
    report
      .command('render')
      .summary('convert a saved report')
      .description('Converts a saved JSON report. Exits like the run it reports.')
      .argument('<run.json>', 'the saved report'),
  )
    .addHelpText('after', examples)
    .action(async (file: string, flags: OutputFlags) =>
      write([file], () => readReport(context.cwd, file), flags, context),
    )
  addOutputFlags(
    report
      .command('merge')
      .summary('merge the reports of gov check --shard')
      .description(
        'Merges the JSON reports of all shards and decides over the whole. Refuses missing,\n' +
          'duplicate and unrelated shards, and shards from more than 24 hours apart.',
      )
      .argument('<run.json...>', 'the saved reports')
      .option('--run <id>', 'accept only shards of this run, of any age (default: the CI run)'),
  )
    .addHelpText('after', mergeExamples)
    .action(async (files: readonly string[], flags: OutputFlags & { readonly run?: string }) =>
      write(
        files,
        async () => {
          const reports: Report[] = []
          const share = createTextSharing()
          for (const file of files) reports.push(await readReport(context.cwd, file, share))
          const [statedRun, ownRun] = [flags.run, findCiRun(context.env)]
          return mergeReports(reports, { statedRun, ownRun, now: context.now() })
        },
        flags,
        context,
      ),
    )
}

const mergeExamples = `
Examples:
  gov check --shard auto --output json=run-$CI_NODE_INDEX.json
      in each parallel job
  gov report merge run-*.json
      in a later job that has their files and runs even if some failed`

/** A merge that is refused must not leave the report of an earlier one; nor may it replace what it could not read. */
async function write(
  files: readonly string[],
  read: () => Promise<Report>,
  flags: OutputFlags,
  context: Context,
): Promise<number> {
  const output = openOutput(flags, context)
  try {
    const report = await read()
    await output.write(report)
    return chooseExitCode(report.outcome)
  } catch (error) {
    for (const file of files) await context.sources.note(file)
    await output.writeFailure(error, createEmptyRun(context.now(), context.version))
    throw error
  }
}
