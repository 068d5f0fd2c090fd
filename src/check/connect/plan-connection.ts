import type { Workspace } from '../../sandbox/store/workspace.ts'
import { dashboardAddress, embedded } from '../../settings/dashboard-url.ts'
import type { Settings } from '../../settings/merge.ts'
import { dashboardCapabilities, engineCapabilities } from '../evaluation/evaluator.ts'
import type { CheckRequest, Connection } from '../types.ts'
import { dashboardEvaluator } from './dashboard.ts'
import { chosenEngine, openEngine, openNetwork } from './open-dashboard.ts'

interface ConnectionFacts {
  /** The workspace that evaluates local rulesets; undefined where there are none. */
  readonly rulesets: Workspace | undefined
  /** The policy requires the workspace by its content. */
  readonly isPinned: boolean
  readonly cwd: string
}

/** Local rulesets are evaluated in this process, wherever the dashboard is. */
export async function planConnection(
  settings: Settings,
  request: CheckRequest,
  { rulesets, isPinned, cwd }: ConnectionFacts,
): Promise<Connection> {
  const { ruleset_files: files, 'dashboard.url': url, 'dashboard.workspace': folder } = settings
  const address = files ? undefined : dashboardAddress(settings)
  const isHere = address === undefined
  const served = isHere && !files ? folder : undefined
  const planEmbedded = (open?: Parameters<Connection['inProcess']>[0]) => ({
    name: embedded,
    capabilities: engineCapabilities,
    open: async (...[world, limit]: Parameters<Connection['open']>) =>
      openEngine(settings, request, world, { limit, workspace: open ? await open(rulesets) : rulesets }),
  })
  const overNetwork = {
    name: address ?? '',
    capabilities: dashboardCapabilities,
    open: async (...[world, limit]: Parameters<Connection['open']>) =>
      dashboardEvaluator(await openNetwork(settings, request, world, limit)),
  }
  return {
    ...(isHere ? planEmbedded() : overNetwork),
    origin: (files ?? url)?.origin,
    workspace: served?.value,
    workspaceOrigin: served?.origin,
    engine: isHere ? await chosenEngine(settings, served, { pinned: isPinned, cwd }) : undefined,
    sendsPlaceholders: request.fixes === true,
    settings,
    concurrency: settings['dashboard.concurrency'].value,
    deadlineMs: settings['dashboard.deadline'].value,
    diagnose: request.diagnose === true,
    memory: undefined,
    inProcess: planEmbedded,
  }
}
