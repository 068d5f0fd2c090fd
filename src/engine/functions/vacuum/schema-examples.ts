import type { Path } from '../../../model/location.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { partsOf } from '../owasp/parts.ts'
import { hasExample, hasOwnExample, haveItemsExamples, isExemplified, isPlain } from './examples.ts'
import { list, type Mapping, mapping, typesOf } from './facts.ts'

/**
 * Schemas of objects and lists without an example, as vacuum finds them: of those with one parent only the first, and none of
 * a media type, which has its own.
 */
export function schemasWithoutExample(document: FunctionContext): FunctionResult[] {
  const seen = new Set<string>()
  return partsOf(document, 'schema')
    .map(({ value, path }) => ({ value, path: path() }))
    .map((each) => ({ ...each, line: document.locate(each.path).start_line }))
    .sort((one, other) => one.line - other.line)
    .filter(
      ({ value }) =>
        !isPlain(value, document) &&
        typesOf(value).length > 0 &&
        !('const' in value) &&
        !('default' in value),
    )
    .filter(({ path }) => {
      const parent = JSON.stringify(parentOf(path))
      const isMember = path.some((key) => key === 'allOf' || key === 'anyOf' || key === 'oneOf')
      if (isMember || seen.has(parent) || path.at(-3) === 'content') return false
      seen.add(parent)
      return !speaksFor(parentOf(path), document)
    })
    .flatMap(({ value, path }) => faultsOf(value, path, document))
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
  if (path.at(-2) === 'parameters') return hasOwnExample(mapping(valueAt(path, document), document))
  const isSchema = path.includes('schema') || (path[1] === 'schemas' && path.length > 2)
  if (!isSchema) return false
  const schema = mapping(valueAt(path, document), document)
  return hasExample(schema) || isPlain(schema, document) || typesOf(schema).length === 0
}

function valueAt(path: Path, document: FunctionContext): unknown {
  return path.reduce<unknown>(
    (value, key) => mapping(value, document)[key] ?? list(value, document)[Number(key)],
    document.root,
  )
}

function faultsOf(schema: Mapping, path: Path, document: FunctionContext): FunctionResult[] {
  if (haveItemsExamples(schema, document)) return []
  const properties = Object.entries(mapping(schema.properties, document))
  const bare = properties.find(([, each]) => !isExemplified(mapping(each, document), document, new Set()))
  const ofProperty = bare
    ? [fault(`the property "${bare[0]}" has no example`, [...path, 'properties', bare[0]])]
    : []
  const isShown =
    schema.example !== undefined || schema.examples !== undefined || (properties.length > 0 && !bare)
  return isShown ? ofProperty : [...ofProperty, fault('the schema has no example', path)]
}

function fault(message: string, path: Path): FunctionResult {
  return { message, path, at: 'key' }
}
