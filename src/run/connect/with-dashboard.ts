import type { DashboardClient } from '../../dashboard/client.ts'
import type { TimeLimit } from '../../service/evaluation/time-limit.ts'
import type { Workspace } from '../../service/store/workspace.ts'
import type { CheckPlan } from '../check-plan.ts'
import { untilDeadline } from '../deadline.ts'
import type { World } from '../world.ts'
import type { Dashboard } from './dashboard.ts'
import { openEmbedded } from './open-dashboard.ts'

type Opening = Pick<CheckPlan, 'deadlineMs' | 'dashboardName' | 'openDashboard'>

/** The whole deadline of a plan, from now on. */
export function limitOf(
  { deadlineMs, dashboardName }: Omit<Opening, 'openDashboard'>,
  world: World,
): TimeLimit {
  const what = dashboardName === 'embedded' ? 'the embedded sandbox' : 'the check'
  return untilDeadline(what, deadlineMs, world)
}

/** The plan of the same check in this process, over another workspace. */
export function embeddedPlan(plan: CheckPlan, open: () => Promise<Workspace>): CheckPlan {
  const openDashboard: CheckPlan['openDashboard'] = async (world, limit) =>
    openEmbedded(plan.settings, plan.choices, world, { workspace: await open(), limit })
  return { ...plan, dashboardName: 'embedded', openDashboard }
}

/** What `ask` gives of the plan's dashboard, which is closed after it. */
export async function withDashboard<Value>(
  plan: Opening,
  world: World,
  ask: (client: DashboardClient) => Promise<Value>,
): Promise<Value> {
  return closing(await plan.openDashboard(world, limitOf(plan, world)), ask)
}

/** The same of a dashboard that is open. */
export async function closing<Value>(
  dashboard: Pick<Dashboard, 'client' | 'close'>,
  ask: (client: DashboardClient) => Promise<Value>,
): Promise<Value> {
  try {
    return await ask(dashboard.client)
  } finally {
    await dashboard.close()
  }
}
