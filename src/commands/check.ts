import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { decide } from '../gate/decide.ts'
import { merge } from '../gate/merge.ts'
import type { Run } from '../model.ts'
import { askAll } from './ask.ts'
import { addCheckFlags, type CheckFlags, checkExamples } from './check-flags.ts'
import { type CheckPlan, readCheckPlan } from './check-plan.ts'
import { readDefinitions } from './local-definition.ts'
import { openOutput } from './output.ts'
import { createSend } from './send.ts'

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
  let run: Run = { ...unknownRun, started: started.toISOString(), gov: context.version }
  try {
    const checkPlan = await readCheckPlan(flags, context)
    run = { ...run, ...describe(checkPlan) }
    output.add(checkPlan.reports)
    const { answers, requests } = await evaluate(checkPlan, context.cwd)
    const evaluation = merge(answers)
    const verdict = decide(evaluation, answers, checkPlan.policy)
    const took_ms = context.now().getTime() - started.getTime()
    await output.write({
      version: 1,
      verdict,
      ...evaluation,
      waived_count: 0,
      baselined_count: 0,
      run: { ...run, requests, took_ms },
    })
    return verdict.exit_code
  } catch (error) {
    await output.writeFailure(error, run)
    throw error
  }
}

const unknownRun = { dashboard: 'unknown', api_ids: [], definitions: [], requests: 0, took_ms: 0 }

function describe({ asked, dashboardName }: CheckPlan): Partial<Run> {
  return {
    dashboard: dashboardName,
    api_ids: asked.api_ids,
    definitions: asked.definitions,
    ...asked.selector,
  }
}

async function evaluate({ asked, policy, concurrency, diagnose, openDashboard }: CheckPlan, cwd: string) {
  const definitions = await readDefinitions(asked.definitions, cwd)
  const dashboard = await openDashboard()
  const split = { truncated: policy.on_truncation === 'split', incomplete: diagnose }
  try {
    return await askAll(asked, createSend(dashboard.client, definitions), { concurrency, split })
  } finally {
    await dashboard.close()
  }
}
