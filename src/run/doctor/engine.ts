import type { DashboardClient } from '../../dashboard/client.ts'
import { ignoreKey } from '../../gate/inline/inline-ignores.ts'
import { type EngineName, engineNames } from '../../model/engine-name.ts'
import type { Evaluation } from '../../model/evaluation.ts'
import { memoryWorkspace } from '../../service/store/memory-workspace.ts'
import type { CheckPlan } from '../check-plan.ts'
import { embeddedPlan, withDashboard } from '../connect/with-dashboard.ts'
import { savedRules } from '../parity/saved-rules.ts'
import type { World } from '../world.ts'
import { type Finding, good, skipped, tried, warnFinding } from './finding.ts'

const name = 'engine'

/** It has what engines see differently: keys that patterns look at, numbers as text, and empty values. */
const tiny = {
  openapi: '3.0.3',
  info: { title: 'gov doctor', version: '0', description: '' },
  servers: [{ url: 'https://example.com/' }],
  tags: [{ name: 'b' }, { name: 'A' }],
  paths: {
    '/GovDoctor/?query={id}': {
      get: { tags: ['c'], parameters: [], responses: { '200': { description: '0' } } },
    },
  },
  components: { schemas: { unused_one: { type: 'string', enum: ['a', 'a', 1], example: 1 } } },
}

function definitionOf(value: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(value, null, 2))
  return { bytes, contentType: 'application/json' } as const
}

const definition = definitionOf(tiny)

/** Whose answer the dashboard gives, as far as a tiny definition shows: nothing of the user's is sent. */
export async function engineFinding(plan: CheckPlan, world: World): Promise<Finding> {
  const looked = await tried(name, () => withDashboard(plan, world, (client) => compare(client, plan, world)))
  // What cannot be looked at here keeps no check from running.
  return 'finding' in looked ? skipped(name, looked.error.message) : looked.result
}

async function compare(client: DashboardClient, plan: CheckPlan, world: World): Promise<Finding> {
  const { asked, settings } = plan
  const remote = await client.evaluateDefinition(definition, asked.selector)
  const [id] = remote.rulesets.map((ruleset) => ruleset.id)
  if (id === undefined) return skipped(name, 'no ruleset ran on a tiny definition')
  const agreeing: EngineName[] = []
  const faults: string[] = []
  for (const engine of engineNames) {
    const saved = await savedRules([id], client, { engine, functions: settings['policy.functions'].value })
    const [ruleset] = saved.rulesets
    faults.push(...saved.faults)
    if (ruleset === undefined) continue
    const workspace = memoryWorkspace({ rulesets: [ruleset] })
    const local = await withDashboard(
      embeddedPlan(plan, async () => workspace),
      world,
      (sandbox) => sandbox.evaluateDefinition(definition, { ruleset_ids: [id] }),
    )
    if (rowsOf(local, id) === rowsOf(remote, id)) agreeing.push(engine)
  }
  const ignoring = await ignoresText(client, remote.issues, asked.selector)
  const [fault] = faults
  return fault !== undefined && faults.length === engineNames.length
    ? skipped(name, fault)
    : findingOf(agreeing, id, ignoring)
}

function rowsOf({ issues }: Pick<Evaluation, 'issues'>, id: string): string {
  const own = issues.filter(({ ruleset_id }) => ruleset_id === id)
  return JSON.stringify(
    own.map((issue) => [issue.rule_id, issue.severity, issue.location?.start_line].join(' ')).sort(),
  )
}

/** What becomes of the issues that the tiny definition tells the dashboard not to report. */
async function ignoresText(
  client: DashboardClient,
  issues: Evaluation['issues'],
  selector: CheckPlan['asked']['selector'],
): Promise<string> {
  const rules = [...new Set(issues.map(({ rule_id }) => rule_id))]
  if (rules.length === 0) return ''
  const after = await client.evaluateDefinition(definitionOf({ ...tiny, [ignoreKey]: rules }), selector)
  return after.issues.length < issues.length
    ? `; ${ignoreKey} silences rules there`
    : `; ${ignoreKey} silences nothing there`
}

function findingOf(agreeing: readonly EngineName[], id: string, ignoring: string): Finding {
  const [engine] = agreeing
  if (engine === undefined)
    return warnFinding(
      name,
      `the dashboard evaluates ruleset ${id} otherwise than the embedded sandbox${ignoring}`,
      'gov parity shows the rules that differ. The verdict is that of the dashboard.',
    )
  return agreeing.length > 1
    ? good(
        name,
        `ruleset ${id} gives the same on the dashboard and by each engine here; gov parity shows more${ignoring}`,
      )
    : good(name, `the dashboard evaluates ruleset ${id} as engine: ${engine} does${ignoring}`)
}
