import { isRecord } from '../is-record.ts'
import { printCount } from '../print.ts'
import type { Check, Compiler, Keyword, KeywordTable, Run, SchemaObject, Seen } from './check.ts'
import { countOf } from './count-of.ts'
import { failed, gather, gatherUnder, refused, type SchemaError, valid } from './schema-error.ts'
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
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? ''
      if (Object.hasOwn(instance, key)) continue
      if (run.isQuestion) return refused
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
    if (seen || keys.length > checks.length / 4) return checkEach(checks, instance, run, seen)
    indexes ??= new Map(checks.map(([key], index) => [key, index]))
    return checkPresent(keys, checks, indexes, instance, run)
  }
}

type NamedCheck = readonly [key: string, check: Check]

function checkEach(
  checks: readonly NamedCheck[],
  instance: SchemaObject,
  run: Run,
  seen: Seen | undefined,
): readonly SchemaError[] {
  let errors: SchemaError[] | undefined
  for (let index = 0; index < checks.length; index++) {
    const named = checks[index]
    if (!named || !Object.hasOwn(instance, named[0])) continue
    seen?.keys.add(named[0])
    const found = named[1](run.deref(instance[named[0]]), run, undefined)
    if (found.length === 0) continue
    errors = gatherUnder(named[0], errors, found)
    if (!run.allErrors) break
  }
  return errors ?? valid
}

/**
 * As checkEach, by the keys of the instance: some schemas know many keys, of which it has few. The errors are in the
 * schema's order; when one is enough, what stands behind the first that was found is not looked at.
 */
function checkPresent(
  keys: readonly string[],
  checks: readonly NamedCheck[],
  indexes: ReadonlyMap<string, number>,
  instance: SchemaObject,
  run: Run,
): readonly SchemaError[] {
  const failures: { index: number; errors: SchemaError[] }[] = []
  let end = checks.length
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? ''
    const index = indexes.get(key) ?? end
    const named = index < end ? checks[index] : undefined
    const found = named?.[1](run.deref(instance[key]), run, undefined)
    const errors = found && found.length > 0 ? gatherUnder(key, undefined, found) : undefined
    if (!errors) continue
    failures.push({ index, errors })
    if (!run.allErrors) end = index
  }
  if (failures.length === 0) return valid
  failures.sort((a, b) => a.index - b.index)
  return run.allErrors ? failures.flatMap(({ errors }) => errors) : (failures[0]?.errors ?? valid)
}

const patternProperties: Keyword = (value, _schema, compiler) => {
  const checks = patternsOf(value, compiler).map(
    ([pattern, schema, source]) => [pattern, compiler.subschema(schema, [source])] as const,
  )
  const checkOf = byKey((key): Check | null => {
    const matching = checks.filter(([pattern]) => pattern.test(key))
    if (matching.length < 2) return matching[0]?.[1] ?? null
    return (instance, run, seen) => matching.flatMap(([, check]) => check(instance, run, seen))
  })
  return eachProperty(checkOf)
}

const additionalProperties: Keyword = (value, schema, compiler) => {
  const known = isRecord(schema.properties) ? schema.properties : {}
  const patterns = patternsOf(schema.patternProperties ?? {}, compiler).map(([pattern]) => pattern)
  const isAdditional = byKey(
    (key) => !Object.hasOwn(known, key) && !patterns.some((pattern) => pattern.test(key)),
  )
  if (value !== false) {
    const check = compiler.subschema(value, [])
    return eachProperty((key) => (isAdditional(key) ? check : undefined))
  }
  return eachKey((key) =>
    isAdditional(key) ? failed('additionalProperties', `must not have the property "${key}"`, key) : valid,
  )
}

/** The keys of most documents are a few hundred, over and over. */
const mostKeys = 1000

/** Remembers what is made of a key, as long as there are not too many. */
function byKey<T extends Check | boolean | null>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make(key)
    if (known.size < mostKeys) known.set(key, made)
    return made
  }
}

/** Checks every value for which there is a check. */
export function eachProperty(checkOf: (key: string) => Check | null | undefined): Check {
  return (instance, run, seen) => {
    if (!isRecord(instance)) return valid
    let errors: SchemaError[] | undefined
    const keys = Object.keys(instance)
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? ''
      const check = checkOf(key)
      if (!check) continue
      seen?.keys.add(key)
      const found = check(run.deref(instance[key]), run, undefined)
      if (found.length === 0) continue
      errors = gatherUnder(key, errors, found)
      if (!run.allErrors) break
    }
    return errors ?? valid
  }
}

function eachKey(checkKey: (key: string, run: Run) => readonly SchemaError[]): Check {
  return (instance, run) => {
    if (!isRecord(instance)) return valid
    let errors: SchemaError[] | undefined
    const keys = Object.keys(instance)
    for (let index = 0; index < keys.length; index++) {
      const found = checkKey(keys[index] ?? '', run)
      if (found.length === 0) continue
      errors = gather(errors, found)
      if (!run.allErrors) break
    }
    return errors ?? valid
  }
}

function patternsOf(value: unknown, compiler: Compiler): (readonly [RegExp, unknown, string])[] {
  if (!isRecord(value)) return compiler.refuse('must be a mapping of patterns to schemas')
  return Object.entries(value).map(
    ([source, schema]) => [patternOf(source, compiler), schema, source] as const,
  )
}

export function checksByKey(value: unknown, compiler: Compiler): NamedCheck[] {
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
