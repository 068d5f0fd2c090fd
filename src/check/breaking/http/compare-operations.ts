import { child, children, goneFrom, textOf } from '../document.ts'
import { compareSunsets, loweredStability } from '../lifecycle.ts'
import { compareBodies } from './compare-body.ts'
import { compareParameters } from './compare-parameters.ts'
import { compareResponses } from './compare-responses.ts'
import { compareReversed } from './compare-reversed.ts'
import { compareSecurity } from './compare-security.ts'
import { type Operation, operationsOf, type PathItem, pathItems, type Scope } from './operation.ts'

export function compareOperation(before: Operation, after: Operation, scope: Scope): void {
  compareParameters(before, after, scope)
  compareBodies(before, after, false, scope)
  compareResponses(before, after, false, scope)
  compareSecurity(before, after, scope)
  compareSunsets(before.at, after.at, `\`${before.name}\``, scope)
  compareStability(before, after, scope)
  compareCallbacks(before, after, scope)
}

function compareStability(before: Operation, after: Operation, { report }: Scope): void {
  const change = loweredStability(
    textOf(before.at, 'x-stability-level'),
    textOf(after.at, 'x-stability-level'),
  )
  if (change !== undefined)
    report('breaking-stability-lowered', `\`${before.name}\` ${change}`, before.at, after.at)
}

/** What the API calls at an address that a client gave. The name of a callback says nothing, unless two have the address. */
function compareCallbacks(before: Operation, after: Operation, scope: Scope): void {
  const others = callbacksOf(after, scope.head)
  for (const { name, expression, item } of callbacksOf(before, scope.base)) {
    const namesakes = others.filter((other) => other.expression === expression)
    const match = namesakes.find((other) => other.name === name) ?? namesakes[0]
    const found = match && operationsOf(expression, match.item, scope.head)
    for (const [method, operation] of operationsOf(expression, item, scope.base)) {
      const called = found?.get(method)
      if (called) compareReversed(operation, called, scope)
      else {
        const message = `the callback \`${name}\` no longer makes \`${operation.name}\``
        const place = match?.item ?? goneFrom(after.at, 'callbacks', name, expression)
        scope.report('breaking-callback-removed', message, operation.at, goneFrom(place, ...operation.keys))
      }
    }
  }
}

interface Callback {
  readonly name: string
  readonly expression: string
  readonly item: PathItem
}

function callbacksOf({ at }: Operation, api: Scope['base']): readonly Callback[] {
  return children(child(at, 'callbacks', api), api).flatMap(([name, callback]) =>
    pathItems(callback, api).map(([expression, item]) => ({ name, expression, item })),
  )
}
