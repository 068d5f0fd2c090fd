import type { Command } from 'commander'
import type { Context, Dashboard } from '../context.ts'
import { decide } from '../gate/decide.ts'
import { type Answer, merge } from '../gate/merge.ts'
import { placeIssue } from '../gate/place.ts'
import { type EvaluationRequest, plan } from '../gate/plan.ts'
import type { Run } from '../model.ts'
import { addCheckFlags, type CheckFlags, checkExamples } from './check-flags.ts'
import { type CheckPlan, readCheckPlan } from './check-plan.ts'
import { type LocalDefinition, readDefinitions } from './local-definition.ts'
import { openOutput } from './output.ts'

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
    const requests = plan(checkPlan.asked)
    const definitions = await readDefinitions(checkPlan.asked.definitions, context.cwd)
    const answers = await askAll(requests, definitions, await checkPlan.openDashboard())
    const evaluation = merge(answers)
    const verdict = decide(evaluation, answers, checkPlan.policy)
    const took_ms = context.now().getTime() - started.getTime()
    await output.write({
      version: 1,
      verdict,
      ...evaluation,
      waived_count: 0,
      baselined_count: 0,
      run: { ...run, requests: answers.length, took_ms },
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

async function askAll(
  requests: readonly EvaluationRequest[],
  definitions: ReadonlyMap<string, LocalDefinition>,
  dashboard: Dashboard,
): Promise<Answer[]> {
  const answers: Answer[] = []
  try {
    for (const request of requests) answers.push(await ask(request, definitions, dashboard))
  } finally {
    await dashboard.close()
  }
  return answers
}

async function ask(
  request: EvaluationRequest,
  definitions: ReadonlyMap<string, LocalDefinition>,
  { client }: Dashboard,
): Promise<Answer> {
  if (request.kind === 'apis') {
    return { request, evaluation: await client.evaluateApis(request.api_ids, request.selector) }
  }
  const { file, api_id, api_name } = request.definition
  const local = definitions.get(file)
  if (local === undefined) throw new Error(`${file} was not read`)
  const evaluation = await client.evaluateDefinition({ ...local, api_id, api_name }, request.selector)
  return {
    request,
    evaluation: { ...evaluation, issues: evaluation.issues.map((issue) => placeIssue(issue, local)) },
  }
}
