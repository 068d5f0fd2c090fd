import { addUpCounts, severities } from '../../core/model/severity.ts'
import { csv } from '../../core/text/csv.ts'
import type { Fleet } from './fleet.ts'

const head = ['api', 'name', 'owners', 'ruleset', 'checked', ...severities, 'total']

export function fleetCsv({ apis, rulesets }: Fleet): string {
  const rows = apis.flatMap(({ id, name = '', owners, cells }) =>
    cells.map((cell, index) => [
      id,
      name,
      owners.join(' '),
      rulesets[index]?.name ?? '',
      cell.checked ? 'yes' : 'no',
      ...severities.map((severity) => cell[`${severity}_count`]),
      addUpCounts(cell),
    ]),
  )
  return csv([head, ...rows])
}
