import { serviceLimits } from '../contract/evaluation.ts'
import type { Answer } from '../gate/answer.ts'
import { halve } from '../gate/requests/split.ts'
import type { Policy } from '../model/policy.ts'
import { plural } from '../reporters/wording.ts'

/** Responses of the embedded sandbox that a dashboard would truncate, so that the same check would be incomplete there. */
export function capWarnings(answers: readonly Answer[], onTruncation: Policy['on_truncation']): string[] {
  const most = serviceLimits.issues
  return answers.flatMap((answer) => {
    const { request, evaluation } = answer
    const canSplit = halve(answer).length > 0
    if (evaluation.issues.length <= most || (canSplit && onTruncation === 'split')) return []
    const target =
      request.kind === 'definition' ? request.definition.file : plural(request.api_ids.length, 'API')
    const what = `a dashboard lists ${plural(most, 'issue')} per response and would truncate that for ${target} (${plural(evaluation.issues.length, 'issue')})`
    return canSplit
      ? `${what}; on_truncation: split would split the request`
      : `${what}, and this is one API and one ruleset, which cannot be split`
  })
}
