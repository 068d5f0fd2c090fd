import { isRecord, toList } from '../../../core/model/record.ts'
import { getRef } from '../../pointer.ts'
import type { FunctionContext } from '../../rule.ts'
import { type JsonMapping, list, listOperations, listRoutes, mapping } from '../facts.ts'

/** Where a schema holds others, in the order in which vacuum looks. */
const lists = ['allOf', 'anyOf', 'oneOf'] as const
const keys = [
  ['not', 'one'],
  ['properties', 'each'],
  ['additionalProperties', 'one'],
  ['patternProperties', 'each'],
  ['items', 'one'],
  ['prefixItems', 'list'],
  ['contains', 'one'],
  ['if', 'one'],
  ['else', 'one'],
  ['then', 'one'],
  ['dependentSchemas', 'each'],
  ['propertyNames', 'one'],
  ['unevaluatedItems', 'one'],
  ['unevaluatedProperties', 'one'],
] as const

/** The names of the shared schemas that vacuum finds in requests: it looks into the first schema that is written in place, and no other. */
export function requestNames(document: FunctionContext): ReadonlySet<string> {
  const names = new Set<string>()
  for (const schema of requestSchemas(document)) collect(schema, document, names)
  return names
}

function requestSchemas(document: FunctionContext): readonly unknown[] {
  const ofParameters = (parameters: unknown) =>
    list(parameters, document).map((each) => mapping(each, document).schema)
  return [
    ...listRoutes(document).flatMap(({ item }) => ofParameters(item.parameters)),
    ...listOperations(document).flatMap(({ value }) => [
      ...Object.values(mapping(mapping(value.requestBody, document).content, document)).map(
        (media) => mapping(media, document).schema,
      ),
      ...ofParameters(value.parameters),
    ]),
  ].filter((schema) => schema !== undefined)
}

function collect(root: unknown, document: FunctionContext, names: Set<string>): void {
  const seen = new Set<string>()
  const pending = [root]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const reference = getRef(at) ?? ''
    if (seen.has(reference)) continue
    seen.add(reference)
    if (reference !== '') names.add(reference.slice(reference.lastIndexOf('/') + 1))
    pending.push(...inside(mapping(at, document)).reverse())
  }
}

function inside(schema: JsonMapping): unknown[] {
  return [
    ...lists.flatMap((key) => toList(schema[key])),
    ...keys.flatMap(([key, kind]) => {
      const value = schema[key]
      if (kind === 'list') return toList(value)
      if (kind === 'each') return isRecord(value) ? Object.values(value) : []
      return isRecord(value) ? [value] : []
    }),
  ]
}
