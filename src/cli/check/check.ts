import type { Command } from 'commander'
import { type Compared, compareRuns } from '../../gate/compare.ts'
import type { Comparison } from '../../model/comparison.ts'
import type { Report } from '../../model/report.ts'
import type { Run } from '../../model/run.ts'
import { carryOut, describedBy } from '../../run/carry-out.ts'
import { type CheckPlan, readCheckPlan } from '../../run/check-plan.ts'
import type { Context, Env } from '../../run/context.ts'
import { nothingRun } from '../../run/failed-report.ts'
import type { Judged } from '../../run/judge.ts'
import { readShard, takePart } from '../../run/shard.ts'
import { oneLine } from '../../text/sanitize.ts'
import { withProgress } from '../terminal/progress.ts'
import { addCheckFlags, type CheckFlags, checkExamples } from './check-flags.ts'
import { comparisonText } from './comparison-text.ts'
import { openOutput } from './output.ts'
import { unrunHint } from './unrun-hint.ts'

export function addCheck(program: Command, context: Context, done: (exitCode: number) => void): void {
  const command = program
    .command('check')
    .summary('evaluate APIs and definitions against rulesets, and decide')
    .description(
      'Has the dashboard evaluate saved APIs and local OpenAPI files against rulesets, prints the issues, and decides.\n' +
        'Exits 0 only when everything asked for was evaluated and the policy accepts it.',
    )
  addCheckFlags(command)
    .addHelpText('after', checkExamples)
    .action(async (flags: CheckFlags) => done(await (flags.watch ? watch : runCheck)(flags, context)))
}

async function watch(flags: CheckFlags, context: Context): Promise<number> {
  const { watchCheck } = await import('./watch-check.ts')
  return watchCheck(withPolicy(flags, context.env), context)
}

/** Reads what to check, has it evaluated, decides, and reports. What cannot be decided is reported as a failure. */
export async function runCheck(flags: CheckFlags, context: Context): Promise<number> {
  const output = openOutput(flags, context)
  let run = nothingRun(context.now(), context.version)
  try {
    const part = readShard(flags.shard, context.env)
    const checkPlan = takePart(
      await readCheckPlan(withPolicy(flags, context.env), context),
      part,
      context.version,
    )
    run = describedBy(checkPlan, run)
    output.add(checkPlan.reports)
    const earlier = await readEarlier(flags, context)
    const { report, warnings } = await visibly(checkPlan, run, flags, context)
    const comparison = earlier && compareRuns(earlier, report)
    await tell(warnings, comparison, context)
    await output.write({ ...report, ...(comparison && { comparison }) })
    await advise(report, flags, context)
    return report.verdict.exit_code
  } catch (error) {
    await output.writeFailure(error, run)
    throw error
  }
}

/** Shows how far it is, but to nobody who asked for quiet. */
function visibly(plan: CheckPlan, run: Run, { quiet }: CheckFlags, context: Context): Promise<Judged> {
  if (quiet) return carryOut(plan, run, context)
  return withProgress(plan, context, (paced, onProgress) => carryOut(paced, run, context, onProgress))
}

/** A variable that is set to nothing is no leave to go without: it is refused where the policy is read. */
function withPolicy(flags: CheckFlags, { GOV_POLICY }: Env): CheckFlags {
  const policy = flags.policy ?? GOV_POLICY
  return policy === undefined ? flags : { ...flags, policy }
}

/** The report to compare with; its reader is loaded when there is one. */
async function readEarlier({ compare }: CheckFlags, context: Context): Promise<Compared | undefined> {
  if (compare === undefined) return undefined
  const { readCompared } = await import('../../run/reports/read-compared.ts')
  return readCompared(compare, context)
}

/** What is for people and not of the report's format goes to stderr. */
async function tell(
  warnings: readonly string[],
  comparison: Comparison | undefined,
  { io }: Context,
): Promise<void> {
  for (const warning of warnings) await io.stderr.write(`warning: ${oneLine(warning)}\n`)
  if (comparison) await io.stderr.write(comparisonText(comparison))
}

async function advise(report: Report, { quiet }: CheckFlags, { io }: Context): Promise<void> {
  const hint = quiet ? undefined : unrunHint(report)
  if (hint !== undefined) await io.stderr.write(`hint: ${hint}\n`)
}
