import { isRecord, valueAt } from '../../model/record.ts'
import { versions } from '../formats.ts'
import { officialSchema } from '../functions/oas/official-schema.ts'
import type { SchemaObject } from '../json-schema/check.ts'
import type { Query, Step } from '../jsonpath/query.ts'
import { readPointer } from '../pointer.ts'
import type { ValueKind } from '../rule.ts'

/** Part of an official schema. */
export interface Part {
  readonly root: SchemaObject
  readonly schema: unknown
}

/** What a place may hold. */
export type Place = readonly Part[] | 'anything'

export function officialRoots(): readonly SchemaObject[] {
  return versions.map(officialSchema)
}

export function startOf(roots: readonly SchemaObject[]): Place {
  return roots.map((root) => ({ root, schema: root }))
}

/** Where a query leads. */
export function placeOf({ steps }: Query): Place {
  return steps.reduce((at, step) => next(step, at), startOf(officialRoots()))
}

export function membersOf(step: Step): readonly string[] {
  return step.kind === 'child' && step.selector.kind === 'members' ? step.selector.members.map(String) : []
}

/** Where a step leads. */
export function next(step: Step, place: Place): Place {
  if (place === 'anything' || step.kind !== 'child' || step.deep) return 'anything'
  return step.selector.kind === 'members'
    ? membersOf(step).reduce<Place>((found, name) => together(found, below(place, name)), [])
    : below(place, undefined)
}

function together(one: Place, other: Place): Place {
  return one === 'anything' || other === 'anything' ? 'anything' : [...one, ...other]
}

/** What a place has under a name, or without one what all its children are. */
export function below(place: readonly Part[], name: string | undefined): Place {
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

export interface Branch {
  readonly schema: SchemaObject
}

const choices = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'] as const

/** A schema and all that it refers to or chooses from, for the same place. */
export function branches(root: SchemaObject, schema: unknown, seen: Set<unknown> = new Set()): Branch[] {
  if (!isRecord(schema) || seen.has(schema)) return []
  seen.add(schema)
  const pointer = typeof schema.$ref === 'string' ? readPointer(schema.$ref) : undefined
  const target = pointer && valueAt(root, pointer)
  const parts = [target, ...choices.flatMap((key) => listOf(schema[key], key))]
  return [{ schema }, ...parts.flatMap((part) => branches(root, part, seen))]
}

function listOf(value: unknown, key: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  return key === 'dependentSchemas' && isRecord(value) ? Object.values(value) : [value]
}

/** The kinds of values there. None: any. */
export function kindsOf({ root, schema }: Part): readonly ValueKind[] {
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
