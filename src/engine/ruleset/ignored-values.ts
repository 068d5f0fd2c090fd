import type { Query } from '../jsonpath/query.ts'
import type { Then, ValueKind } from '../rule.ts'
import { below, kindsOf, placeOf } from './openapi-places.ts'

/**
 * What a query leads to, by the official schemas of OpenAPI, where the function of a `then` ignores all of that and
 * finds nothing in any document. Undefined where it may find something.
 */
export function findIgnored(
  query: Query,
  { field, function: { checks } }: Pick<Then, 'field' | 'function'>,
): ValueKind | undefined {
  if (!checks || field?.startsWith('@')) return undefined
  const place = placeOf(query)
  const target = field === undefined || place === 'anything' ? place : below(place, field)
  if (target === 'anything' || (field !== undefined && !/^[\w-]+$/.test(field))) return undefined
  const kinds = target.map(kindsOf)
  if (kinds.some((each) => each.length === 0 || each.some((kind) => checks.includes(kind)))) return undefined
  return kinds.flat()[0]
}
