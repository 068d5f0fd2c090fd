import type { Query } from '../jsonpath/query.ts'
import type { Then } from '../rule.ts'
import { below, kindsOf, type Place, placeOf } from './openapi-places.ts'
import { type UnknownName, unknownOf } from './unknown-names.ts'

/**
 * The first name in the `field` of a `then` that no OpenAPI document has where the query leads, by the official schemas of
 * all versions. A name that is near to none of OpenAPI may be meant to be absent, so it only counts if the function ignores
 * what is absent, and would check nothing.
 */
export function findUnknownField(
  query: Query,
  { field, function: { checks, readsField } }: Pick<Then, 'field' | 'function'>,
): UnknownName | undefined {
  const names = field?.split('.') ?? []
  if (readsField || !names.every(isName)) return undefined
  let place = placeOf(query)
  const whole = mayBeWhole(place)
  if (whole === 'always') return undefined
  for (const name of names) {
    const unknown = unknownOf([name], place)
    if (unknown) return unknown.meant !== undefined || (checks && whole === 'never') ? unknown : undefined
    if (place !== 'anything') place = below(place, name)
  }
  return undefined
}

/** Anything else is a query, an extension, or what lists have by themselves. */
function isName(name: string): boolean {
  return /^[a-z][\w-]*$/i.test(name) && !/^x-/i.test(name) && name !== 'length'
}

/** Whether what has no fields is found, such as text: a function is given all of that, whatever the field. */
function mayBeWhole(place: Place): 'always' | 'never' | 'sometimes' {
  const kinds = place === 'anything' ? [[]] : place.map(kindsOf)
  const hasFields = kinds.flat().map((kind) => kind === 'object' || kind === 'array')
  if (!hasFields.includes(true) && kinds.every((each) => each.length > 0)) return 'always'
  return kinds.some((each) => each.length === 0) || hasFields.includes(false) ? 'sometimes' : 'never'
}
