import { goneFrom } from '../document.ts'
import { bodyOf } from './body.ts'
import { compareContent } from './compare-content.ts'
import type { Operation } from './operation.ts'
import type { Scope } from './scope.ts'

/** The body of requests. What `reversed` operations have in it is sent to clients, as by webhooks. */
export function compareBodies(before: Operation, after: Operation, reversed: boolean, scope: Scope): void {
  const [base, head] = [bodyOf(before, scope.base), bodyOf(after, scope.head)]
  if (base && head) {
    const direction = reversed ? 'response' : 'request'
    if (!reversed && head.isRequired && !base.isRequired)
      scope.report(
        'breaking-request-body-became-required',
        'the request body is now required',
        base.at,
        head.at,
      )
    const bodies = { what: 'the request body', direction, base: base.at, head: head.at } as const
    compareContent(base.content, head.content, bodies, scope)
  } else if (head?.isRequired && !reversed) {
    scope.report('breaking-request-body-added', 'the request body is new and required', before.at, head.at)
  } else if (base && !head) {
    scope.report(
      'breaking-request-body-removed',
      'the request body was removed',
      base.at,
      goneFrom(after.at, 'requestBody'),
    )
  }
}
