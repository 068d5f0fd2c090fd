import { textOf } from '../document.ts'
import { loweredStability } from '../schema/check-lifecycle.ts'
import { compareSunsets } from './announced.ts'
import { compareBodies } from './compare-body.ts'
import { compareCallbacks } from './compare-callbacks.ts'
import { compareParameters } from './compare-parameters.ts'
import { compareResponses } from './compare-responses.ts'
import { compareSecurity } from './compare-security.ts'
import type { Operation } from './operation.ts'
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

function compareStability(before: Operation, after: Operation, { report }: Scope): void {
  const change = loweredStability(
    textOf(before.at, 'x-stability-level'),
    textOf(after.at, 'x-stability-level'),
  )
  if (change !== undefined)
    report('breaking-stability-lowered', `\`${before.name}\` ${change}`, before.at, after.at)
}
