import type { Path } from '../../../core/model/location.ts'
import { rememberPerObject } from '../../../core/model/once.ts'
import { isObject, iterateValues } from '../../../core/model/record.ts'
import { type JsonMapping, mapping } from '../../openapi/operations.ts'
import { collectParts } from '../../openapi/parts.ts'
import { listRefPlaces, toPath } from '../../openapi/places.ts'
import { getRef } from '../../openapi/pointer.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { listTypes, viewNode } from '../facts.ts'
import {
  exampleHolders,
  findMissingExample,
  hasExample,
  hasOwnExample,
  hasPlainValues,
  haveItemsExamples,
} from './examples.ts'
import { isTimestamp } from './field.ts'

/**
 * Schemas of objects and lists without an example, as vacuum finds them: the first of each list of parameters unless one
 * of them has an example, that of each header, the first of all components, the first of all those inside of others,
 * and those of media types that have an example: media types without one have issues of their own. A shared parameter
 * belongs to the list that uses it first, if paths come before components.
 */
export function findSchemasWithoutExample(document: FunctionContext): FunctionResult[] {
  const schemas = collectParts(document, 'schema')
    .filter(({ value }) => isChecked(value, document))
    .map(({ value, path }) => ({ value, path: path() }))
    .filter(({ path }) => !path.some((key) => key === 'allOf' || key === 'anyOf' || key === 'oneOf'))
    .map((each) => ({ ...each, line: document.locate(each.path).start_line }))
    .sort((one, other) => one.line - other.line)
  const shown = schemas.filter(({ value, path }) => isShownByParameter(value, path, document))
  const seen = new Set(shown.map(({ path }) => findGroup(path, document)))
  return schemas.flatMap(({ value, path }) => {
    const group = findGroup(path, document)
    if (seen.has(group) || (path.at(-3) === 'content' && !hasExample(value))) return []
    seen.add(group)
    return coversPath(findParentPath(path), document) ? [] : listFaults(value, path, document)
  })
}

function isChecked(schema: JsonMapping, document: FunctionContext): boolean {
  return (
    !hasPlainValues(schema, document) &&
    listTypes(schema).length > 0 &&
    !('const' in schema) &&
    !('default' in schema)
  )
}

function isShownByParameter(schema: JsonMapping, path: Path, document: FunctionContext): boolean {
  const isOfParameter = path.at(-3) === 'parameters' && path.at(-1) === 'schema'
  return (
    isOfParameter &&
    !hasExample(schema) &&
    hasOwnExample(mapping(viewNode(path.slice(0, -1), document), document))
  )
}

/** Vacuum tells the parameters of a list not apart, nor the schemas inside of others. */
function findGroup(path: Path, document: FunctionContext): string {
  const isDirect = path.at(-1) === 'schema' || (path.length === 3 && path[0] === 'components')
  if (!isDirect) return 'inside'
  const own = findParentPath(path)
  const holder = own[1] === 'parameters' ? (findFirstUse(own, document) ?? own) : own
  return JSON.stringify(typeof holder.at(-1) === 'number' ? holder.slice(0, -1) : holder)
}

/** The path of the first reference to a component, in a document whose paths come before its components. */
function findFirstUse(component: Path, { root }: FunctionContext): Path | undefined {
  return isObject(root) ? firstUses(root).get(`#/${component.join('/')}`) : undefined
}

const firstUses = rememberPerObject((root: object): ReadonlyMap<string, Path> => {
  const sections = Object.keys(root)
  if (sections.indexOf('components') < sections.indexOf('paths')) return new Map()
  return new Map(
    listRefPlaces(root)
      .toReversed()
      .map((place) => [place.ref, toPath(place)]),
  )
})

/** Finds what holds the schema: another schema, a parameter, or all components. */
function findParentPath(path: Path): Path {
  if (path.length === 3 && path[0] === 'components') return path.slice(0, 1)
  return path.slice(
    0,
    ['schema', 'items', 'additionalProperties', 'not'].includes(String(path.at(-1))) ? -1 : -2,
  )
}

