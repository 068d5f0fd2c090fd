import { addUpCounts, severities } from '../../core/model/severity.ts'
import { csv } from '../../core/text/csv.ts'
import type { Fleet } from './fleet.ts'

const head = ['api', 'name', 'owners', 'ruleset', 'checked', ...severities, 'total']

export function fleetCsv({ apis, rulesets }: Fleet): string {
  const rows = apis.flatMap(({ id, name = '', owners, cells }) =>
    cells.flatMap((cell, index) => {
      const counts = [...severities.map((severity) => cell[`${severity}_count`]), addUpCounts(cell)]
      const ruleset = rulesets[index]?.name ?? ''
      return cell.asked ? [[id, name, owners.join(' '), ruleset, cell.checked ? 'yes' : 'no', ...counts]] : []
    }),
  )
  return csv([head, ...rows])
}
