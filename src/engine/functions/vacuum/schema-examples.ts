import type { Path } from '../../../model/location.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { type Mapping, mapping, seenAt, typesOf } from '../facts.ts'
import { partsOf } from '../owasp/parts.ts'
import { hasExample, hasOwnExample, haveItemsExamples, isPlain, withoutExample } from './examples.ts'

/**
 * Schemas of objects and lists without an example, as vacuum finds them: the first of each list of parameters unless one
 * of them has an example, that of each header, the first of all components, the first of all those inside of others,
 * and none of a media type, which has its own.
 */
export function schemasWithoutExample(document: FunctionContext): FunctionResult[] {
  const schemas = partsOf(document, 'schema')
    .filter(({ value }) => isChecked(value, document))
    .map(({ value, path }) => ({ value, path: path() }))
    .filter(({ path }) => !path.some((key) => key === 'allOf' || key === 'anyOf' || key === 'oneOf'))
    .map((each) => ({ ...each, line: document.locate(each.path).start_line }))
    .sort((one, other) => one.line - other.line)
  const shown = schemas.filter(({ value, path }) => isShownByParameter(value, path, document))
  const seen = new Set(shown.map(({ path }) => groupOf(path)))
  return schemas.flatMap(({ value, path }) => {
    const group = groupOf(path)
    if (seen.has(group) || path.at(-3) === 'content') return []
    seen.add(group)
    return speaksFor(parentOf(path), document) ? [] : faultsOf(value, path, document)
  })
}

function isChecked(schema: Mapping, document: FunctionContext): boolean {
  return (
    !isPlain(schema, document) && typesOf(schema).length > 0 && !('const' in schema) && !('default' in schema)
  )
}

function isShownByParameter(schema: Mapping, path: Path, document: FunctionContext): boolean {
  const isOfParameter = path.at(-3) === 'parameters' && path.at(-1) === 'schema'
  return (
    isOfParameter &&
    !hasExample(schema) &&
    hasOwnExample(mapping(seenAt(path.slice(0, -1), document), document))
  )
}

/** Vacuum tells the parameters of a list not apart, nor the schemas inside of others. */
function groupOf(path: Path): string {
  const isDirect = path.at(-1) === 'schema' || (path.length === 3 && path[0] === 'components')
  if (!isDirect) return 'inside'
  const holder = parentOf(path)
  return JSON.stringify(typeof holder.at(-1) === 'number' ? holder.slice(0, -1) : holder)
}

/** What holds the schema: another schema, a parameter, or all components. */
function parentOf(path: Path): Path {
  if (path.length === 3 && path[0] === 'components') return path.slice(0, 1)
  return path.slice(
    0,
    ['schema', 'items', 'additionalProperties', 'not'].includes(String(path.at(-1))) ? -1 : -2,
  )
}

/** A parent schema that has an example, or of which nothing is known, is enough. */
function speaksFor(path: Path, document: FunctionContext): boolean {
  if (path.at(-2) === 'parameters') return hasOwnExample(mapping(seenAt(path, document), document))
  const isSchema = path.includes('schema') || (path[1] === 'schemas' && path.length > 2)
  if (!isSchema) return false
  const schema = mapping(seenAt(path, document), document)
  return hasExample(schema) || isPlain(schema, document) || typesOf(schema).length === 0
}

function faultsOf(schema: Mapping, path: Path, document: FunctionContext): FunctionResult[] {
  if (haveItemsExamples(schema, document)) return []
  const isShown = schema.example !== undefined || schema.examples !== undefined
  const own: FunctionResult = { message: 'the schema has no example', path, at: 'key' }
  return withoutExample(schema, path, isShown ? undefined : own, document)
}
