import type { Path } from '../../../core/model/location.ts'
import { createFirstFinder } from '../../../core/model/once.ts'
import { isRecord, toList } from '../../../core/model/record.ts'
import { detectFormats } from '../../openapi/formats.ts'
import { type JsonMapping, list, listOperations, listRoutes, mapping } from '../../openapi/operations.ts'
import { getRef } from '../../openapi/pointer.ts'
import { print } from '../../print.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { createNumberTest } from './field.ts'

/** Vacuum looks at operations of these methods only, but for their responses. */
const methods = ['get', 'post', 'put', 'patch', 'options', 'head', 'delete']
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

interface PlacedMapping {
  readonly value: JsonMapping
  readonly path: Path
}

interface OperationPart extends PlacedMapping {
  readonly item: PlacedMapping
}

function collectOperationParts(
  context: FunctionContext,
  names: readonly string[] = methods,
): OperationPart[] {
  return listRoutes(context).flatMap(({ item, path }) =>
    Object.keys(item)
      .filter((method) => names.includes(method))
      .map((method) => ({
        value: mapping(item[method], context),
        path: [...path, method],
        item: { value: item, path },
      })),
  )
}

/** Vacuum reports all operations with the same `operationId` but one, whichever; here that is the first. */
export function findRepeatedIds(context: FunctionContext): FunctionResult[] {
  const findFirst = createFirstFinder<Path>()
  return collectOperationParts(context).flatMap(({ value: { operationId }, path }): FunctionResult[] => {
    const first = operationId === undefined ? undefined : findFirst(operationId, [...path, 'operationId'])
    const message = `Operation id ${print(operationId)} is already used by another operation`
    return first ? [{ message, path, at: 'inside', first }] : []
  })
}

/** A form parameter, one of the path item included, asks its operation for `consumes` with a form type. */
export function findFormsWithoutType(context: FunctionContext): FunctionResult[] {
  return collectOperationParts(context).flatMap((operation) => {
    const consumes = list(operation.value.consumes, context)
    if (consumes.some((type) => formTypes.includes(String(type)))) return []
    return [operation, operation.item].flatMap(({ value, path }) =>
      list(value.parameters, context).flatMap((parameter, index): FunctionResult[] => {
        if (mapping(parameter, context).in !== 'formData') return []
        const message = 'Operation has form data, but `consumes` has no form media type'
        return [{ message, path: [...path, 'parameters', index, 'in'], at: 'key' }]
      }),
    )
  })
}

/** Vacuum reports the parameter that does not go with those before it, each of which may be first to it. */
export function findClashingParameters(context: FunctionContext): FunctionResult[] {
  const items = listRoutes(context).map(({ item, path }) => ({ value: item, path }))
  return [...items, ...collectOperationParts(context)].flatMap(({ value, path }) => {
    const clash = createClashCheck()
    const written: unknown = context.deref(value.parameters)
    if (!Array.isArray(written)) return []
    return written.flatMap((each: unknown, index): FunctionResult[] => {
      const message = clash(mapping(each, context), getRef(each))
      const at = message?.startsWith('duplicate') ? 'node' : 'inside'
      return message ? [{ message, path: [...path, 'parameters', index], at }] : []
    })
  })
}

/** A function that is given one parameter after the other, and says what is wrong with the last. */
function createClashCheck(): (parameter: JsonMapping, ref: string | undefined) => string | undefined {
  const [names, places] = [new Set<string>(), new Set<unknown>()]
  return ({ name, in: place }, ref) => {
    if (ref === undefined && name === undefined) return 'Parameter has no `name`'
    const identity = ref ?? JSON.stringify([name, place])
    if (names.has(identity)) return `Parameter ${print(name)} in ${print(place)} is defined more than once`
    if (ref !== undefined || place !== undefined) names.add(identity)
    if (place === undefined) return 'Parameter has no `in`'
    const isMixed = !places.has(place) && (places.has('body') || places.has('formData'))
    const isSecondBody = place === 'body' && places.has(place)
    places.add(place)
    if (isSecondBody) return 'Operation has more than one parameter in `body`'
    if (!isMixed || (place !== 'body' && place !== 'formData')) return undefined
    return 'Operation has parameters in both `body` and `formData`'
  }
}

/**
 * A success is a code from 200 to 399, no range. Codes that are numbers in YAML vacuum does not see in version 2; from
 * version 3 on each is an issue, and counts as a success.
 */
export function successResponses(context: FunctionContext): FunctionResult[] {
  const isVersion3 = detectFormats(context.root).has('oas3')
  const isNumber = createNumberTest(context)
  return collectOperationParts(context, [...methods, 'trace']).flatMap(
    ({ value, path: operation }): FunctionResult[] => {
      const path = [...operation, 'responses']
      const codes = Object.keys(mapping(value.responses, context))
      const named = codes.filter((code) => isVersion3 && isNumber([...path, code]))
      const hasSuccess = codes.some((code) => /^[23]\d\d$/.test(code) && !isNumber([...path, code]))
      if (named.length === 0 && value.responses !== undefined && !hasSuccess)
        return [{ message: 'Operation has no 2xx or 3xx response', path, at: 'key' }]
      return named.map((code) => ({
        message: `Response code ${print(code)} is a number, not a string`,
        path,
        at: 'key',
      }))
    },
  )
}

/** Keywords under which a schema holds others, in the order in which vacuum looks. */
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
    list(parameters, document).map((parameter) => mapping(parameter, document).schema)
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
    pending.push(...listInside(mapping(at, document)).reverse())
  }
}

function listInside(schema: JsonMapping): unknown[] {
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
