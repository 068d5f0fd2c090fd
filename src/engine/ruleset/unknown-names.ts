import { isRecord } from '../../model/record.ts'
import { suggest } from '../../text/suggest.ts'
import { officialSchema } from '../functions/oas/official-schema.ts'
import type { SchemaObject } from '../json-schema/check.ts'
import type { Query, Step } from '../jsonpath/query.ts'
import { childOf, readPointer } from '../pointer.ts'

/** A name in a query that no version of OpenAPI has at that place. */
export interface UnknownName {
  readonly name: string
  readonly meant: string | undefined
}

/** Part of an official schema. */
interface Part {
  readonly root: SchemaObject
  readonly schema: unknown
}

/** What a place may hold. */
type Place = readonly Part[] | 'anything'

const versions = ['oas2', 'oas3.0', 'oas3.1', 'oas3.2'] as const

/**
 * The first name in a query that no OpenAPI document has there, by the official schemas of all versions. Below `..` a
 * name may be the user's own, so only one that is near to a name of OpenAPI counts.
 */
export function findUnknownName({ steps }: Query): UnknownName | undefined {
  const roots = versions.map(officialSchema)
  let place: Place = roots.map((root) => ({ root, schema: root }))
  for (const step of steps) {
    const found = step.kind === 'child' && step.deep ? misspelt(step, roots) : unknownIn(step, place)
    if (found) return found
    place = next(step, place)
  }
  return undefined
}

function unknownIn(step: Step, place: Place): UnknownName | undefined {
  if (place === 'anything') return undefined
  const parts = place.flatMap(({ root, schema }) => branches(root, schema))
  const known = parts.flatMap(({ schema }) => Object.keys(Object(schema.properties)))
  const name = membersOf(step).find((each) => below(place, each).length === 0)
  return name === undefined ? undefined : { name, meant: suggest(name, known) }
}

function misspelt(step: Step, roots: readonly unknown[]): UnknownName | undefined {
  const known = namesIn(roots)
  const name = membersOf(step).find((each) => !known.has(each) && !each.startsWith('x-'))
  const meant = name === undefined ? undefined : suggest(name, [...known])
  return name === undefined || meant === undefined ? undefined : { name, meant }
}

function membersOf(step: Step): readonly string[] {
  return step.kind === 'child' && step.selector.kind === 'members' ? step.selector.members.map(String) : []
}

function next(step: Step, place: Place): Place {
  if (place === 'anything' || step.kind !== 'child' || step.deep) return 'anything'
  return step.selector.kind === 'members'
    ? membersOf(step).reduce<Place>((found, name) => together(found, below(place, name)), [])
    : below(place, undefined)
}

function together(one: Place, other: Place): Place {
  return one === 'anything' || other === 'anything' ? 'anything' : [...one, ...other]
}

/** What a place has under a name, or without one what all its children are. */
function below(place: readonly Part[], name: string | undefined): Place {
  return place
    .map(({ root, schema }) => children(root, branches(root, schema), name))
    .reduce<Place>(together, [])
}

/** One version's: a name that no branch has may still be there, unless one of them allows no other names. */
function children(root: SchemaObject, all: readonly Branch[], name: string | undefined): Place {
  const named = all.flatMap(({ schema }) => [
    ...membersNamed(schema.properties, (key) => name === undefined || key === name),
    ...membersNamed(schema.patternProperties, (key) => isMatch(key, name)),
    ...(name === undefined || /^\d+$/.test(name) ? [schema.items].flat().filter(isRecord) : []),
  ])
  const others = all.flatMap(({ schema }) =>
    [schema.additionalProperties, schema.unevaluatedProperties].filter(isRecord),
  )
  const isClosed = all.some(
    ({ schema }) => schema.additionalProperties === false || schema.unevaluatedProperties === false,
  )
  const isOther = all.some(({ schema }) => typeof schema.type === 'string' && schema.type !== 'object')
  const found = named.length > 0 && name !== undefined ? named : [...named, ...others]
  if (found.length === 0 && !isClosed && !isOther) return 'anything'
  return found.map((schema) => ({ root, schema }))
}

/** A wildcard is about what OpenAPI names there, and not about extensions, which may hold anything. */
function isMatch(pattern: string, name: string | undefined): boolean {
  return name === undefined ? !pattern.startsWith('^x-') : new RegExp(pattern, 'u').test(name)
}

function membersNamed(members: unknown, isWanted: (name: string) => boolean): unknown[] {
  return Object.entries(isRecord(members) ? members : {}).flatMap(([key, schema]) =>
    isWanted(key) ? [schema] : [],
  )
}

interface Branch {
  readonly schema: SchemaObject
}

const choices = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'] as const

/** A schema and all that it refers to or chooses from, for the same place. */
function branches(root: SchemaObject, schema: unknown, seen: Set<unknown> = new Set()): Branch[] {
  if (!isRecord(schema) || seen.has(schema)) return []
  seen.add(schema)
  const pointer = typeof schema.$ref === 'string' ? readPointer(schema.$ref) : undefined
  const target = pointer?.reduce<unknown>(childOf, root)
  const parts = [target, ...choices.flatMap((key) => listOf(schema[key], key))]
  return [{ schema }, ...parts.flatMap((part) => branches(root, part, seen))]
}

function listOf(value: unknown, key: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  return key === 'dependentSchemas' && isRecord(value) ? Object.values(value) : [value]
}

/** Every name of a property that schemas speak of. */
function namesIn(roots: readonly unknown[]): ReadonlySet<string> {
  const names = new Set<string>()
  const pending = [...roots]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (typeof at !== 'object' || at === null) continue
    if (isRecord(at) && isRecord(at.properties))
      for (const name of Object.keys(at.properties)) names.add(name)
    pending.push(...Object.values(at).filter((value) => typeof value === 'object'))
  }
  return names
}
