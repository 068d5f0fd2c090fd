import { isRecord } from '../is-record.ts'
import type { Pattern } from '../pattern.ts'
import { printCount } from '../print.ts'
import type { Check, Compiler, Keyword, KeywordTable } from './check.ts'
import { countOf } from './count-of.ts'
import { failed, join, type SchemaError, under, valid } from './schema-error.ts'
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
    const missing = keys.filter((key) => !Object.hasOwn(instance, key))
    const reported = run.allErrors ? missing : missing.slice(0, 1)
    return reported.flatMap((key) => failed('required', `must have the property "${key}"`))
  }
}

const propertyNames: Keyword = (value, _schema, compiler) => {
  const check = compiler.subschema(value, [])
  return eachProperty(
    () => undefined,
    (key, run) => {
      const errors = check(key, run, undefined)
      if (errors.length === 0) return valid
      const own = failed('propertyNames', `must not have the key "${key}": a key ${errors[0]?.message}`, key)
      return run.everyBranch ? [...errors, ...own] : own
    },
  )
}

const properties: Keyword = (value, _schema, compiler) => {
  const checks = checksByKey(value, compiler)
  return (instance, run, seen) => {
    if (!isRecord(instance)) return valid
    let errors = valid
    for (const [key, check] of checks) {
      if (!Object.hasOwn(instance, key)) continue
      seen?.keys.add(key)
      errors = join(errors, under(key, check(run.deref(instance[key]), run, undefined)))
      if (errors.length > 0 && !run.allErrors) break
    }
    return errors
  }
}

const patternProperties: Keyword = (value, _schema, compiler) => {
  const checks = patternsOf(value, compiler).map(
    ([pattern, schema]) => [pattern, compiler.subschema(schema, [pattern.text])] as const,
  )
  return eachProperty((key) => {
    const matching = checks.filter(([pattern]) => pattern.test(key)).map(([, check]) => check)
    if (matching.length === 0) return undefined
    return (instance, run, seen) => matching.flatMap((check) => check(instance, run, seen))
  })
}

const additionalProperties: Keyword = (value, schema, compiler) => {
  const known = new Set(Object.keys(isRecord(schema.properties) ? schema.properties : {}))
  const patterns = patternsOf(schema.patternProperties ?? {}, compiler).map(([pattern]) => pattern)
  const check = value === false ? undefined : compiler.subschema(value, [])
  const isAdditional = (key: string): boolean =>
    !known.has(key) && !patterns.some((pattern) => pattern.test(key))
  return eachProperty(
    (key) => (check && isAdditional(key) ? check : undefined),
    (key) =>
      check || !isAdditional(key)
        ? valid
        : failed('additionalProperties', `must not have the property "${key}"`, key),
  )
}

/** Checks every value for which there is a check, and every key. */
export function eachProperty(
  checkOf: (key: string) => Check | undefined,
  checkKey?: (key: string, run: Parameters<Check>[1]) => readonly SchemaError[],
): Check {
  return (instance, run, seen) => {
    if (!isRecord(instance)) return valid
    let errors = valid
    for (const key of Object.keys(instance)) {
      const check = checkOf(key)
      if (check) seen?.keys.add(key)
      if (checkKey) errors = join(errors, checkKey(key, run))
      if (check) errors = join(errors, under(key, check(run.deref(instance[key]), run, undefined)))
      if (errors.length > 0 && !run.allErrors) break
    }
    return errors
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
