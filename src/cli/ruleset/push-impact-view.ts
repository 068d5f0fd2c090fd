import { listed, plural } from '../../reporters/wording.ts'
import type { StepImpact } from '../../run/ruleset-code/push-impact.ts'
import { oneLine } from '../../text/sanitize.ts'
import { linesView } from '../terminal/views.ts'

const mostNamed = 5

/** A line for each ruleset of the plan: which APIs would newly fail, or why that is not known. */
export function pushImpactView(impacts: readonly StepImpact[]): string {
  return linesView(impacts.map((each) => oneLine(`Impact of ${each.id}: ${textOf(each)}.`)))
}

function textOf(each: StepImpact): string {
  if ('not_computed' in each) return `not computed: ${each.not_computed.replace(/\.$/, '')}`
  const { newly_failing, newly_passing, unknown, apis, failing, without } = each
  const names = newly_failing > 0 ? ` (${listed(failing, mostNamed)})` : ''
  const parts = [
    `${newly_failing} of ${plural(apis, 'API')} newly fail${names}`,
    `${newly_passing} newly pass`,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(without.length > 0 ? [`without the change of ${without.join(', ')}`] : []),
  ]
  return parts.join(', ')
}