/** A parent schema that has an example, or of which nothing is known, is enough. */
function coversPath(path: Path, document: FunctionContext): boolean {
  if (path.at(-2) === 'parameters') return hasOwnExample(mapping(viewNode(path, document), document))
  const isSchema = path.includes('schema') || (path[1] === 'schemas' && path.length > 2)
  if (!isSchema) return false
  const schema = mapping(viewNode(path, document), document)
  return hasExample(schema) || hasPlainValues(schema, document) || listTypes(schema).length === 0
}

function listFaults(schema: JsonMapping, path: Path, document: FunctionContext): FunctionResult[] {
  if (haveItemsExamples(schema, document)) return []
  const isShown = schema.example !== undefined || schema.examples !== undefined
  const own: FunctionResult = { message: 'Schema has no example', path, at: 'key' }
  return findMissingExample(schema, path, isShown ? undefined : own, document)
}

/** Formats and defaults are not checked, nor what is null or missing, and an issue is at the key of the example. */
export function findExampleFaults(
  found: readonly FunctionResult[],
  context: FunctionContext,
): FunctionResult[] {
  const checked = found.filter(({ message }) => !unchecked.test(message))
  const placed = checked.flatMap(({ message, path = [] }): FunctionResult[] => {
    const at = findExampleKey(path)
    return at ? [{ message, path: at, at: 'key' }] : []
  })
  return [...placed, ...findTimestamps(context)]
}

const unchecked = / in the format `[^`]*`$|^Example must .*, but is null$|^Example `[^`]*` has no value$/

function findExampleKey(path: Path): Path | undefined {
  const one = path.lastIndexOf('example')
  const many = path.lastIndexOf('examples')
  if (one > many) return path.slice(0, one + 1)
  if (many === -1) return undefined
  return path.slice(0, typeof path[many + 1] === 'number' ? many + 1 : many + 2)
}

/** Text that is not quoted and looks like a point in time is not a string to vacuum, except in examples of schemas. */
function findTimestamps(context: FunctionContext): FunctionResult[] {
  return exampleHolders.flatMap((kind) =>
    collectParts(context, kind).flatMap(({ value, path }) => {
      if (value.schema === undefined) return []
      const one = value.examples === undefined ? [['example']] : []
      const many = Object.keys(mapping(value.examples, context)).map((name) => ['examples', name])
      return [...one, ...many].flatMap((keys): FunctionResult[] => {
        const example = keys.reduce<unknown>((node, key) => mapping(node, context)[key], value)
        const at = [...path(), ...keys]
        if (!hasTimestamp(example, at, context)) return []
        return [{ message: 'Example is a point in time, not a string', path: at, at: 'key' }]
      })
    }),
  )
}

function hasTimestamp(example: unknown, path: Path, { document }: FunctionContext): boolean {
  const isQuoted = (below: Path) => /^["']/.test(document.textOf([...path, ...below]))
  return [...iterateValues(example)].some(
    ({ value, path: below }) => typeof value === 'string' && isTimestamp(value) && !isQuoted(below),
  )
}

/** The properties of a schema that closes a circle are not seen; a property that is one has no place of its own. */
export function skipLoops(result: FunctionResult, context: FunctionContext): FunctionResult[] {
  const { path = [] } = result
  const isLoop = (at: Path) => {
    const written = viewNode(at, context)
    return getRef(written) !== undefined && context.view(written) === written
  }
  if (isUsedComponent(path, context)) return [{ ...result, at: 'inside' }]
  if (path.at(-2) !== 'properties') return [placeBeforeFirst(result, context)]
  if (isLoop(path.slice(0, -2))) return []
  return isLoop(path) ? [{ ...result, path: path.slice(0, -3), at: 'inside' }] : [result]
}

function isUsedComponent(path: Path, context: FunctionContext): boolean {
  const isShared = path.length === 3 && (path[1] === 'parameters' || path[1] === 'headers')
  return isShared && findFirstUse(path, context) !== undefined
}

/** The first item of a list counts from the key of the list, if that is on the line before. */
function placeBeforeFirst(result: FunctionResult, { locate }: FunctionContext): FunctionResult {
  const { path = [] } = result
  if (path.at(-1) !== 0) return result
  const above = path.slice(0, -1)
  return locate(above).start_line === locate(path).start_line - 1 ? { ...result, path: above } : result
}
