import { child, children, missingNode, readText } from '../document.ts'
import { compareSunsets, loweredStability } from '../lifecycle.ts'
import { compareBodies } from './compare-body.ts'
import { compareParameters } from './compare-parameters.ts'
import { compareResponses } from './compare-responses.ts'
import { compareReversed } from './compare-reversed.ts'
import { compareSecurity } from './compare-security.ts'
import { listOperations, type Operation, type PathItem, pathItems, type ReportScope } from './operation.ts'

export function compareOperation(before: Operation, after: Operation, scope: ReportScope): void {
  compareParameters(before, after, scope)
  compareBodies(before, after, false, scope)
  compareResponses(before, after, false, scope)
  compareSecurity(before, after, scope)
  compareSunsets(before.at, after.at, `\`${before.name}\``, scope)
  compareStability(before, after, scope)
  compareCallbacks(before, after, scope)
}

function compareStability(before: Operation, after: Operation, { report }: ReportScope): void {
  const change = loweredStability(
    readText(before.at, 'x-stability-level'),
    readText(after.at, 'x-stability-level'),
  )
  if (change !== undefined)
    report('breaking-stability-lowered', `\`${before.name}\` ${change}`, before.at, after.at)
}

/** What the API calls at an address that a client gave. The name of a callback says nothing, unless two have the address. */
function compareCallbacks(before: Operation, after: Operation, scope: ReportScope): void {
  const others = listCallbacks(after, scope.head)
  for (const { name, expression, item } of listCallbacks(before, scope.base)) {
    const namesakes = others.filter((other) => other.expression === expression)
    const match = namesakes.find((other) => other.name === name) ?? namesakes[0]
    const found = match && listOperations(expression, match.item, scope.head)
    for (const [method, operation] of listOperations(expression, item, scope.base)) {
      const called = found?.get(method)
      if (called) compareReversed(operation, called, scope)
      else {
        const message = `the callback \`${name}\` no longer makes \`${operation.name}\``
        const place = match?.item ?? missingNode(after.at, 'callbacks', name, expression)
        scope.report(
          'breaking-callback-removed',
          message,
          operation.at,
          missingNode(place, ...operation.keys),
        )
      }
    }
  }
}

interface Callback {
  readonly name: string
  readonly expression: string
  readonly item: PathItem
}

function listCallbacks({ at }: Operation, api: ReportScope['base']): readonly Callback[] {
  return children(child(at, 'callbacks', api), api).flatMap(([name, callback]) =>
    pathItems(callback, api).map(([expression, item]) => ({ name, expression, item })),
  )
}
