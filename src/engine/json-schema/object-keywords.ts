import { isRecord } from '../is-record.ts'
import type { Pattern } from '../pattern.ts'
import { printCount } from '../print.ts'
import type { Check, Compiler, Keyword, KeywordTable, Run, SchemaObject, Seen } from './check.ts'
import { countOf } from './count-of.ts'
import { failed, gather, gatherUnder, type SchemaError, valid } from './schema-error.ts'
import { patternOf } from './string-keywords.ts'

const maxProperties: Keyword = (value, _schema, compiler) => {
  const limit = countOf(value, compiler)
  return (instance) => {
    const count = isRecord(instance) ? Object.keys(instance).length : 0
    return count <= limit
      ? valid
      : failed('maxProperties', `must have at most ${printCount(limit, 'key')}, but has ${count}`)
  }
}

const minProperties: Keyword = (value, _schema, compiler) => {
  const limit = countOf(value, compiler)
  return (instance) => {
    const count = isRecord(instance) ? Object.keys(instance).length : limit
    return count >= limit
      ? valid
      : failed('minProperties', `must have at least ${printCount(limit, 'key')}, but has ${count}`)
  }
}

const required: Keyword = (value, _schema, compiler) => {
  const keys = namesOf(value, compiler)
  return (instance, run) => {
    if (!isRecord(instance)) return valid
    let errors: SchemaError[] | undefined
    for (const key of keys) {
      if (Object.hasOwn(instance, key)) continue
      errors = gather(errors, failed('required', `must have the property "${key}"`))
      if (!run.allErrors) break
    }
    return errors ?? valid
  }
}

const propertyNames: Keyword = (value, _schema, compiler) => {
  const check = compiler.subschema(value, [])
  return eachKey((key, run) => {
    const errors = check(key, run, undefined)
    if (errors.length === 0) return valid
    const own = failed('propertyNames', `must not have the key "${key}": a key ${errors[0]?.message}`, key)
    return run.everyBranch ? [...errors, ...own] : own
  })
}

const properties: Keyword = (value, _schema, compiler) => {
  const checks = checksByKey(value, compiler)
  let indexes: ReadonlyMap<string, number> | undefined
  return (instance, run, seen) => {
    if (!isRecord(instance)) return valid
    const keys = Object.keys(instance)
    if (keys.length > checks.length / 4) return checkEach(checks, instance, run, seen)
    indexes ??= new Map(checks.map(([key], index) => [key, index]))
    return checkEach(presentIn(keys, checks, indexes), instance, run, seen)
  }
}

function checkEach(
  checks: readonly (readonly [string, Check])[],
  instance: SchemaObject,
  run: Run,
  seen: Seen | undefined,
): readonly SchemaError[] {
  let errors: SchemaError[] | undefined
  for (const [key, check] of checks) {
    if (!Object.hasOwn(instance, key)) continue
    seen?.keys.add(key)
    errors = gatherUnder(key, errors, check(run.deref(instance[key]), run, undefined))
    if (errors && !run.allErrors) break
  }
  return errors ?? valid
}

/** The checks of those keys that have one, in order: some schemas know many keys, of which an instance has few. */
function presentIn<T>(
  keys: readonly string[],
  checks: readonly T[],
  indexes: ReadonlyMap<string, number>,
): readonly T[] {
  const found: number[] = []
  for (const key of keys) {
    const index = indexes.get(key)
    if (index !== undefined) found.push(index)
  }
  sortInPlace(found)
  const present: T[] = []
  for (const index of found) {
    const check = checks[index]
    if (check) present.push(check)
  }
  return present
}

/** What the platform's own sorting sets up takes longer than to sort a few. */
function sortInPlace(indexes: number[]): void {
  if (indexes.length > 16) indexes.sort((a, b) => a - b)
  else for (let end = 1; end < indexes.length; end++) sinkLast(indexes, end)
}

function sinkLast(indexes: number[], end: number): void {
  const moved = indexes[end] ?? 0
  let at = end
  for (; at > 0; at--) {
    const before = indexes[at - 1] ?? 0
    if (before <= moved) break
    indexes[at] = before
  }
  indexes[at] = moved
}

const patternProperties: Keyword = (value, _schema, compiler) => {
  const checks = patternsOf(value, compiler).map(
    ([pattern, schema]) => [pattern, compiler.subschema(schema, [pattern.text])] as const,
  )
  return eachProperty((key) => {
    const matching = checks.filter(([pattern]) => pattern.test(key))
    if (matching.length < 2) return matching[0]?.[1]
    return (instance, run, seen) => matching.flatMap(([, check]) => check(instance, run, seen))
  })
}

const additionalProperties: Keyword = (value, schema, compiler) => {
  const known = isRecord(schema.properties) ? schema.properties : {}
  const patterns = patternsOf(schema.patternProperties ?? {}, compiler).map(([pattern]) => pattern)
  const isAdditional = (key: string): boolean =>
    !Object.hasOwn(known, key) && !patterns.some((pattern) => pattern.test(key))
  if (value !== false) {
    const check = compiler.subschema(value, [])
    return eachProperty((key) => (isAdditional(key) ? check : undefined))
  }
  return eachKey((key) =>
    isAdditional(key) ? failed('additionalProperties', `must not have the property "${key}"`, key) : valid,
  )
}

/** Checks every value for which there is a check. */
export function eachProperty(checkOf: (key: string) => Check | undefined): Check {
  return (instance, run, seen) => {
    if (!isRecord(instance)) return valid
    let errors: SchemaError[] | undefined
    for (const key of Object.keys(instance)) {
      const check = checkOf(key)
      if (!check) continue
      seen?.keys.add(key)
      errors = gatherUnder(key, errors, check(run.deref(instance[key]), run, undefined))
      if (errors && !run.allErrors) break
    }
    return errors ?? valid
  }
}

function eachKey(checkKey: (key: string, run: Run) => readonly SchemaError[]): Check {
  return (instance, run) => {
    if (!isRecord(instance)) return valid
    let errors: SchemaError[] | undefined
    for (const key of Object.keys(instance)) {
      errors = gather(errors, checkKey(key, run))
      if (errors && !run.allErrors) break
    }
    return errors ?? valid
  }
}

function patternsOf(value: unknown, compiler: Compiler): (readonly [Pattern, unknown])[] {
  if (!isRecord(value)) return compiler.refuse('must be a mapping of patterns to schemas')
  return Object.entries(value).map(([source, schema]) => [patternOf(source, compiler), schema] as const)
}

export function checksByKey(value: unknown, compiler: Compiler): (readonly [string, Check])[] {
  if (!isRecord(value)) return compiler.refuse('must be a mapping of names to schemas')
  return Object.entries(value).map(([key, schema]) => [key, compiler.subschema(schema, [key])] as const)
}

export function namesOf(value: unknown, compiler: Compiler): readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value
  return compiler.refuse('must be a list of names')
}

export const objectKeywords: KeywordTable = [
  ['maxProperties', maxProperties],
  ['minProperties', minProperties],
  ['required', required],
  ['propertyNames', propertyNames],
  ['additionalProperties', additionalProperties],
  ['properties', properties],
  ['patternProperties', patternProperties],
]
