import { isRecord } from '../../../model/record.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { type Part, partsOf } from '../owasp/parts.ts'
import { type Check, list, type Mapping, mapping, typesOf } from './facts.ts'

type Holder = 'parameter' | 'header' | 'mediaType'

const names: Readonly<Record<Holder, string>> = {
  parameter: 'parameter',
  header: 'header',
  mediaType: 'media type',
}
const holders: readonly Holder[] = ['parameter', 'header', 'mediaType']

/** An example says its value or where that is, not both. */
export const oasExampleExternal: Check = (document) =>
  holders.flatMap((holder) =>
    partsOf(document, holder).flatMap(({ value, path }) =>
      Object.entries(mapping(value.examples, document)).flatMap(([name, written]): FunctionResult[] => {
        const example = mapping(written, document)
        if (example.value === undefined || !example.externalValue) return []
        const message = `the example "${name}" has both \`value\` and \`externalValue\``
        return [{ message, path: [...path(), 'examples', name], isInside: true }]
      }),
    ),
  )

const givesExample = ['example', 'examples', 'const', 'default']

function hasExample(schema: Mapping): boolean {
  return givesExample.some((key) => schema[key] !== undefined && schema[key] !== null)
}

/** Values of such schemas need no example: they are simple, or their type is unknown. */
function isPlain(schema: Mapping, document: FunctionContext): boolean {
  const types = typesOf(schema)
  const items = mapping(schema.items, document)
  return (
    types.length === 0 ||
    ['string', 'number', 'integer', 'boolean'].some((type) => types.includes(type)) ||
    [schema, items].some((each) => each.enum !== undefined || each['x-extensible-enum'] !== undefined)
  )
}

/** Parameters, headers and bodies that hold objects or lists have an example, their own or that of their schema. */
export const oasExampleMissing: Check = (document) =>
  holders.flatMap((holder) =>
    partsOf(document, holder)
      .filter((part) => lacksExample(part, holder, document))
      .map(({ path }) => ({ message: `the ${names[holder]} has no example`, path: path(), isInside: false })),
  )

function lacksExample({ value }: Part, holder: Holder, document: FunctionContext): boolean {
  if (
    hasOwnExample(value) ||
    Object.values(mapping(value.content, document)).some((media) => hasOwnExample(mapping(media, document)))
  )
    return false
  if (value.schema === undefined) return holder === 'mediaType'
  const schema = mapping(value.schema, document)
  if (hasExample(schema)) return false
  if (holder !== 'mediaType' || typesOf(schema).length > 0) {
    if (isPlain(schema, document)) return false
  }
  return !isExemplified(schema, document, new Set())
}

function hasOwnExample({ example, examples }: Mapping): boolean {
  return (
    (example !== undefined && example !== null) || (isRecord(examples) && Object.keys(examples).length > 0)
  )
}

/** Whether all properties of a schema, or of its items, have examples. */
function isExemplified(schema: Mapping, document: FunctionContext, seen: Set<Mapping>): boolean {
  if (hasExample(schema)) return true
  if (seen.has(schema)) return false
  seen.add(schema)
  const items = schema.items === undefined ? [] : [mapping(schema.items, document)]
  const properties = Object.values(mapping(schema.properties, document)).map((each) =>
    mapping(each, document),
  )
  const parts = [...items, ...properties]
  return parts.length > 0 && parts.every((part) => isExemplified(part, document, seen))
}

/** The examples of a schema, whatever it calls them. */
export function schemaExamples(
  schema: Mapping,
  document: FunctionContext,
): readonly { readonly key: readonly (string | number)[]; readonly value: unknown }[] {
  const one =
    schema.example === undefined ? [] : [{ key: ['example'], value: document.deref(schema.example) }]
  return [
    ...list(schema.examples, document).map((value, index) => ({ key: ['examples', index], value })),
    ...one,
  ]
}
