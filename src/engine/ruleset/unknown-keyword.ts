import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import { suggest } from '../../core/text/suggest.ts'

interface UnknownKeyword {
  readonly name: string
  readonly meant: string
  readonly path: Path
}

const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'dependencies']
const schemas = [
  ...['items', 'additionalItems', 'prefixItems', 'contains', 'unevaluatedItems', 'contentSchema'],
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
]
const others = [
  ...['$schema', '$id', '$ref', '$anchor', '$dynamicRef', '$dynamicAnchor', '$vocabulary', '$comment'],
  ...['$recursiveRef', '$recursiveAnchor', 'type', 'enum', 'const', 'required', 'dependentRequired'],
  ...['multipleOf', 'maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'format', 'pattern'],
  ...['maxLength', 'minLength', 'maxItems', 'minItems', 'uniqueItems', 'maxContains', 'minContains'],
  ...['maxProperties', 'minProperties', 'title', 'description', 'default', 'deprecated', 'readOnly'],
  ...['writeOnly', 'examples', 'contentEncoding', 'contentMediaType'],
]
/** Words that older drafts, OpenAPI or widespread validators know. */
const elsewhere = [
  ...['id', 'extends', 'disallow', 'divisibleBy', 'nullable', 'example', 'xml', 'externalDocs'],
  ...['discriminator', 'errorMessage', 'formatMaximum', 'formatMinimum', 'formatExclusiveMaximum'],
  ...['formatExclusiveMinimum', 'enumNames', 'enumDescriptions', 'markdownDescription', 'typeof', 'regexp'],
  ...['patternRequired', 'deepRequired', 'deepProperties', 'uniqueItemProperties', 'range', 'transform'],
]

const standard = [...maps, ...schemas, ...others]
const known = new Set([...standard, ...elsewhere])
/** A short word is near to too many others. */
const candidates = standard.filter((name) => name.length > 3)

/** Finds names that are nearly a keyword: validators pass over them. */
export function findUnknownKeywords(
  schema: unknown,
  path: Path = [],
  above: readonly unknown[] = [],
): UnknownKeyword[] {
  if (!isRecord(schema) || above.includes(schema)) return []
  const within = [...above, schema]
  return Object.entries(schema).flatMap(([name, value]) => {
    if (!known.has(name)) return findMisspelt(name, [...path, name])
    if (schemas.includes(name) && !Array.isArray(value))
      return findUnknownKeywords(value, [...path, name], within)
    const isList = schemas.includes(name) && Array.isArray(value)
    const parts = isList || (maps.includes(name) && isRecord(value)) ? Object.entries(Object(value)) : []
    return parts.flatMap(([key, part]) => findUnknownKeywords(part, [...path, name, key], within))
  })
}

function findMisspelt(name: string, path: Path): UnknownKeyword[] {
  const meant = name.length > 2 && !/^x-/i.test(name) ? suggest(name, candidates, 3) : undefined
  return meant === undefined ? [] : [{ name, meant, path }]
}
