import { missingNode, type Node } from '../document.ts'
import type { BreakingRuleId } from '../rules/index.ts'
import { compareBodies, readBody } from './compare-body.ts'
import { findMedia } from './compare-content.ts'
import { neededHeaders } from './compare-encoding.ts'
import { compareStyle, type Parameter, readParameters } from './compare-parameters.ts'
import { compareResponses, type NamedNode, newOfDefault, readResponses } from './compare-responses.ts'
import { compareValues, readContent } from './content.ts'
import type { Operation, ReportScope } from './operation.ts'

/** What the API calls, in webhooks and callbacks: clients receive the request, and answer. */
export function compareReversed(before: Operation, after: Operation, scope: ReportScope): void {
  compareSent(before, after, scope)
  compareBodies(before, after, true, scope)
  compareResponses(before, after, true, scope)
  const [base, head] = [readBody(before, scope.base), readBody(after, scope.head)]
  if (base?.isRequired && head && !head.isRequired)
    scope.report('breaking-webhook-part-removed', 'the request body may now be missing', base.at, head.at)
  for (const media of base ? (head?.content ?? []) : [])
    if (base && !findMedia(media, base.content, 'request')) {
      const message = `the request body may now be in \`${media.name}\``
      scope.report('breaking-response-alternative-added', message, base.at, media.at)
    }
  compareAnswers(before, after, scope)
}

function compareSent(before: Operation, after: Operation, scope: ReportScope): void {
  const others = readParameters(after, scope.head)
  for (const [key, parameter] of readParameters(before, scope.base)) {
    const other = others.get(key)
    const what = `the ${parameter.in} parameter \`${parameter.name}\``
    if (other === undefined) {
      const gone = missingNode(after.at, 'parameters', parameter.in, parameter.name)
      scope.report(chooseRule(parameter), `${what} is not sent any more`, parameter.at, gone)
      continue
    }
    if (parameter.isRequired && !other.isRequired)
      scope.report(chooseRule(parameter), `${what} may now be missing`, parameter.at, other.at)
    compareStyle(parameter, other, what, scope)
    compareValues(parameter.at, other.at, 'response', what, scope)
  }
}

function chooseRule({ isRequired }: Parameter): BreakingRuleId {
  return isRequired ? 'breaking-webhook-part-removed' : 'breaking-webhook-optional-part-removed'
}

/** Receivers go on answering as they do. */
function compareAnswers(before: Operation, after: Operation, scope: ReportScope): void {
  const [all, others] = [readResponses(before, scope.base), readResponses(after, scope.head)]
  const success = [...all.keys()].some((status) => status.startsWith('2')) ? /^2/ : /^(?:2|default)/
  for (const [status, response] of all) {
    const other = others.get(status) ?? others.get(`${status[0]}xx`) ?? others.get('default')
    if (other === undefined && success.test(status)) {
      const gone = missingNode(after.at, 'responses', response.name)
      const message = `the answer ${response.name} is not among those that are expected any more`
      scope.report('breaking-webhook-answer-changed', message, response, gone)
    }
    const more = status === 'default' ? newOfDefault(all, others) : []
    for (const each of [...(other ? [other] : []), ...more]) compareAnswer(response, each, scope)
  }
}

function compareAnswer(before: NamedNode, after: NamedNode, { base, head, report }: ReportScope): void {
  const say = (change: string, at: Node) =>
    report('breaking-webhook-answer-changed', `the answer ${before.name} ${change}`, before, at)
  if (readContent(after, head).length > 0 && readContent(before, base).length === 0)
    say('now has a body', after)
  for (const [name, header] of neededHeaders(before, after, { base, head }))
    say(`now needs the header \`${name}\``, header)
}
