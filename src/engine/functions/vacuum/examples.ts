import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import { type JsonMapping, mapping } from '../../openapi/operations.ts'
import { collectParts, type DefinitionPart } from '../../openapi/parts.ts'
import { capitalize } from '../../print.ts'
import type { FunctionContext, FunctionResult, RuleFunction } from '../../rule.ts'
import { defineDocumentFunction, definePartFunction } from '../define.ts'
import { listTypes } from '../facts.ts'
import { checkExamples } from '../oas/check-examples.ts'

/** What has examples beside its schema. */
export const exampleHolders = ['parameter', 'header', 'mediaType'] as const

export function hasExample(schema: JsonMapping): boolean {
  return ['example', 'examples', 'const', 'default'].some((key) => schema[key] !== undefined)
}

/** Values of such schemas speak for themselves. */
export function hasPlainValues(schema: JsonMapping, document: FunctionContext): boolean {
  const types = listTypes(schema)
  return (
    ['string', 'number', 'integer', 'boolean'].some((type) => types.includes(type)) ||
    isListed(schema) ||
    isListed(mapping(schema.items, document))
  )
}

function isListed(schema: JsonMapping): boolean {
  return schema.enum !== undefined || schema['x-extensible-enum'] !== undefined
}

function reportLacking(
  { value, path }: DefinitionPart,
  what: string,
  document: FunctionContext,
): FunctionResult[] {
  const schema = value.schema === undefined ? undefined : mapping(value.schema, document)
  const isClear =
    schema !== undefined &&
    (hasExample(schema) || listTypes(schema).length === 0 || hasPlainValues(schema, document))
  const isShown = Object.values(mapping(value.content, document)).some((media) =>
    hasOwnExample(mapping(media, document)),
  )
  return isClear || isShown || hasOwnExample(value)
    ? []
    : [{ message: `${capitalize(what)} has no example`, path: path() }]
}

/** The first property of its schema that has none is reported, too. */
function checkMediaType({ value, path }: DefinitionPart, document: FunctionContext): FunctionResult[] {
  const schema = mapping(value.schema, document)
  if (hasExample(schema) || hasPlainValues(schema, document)) return []
  const isShown = hasOwnExample(value) || haveItemsExamples(schema, document)
  const own = isShown ? undefined : { message: 'Media type has no example', path: path() }
  return findMissingExample(schema, [...path(), 'schema'], own, document)
}

/** The first property of a schema that has no example, and `own`, which properties that all have one speak for. */
export function findMissingExample(
  schema: JsonMapping,
  path: Path,
  own: FunctionResult | undefined,
  document: FunctionContext,
): FunctionResult[] {
  const properties = Object.entries(mapping(schema.properties, document))
  const bare = properties.find(
    ([, property]) => !isExemplified(mapping(property, document), document, new Set()),
  )
  const found: FunctionResult[] = own && (bare || properties.length === 0) ? [own] : []
  if (!bare) return found
  const message = `Property \`${bare[0]}\` has no example`
  return [{ message, path: [...path, 'properties', bare[0]], at: 'key' }, ...found]
}

export function hasOwnExample({ example, examples }: JsonMapping): boolean {
  return (
    (example !== undefined && example !== null) || (isRecord(examples) && Object.keys(examples).length > 0)
  )
}

/** Whether a schema has an example, or else the first of its properties. */
function isExemplified(schema: JsonMapping, document: FunctionContext, seen: Set<JsonMapping>): boolean {
  if (hasExample(schema)) return true
  const [first] = Object.values(mapping(schema.properties, document))
  if (first === undefined || seen.has(schema)) return false
  return isExemplified(mapping(first, document), document, seen.add(schema))
}

export function haveItemsExamples(schema: JsonMapping, document: FunctionContext): boolean {
  if (!listTypes(schema).includes('array') || schema.items === undefined) return false
  const items = mapping(schema.items, document)
  const properties = Object.values(mapping(items.properties, document))
  return (
    hasExample(items) ||
    (properties.length > 0 && properties.every((property) => hasExample(mapping(property, document))))
  )
}

export const exampleFunctions: readonly RuleFunction[] = [
  /** The examples of schemas, parameters, headers and media types are valid against their schemas. */
  defineDocumentFunction('oasExampleSchema', (document) =>
    (['schema', ...exampleHolders] as const).flatMap((kind) =>
      collectParts(document, kind).flatMap(({ value, path }) => {
        const isSchema = kind === 'schema'
        const options = { target: isSchema ? 'schema' : 'media', hasList: isSchema } as const
        return checkExamples(value, options, { ...document, path: path() })
      }),
    ),
  ),
  /** An example says its value or where that is, not both. */
  definePartFunction('oasExampleExternal', exampleHolders, ({ examples }, document) =>
    Object.entries(mapping(examples, document)).flatMap(([name, written]): FunctionResult[] => {
      const example = mapping(written, document)
      if (example.value === undefined || !example.externalValue) return []
      const message = `Example \`${name}\` has both \`value\` and \`externalValue\``
      return [{ message, path: ['examples', name], at: 'inside' }]
    }),
  ),
  /** Parameters, headers and media types that hold objects or lists have an example, their own or that of their schema. */
  defineDocumentFunction('oasExampleMissing', (document) => [
    ...collectParts(document, 'parameter').flatMap((part) => reportLacking(part, 'parameter', document)),
    ...collectParts(document, 'header').flatMap((part) =>
      part.value.schema === undefined ? [] : reportLacking(part, 'header', document),
    ),
    ...collectParts(document, 'mediaType').flatMap((part) => checkMediaType(part, document)),
  ]),
]
