import { child, children, goneFrom, textOf } from '../document.ts'
import { loweredStability } from '../schema/check-lifecycle.ts'
import { compareSunsets } from './announced.ts'
import { compareBodies } from './compare-body.ts'
import { compareParameters } from './compare-parameters.ts'
import { compareResponses } from './compare-responses.ts'
import { compareSecurity } from './compare-security.ts'
import { type Operation, operationsOf } from './operation.ts'
import type { Scope } from './scope.ts'

export function compareOperation(before: Operation, after: Operation, scope: Scope): void {
  compareParameters(before, after, scope)
  compareBodies(before, after, false, scope)
  compareResponses(before, after, false, scope)
  compareSecurity(before, after, scope)
  compareSunsets(before.at, after.at, `\`${before.name}\``, scope)
  compareStability(before, after, scope)
  compareCallbacks(before, after, scope)
}

/** What the API calls, in webhooks and callbacks. */
export function compareReversed(before: Operation, after: Operation, scope: Scope): void {
  compareBodies(before, after, true, scope)
  compareResponses(before, after, true, scope)
}

function compareStability(before: Operation, after: Operation, { report }: Scope): void {
  const change = loweredStability(
    textOf(before.at, 'x-stability-level'),
    textOf(after.at, 'x-stability-level'),
  )
  if (change !== undefined)
    report('breaking-stability-lowered', `\`${before.name}\` ${change}`, before.at, after.at)
}

function compareCallbacks(before: Operation, after: Operation, scope: Scope): void {
  for (const [name, callback] of children(child(before.at, 'callbacks', scope.base), scope.base)) {
    const holder = child(after.at, 'callbacks', scope.head)
    const other = holder && child(holder, name, scope.head)
    for (const [expression, item] of children(callback, scope.base)) {
      const match = other && child(other, expression, scope.head)
      const found = match && operationsOf(expression, match, scope.head)
      for (const [method, operation] of operationsOf(expression, item, scope.base)) {
        const called = found?.get(method)
        if (called) compareReversed(operation, called, scope)
        else {
          const message = `the callback \`${name}\` no longer makes \`${operation.name}\``
          const place = match ?? goneFrom(after.at, 'callbacks', name, expression)
          scope.report('breaking-callback-removed', message, operation.at, goneFrom(place, ...operation.keys))
        }
      }
    }
  }
}
