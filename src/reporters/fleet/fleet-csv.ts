import type { Fleet } from '../../model/compare/fleet.ts'
import { severities, totalOf } from '../../model/severity.ts'
import { csv } from '../../text/csv.ts'

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
      totalOf(cell),
    ]),
  )
  return csv([head, ...rows])
}
