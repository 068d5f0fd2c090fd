/** Every variable of the environment, and those by which the jobs of CI systems are known. */
import { historySettings } from '../../../src/check/git/find-commit.ts'
import { allCiSystems, type CiSystem } from '../../../src/check/plan/ci-systems.ts'
import { environmentVariables } from '../../../src/settings/environment-variables.ts'
import { code, plain, renderTable } from './tables.ts'

export function renderVariables(): string {
  const rows = environmentVariables.map(([name, meaning]) => [code(name), plain(meaning)])
  return renderTable(['variable', ''], rows)
}

export function renderCiSystems(): string {
  const rows = allCiSystems.map((system) => [
    system.title,
    code(system.job ?? ''),
    (system.run ?? []).map(code).join(', '),
    listShardVariables(system).map(code).join(', '),
    (system.targets ?? []).map(({ variable }) => code(variable)).join(', '),
  ])
  return renderTable(['system', 'a job', 'a run', '`--shard auto`', '`--base auto`'], rows)
}

function listShardVariables({ parallel }: CiSystem): readonly string[] {
  return parallel === undefined ? [] : [parallel.index, ...(parallel.total ? [parallel.total] : [])]
}

export function renderHistorySettings(): string {
  const rows = historySettings.map(([system, setting, place]) => [system, `${code(setting)} ${place}`.trim()])
  return renderTable(['system', 'in the job'], rows)
}
