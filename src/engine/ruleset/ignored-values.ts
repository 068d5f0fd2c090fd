import { isRecord } from '../../model/record.ts'
import type { Query } from '../jsonpath/query.ts'
import type { Then, ValueKind } from '../rule.ts'
import { below, branches, next, officialRoots, type Part, startOf } from './openapi-places.ts'

/**
 * What a query leads to, by the official schemas of OpenAPI, where the function of a `then` ignores all of that and
 * finds nothing in any document. Undefined where it may find something.
 */
export function findIgnored(
  { steps }: Query,
  { field, function: { checks } }: Pick<Then, 'field' | 'function'>,
): ValueKind | undefined {
  if (!checks || field?.startsWith('@')) return undefined
  const place = steps.reduce((at, step) => next(step, at), startOf(officialRoots()))
  const target = field === undefined || place === 'anything' ? place : below(place, field)
  if (target === 'anything' || (field !== undefined && !/^[\w-]+$/.test(field))) return undefined
  const kinds = target.map(kindsOf)
  if (kinds.some((each) => each.length === 0 || each.some((kind) => checks.includes(kind)))) return undefined
  return kinds.flat()[0]
}

/** None: any. */
function kindsOf({ root, schema }: Part): readonly ValueKind[] {
  const types = branches(root, schema).flatMap(({ schema: each }) =>
    isRecord(each) ? [each.type].flat() : [],
  )
  return types.flatMap((type) => kindOfType[String(type)] ?? [])
}

const kindOfType: Readonly<Record<string, ValueKind>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  array: 'array',
  object: 'object',
}
