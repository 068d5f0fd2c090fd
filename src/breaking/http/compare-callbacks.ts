import { child, children, goneFrom } from '../document.ts'
import { compareReversed } from './compare-reversed.ts'
import { type Operation, operationsOf } from './operation.ts'
import { type PathItem, pathItems } from './path-item.ts'
import type { Scope } from './scope.ts'

/** What the API calls at an address that a client gave. The name of a callback says nothing, unless two have the address. */
export function compareCallbacks(before: Operation, after: Operation, scope: Scope): void {
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
