import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { decide } from '../gate/decide.ts'
import { excuse } from '../gate/excuse.ts'
import { merge } from '../gate/merge.ts'
import type { Run } from '../model.ts'
import { oneLine } from '../sanitize.ts'
import { addCheckFlags, type CheckFlags, checkExamples } from './check-flags.ts'
import { type CheckPlan, readCheckPlan } from './check-plan.ts'
import { evaluatePlan } from './evaluate.ts'
import { readExcuses } from './excuses.ts'
import { nothingRun } from './failed-report.ts'
import { openOutput } from './output.ts'
import { emptyPart, readShard, takePart } from './shard.ts'

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
    .action(async (flags: CheckFlags) => done(await runCheck(flags, context)))
}

/** Reads what to check, has it evaluated, decides, and reports. What cannot be decided is reported as a failure. */
export async function runCheck(flags: CheckFlags, context: Context): Promise<number> {
  const output = openOutput(flags, context)
  const started = context.now()
  let run = nothingRun(started, context.version)
  try {
    const part = readShard(flags.shard, context.env)
    const checkPlan = takePart(await readCheckPlan(flags, context), part, context.version)
    run = { ...run, ...describe(checkPlan) }
    output.add(checkPlan.reports)
    const excuses = await readExcuses(checkPlan, context)
    const { answers, requests, definitions } = await evaluatePlan(checkPlan, context)
    const { evaluation, reasons, warnings, uses, ...counts } = excuse(merge(answers), excuses)
    const verdict = decide(evaluation, answers, checkPlan.policy, [...reasons, ...emptyPart(checkPlan)])
    await warn(warnings, context)
    const took_ms = context.now().getTime() - started.getTime()
    const waivers = uses.length > 0 ? { waivers: uses } : {}
    await output.write({
      version: 1,
      verdict,
      ...evaluation,
      ...counts,
      run: { ...run, ...waivers, definitions, requests, took_ms },
    })
    return verdict.exit_code
  } catch (error) {
    await output.writeFailure(error, run)
    throw error
  }
}

function describe({ asked, dashboardName, policy, shard, rulesetDigests }: CheckPlan): Partial<Run> {
  return {
    dashboard: dashboardName,
    api_ids: asked.api_ids,
    definitions: asked.definitions,
    ...asked.selector,
    policy,
    ...(shard && { shard }),
    ...(rulesetDigests && { ruleset_digests: rulesetDigests }),
  }
}

async function warn(warnings: readonly string[], { io }: Context): Promise<void> {
  for (const warning of warnings) await io.stderr.write(`warning: ${oneLine(warning)}\n`)
}
