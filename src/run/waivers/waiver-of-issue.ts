import { waive } from '../../gate/excuse/waivers.ts'
import { definitionOf, pointerOf } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import type { Waiver } from '../../model/waiver.ts'
import { plural } from '../../reporters/wording.ts'

type Selection = Pick<Waiver, 'rule_id' | 'ruleset_id' | 'api_id' | 'path'>

/**
 * What a waiver of one issue selects: its rule, of its ruleset, in its definition, at its place. The root has no path
 * that a waiver could name.
 */
export function selectionOf(issue: Issue): Selection {
  const pointer = pointerOf(issue)
  return {
    rule_id: exactly(issue.rule_id),
    ruleset_id: exactly(issue.ruleset_id),
    api_id: exactly(definitionOf(issue) ?? issue.api_id),
    ...(pointer !== '' && { path: exactly(pointer) }),
  }
}

/** Why a waiver of this issue would not excuse what is at its place, and nothing else; undefined if it does. */
export function whyNotAlone(issue: Issue, issues: readonly Issue[]): string | undefined {
  const selected = issues.filter((each) => isSelected(each, issue))
  if (!selected.includes(issue)) return 'a waiver cannot tell this place from another one'
  const { length } = selected.filter((each) => placeText(each) !== placeText(issue))
  const place = pointerOf(issue) === '' ? 'the root' : 'this place'
  return length === 0
    ? undefined
    : `a waiver of ${place} would excuse ${plural(length, 'issue')} elsewhere, too`
}

function isSelected(each: Issue, issue: Issue): boolean {
  const day = '9999-12-31'
  const waiver = { ...selectionOf(issue), reason: '', owner: '', expires: day }
  return waive([each], [waiver], day).uses[0]?.matched === 1
}

function placeText(issue: Issue): string {
  return JSON.stringify([issue.file, pointerOf(issue)])
}

/** In a waiver an asterisk stands for any characters. */
function exactly(text: string): string {
  return text.replaceAll('*', '\\*')
}
