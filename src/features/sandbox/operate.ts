import type { EvaluationPool } from '../../sandbox/evaluation/evaluation-pool.ts'
import { withFrontPage } from '../../sandbox/http/front-page.ts'
import { createMetrics, type OperatorView, withOperator } from '../../sandbox/http/operator.ts'
import { findFolderFault } from '../../sandbox/store/record-files.ts'
import type { FolderWorkspace } from '../../sandbox/store/workspace.ts'
import { readProcessUse } from '../../terminal/process-use.ts'

export function createOperating(workspace: FolderWorkspace, persist: boolean) {
  const metrics = createMetrics()
  const createOperator = (pool: EvaluationPool): OperatorView => ({
    findFaults: async () => {
      const { root } = workspace.snapshot
      const faults = await Promise.all([findFolderFault(root, persist), pool.findThreadFault()])
      return faults.filter((fault) => fault !== undefined)
    },
    renderMetrics: () => {
      const { alive, running, waiting } = pool.count()
      return metrics.render({
        gov_work_running: running,
        gov_work_waiting: waiting,
        gov_threads: alive,
        gov_workspace_rulesets: workspace.rulesets.length,
        ...readProcessUse(),
      })
    },
  })
  return { metrics, createOperator, withOperator, withFrontPage }
}
