import { checkConditions, flipped } from './check-conditions.ts'
import { checkItems } from './check-items.ts'
import { checkOthers } from './check-others.ts'
import { checkRestricting } from './check-restricting.ts'
import type { Compared } from './compare.ts'

/** Keywords whose presence restricts. */
const restricting = [
  'contains',
  'propertyNames',
  'contentSchema',
  'unevaluatedItems',
  'unevaluatedProperties',
]

/** The schemas inside a schema, apart from its properties. */
export function checkInner(compared: Compared): void {
  const { base, head } = compared
  checkItems(compared)
  checkOthers(compared)
  checkConditions(compared)
  for (const keyword of restricting)
    checkRestricting(compared, keyword, base.inner(keyword), head.inner(keyword))
  const isBounded = [base, head].some(({ limits }) => limits.has('maxContains'))
  if (isBounded) compared.descend(base.inner('contains'), head.inner('contains'), flipped(compared))
}
