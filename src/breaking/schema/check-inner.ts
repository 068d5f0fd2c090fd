import { checkConditions, flipped } from './check-conditions.ts'
import { checkItems } from './check-items.ts'
import { checkOthers } from './check-others.ts'
import { checkRestricting } from './check-restricting.ts'
import { checkRests } from './check-rests.ts'
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
  for (const keyword of restricting) {
    const isPassedOver = keyword === 'unevaluatedProperties' && compared.use.direction === 'response'
    const [before, after] = [base, head].map((view) =>
      view.inner(keyword).filter(({ value }) => !(isPassedOver && value === false)),
    )
    checkRestricting(compared, keyword, before ?? [], after ?? [])
  }
  checkRests(compared)
  const isBounded = [base, head].some(({ limits }) => limits.has('maxContains'))
  if (isBounded) compared.descend(base.inner('contains'), head.inner('contains'), flipped(compared))
}
