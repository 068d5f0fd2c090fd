import { isRecord } from '../../model/record.ts'
import type { Check, Compiler, Keyword, KeywordTable, Run } from './check.ts'
import { propertiesKeywords } from './limit-keywords.ts'
import { failed, gather, gatherUnder, type SchemaError, valid } from './schema-error.ts'
import { patternOf } from './string-keywords.ts'

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
  return (instance, run, seen) => {
    if (!isRecord(instance)) return valid
    let errors: SchemaError[] | undefined
    // Each step of an iterator is an object, and documents are asked about these keys in thousands of places.
    for (let index = 0; index < checks.length; index++) {
      const named = checks[index]
      if (!named || !Object.hasOwn(instance, named.key)) continue
      const { key, check } = named
      seen?.keys.add(key)
      errors = gatherUnder(key, errors, check(run.deref(instance[key]), run, undefined))
      if (errors && !run.allErrors) break
    }
    return errors ?? valid
  }
}

export interface NamedCheck {
  readonly key: string
  readonly check: Check
}

const patternProperties: Keyword = (value, _schema, compiler) => {
  const checks = patternsOf(value, compiler).map(
    ([pattern, schema, source]) => [pattern, compiler.subschema(schema, [source])] as const,
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
  const isAdditional = (key: string) =>
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
function eachProperty(checkOf: (key: string) => Check | undefined): Check {
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

function patternsOf(value: unknown, compiler: Compiler): (readonly [RegExp, unknown, string])[] {
  if (!isRecord(value)) return compiler.refuse('must be a mapping of patterns to schemas')
  return Object.entries(value).map(
    ([source, schema]) => [patternOf(source, compiler), schema, source] as const,
  )
}

export function checksByKey(value: unknown, compiler: Compiler): NamedCheck[] {
  if (!isRecord(value)) return compiler.refuse('must be a mapping of names to schemas')
  return Object.entries(value).map(([key, schema]) => ({ key, check: compiler.subschema(schema, [key]) }))
}

export function namesOf(value: unknown, compiler: Compiler): readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value
  return compiler.refuse('must be a list of names')
}

export const objectKeywords: KeywordTable = [
  ...propertiesKeywords,
  ['required', required],
  ['propertyNames', propertyNames],
  ['additionalProperties', additionalProperties],
  ['properties', properties],
  ['patternProperties', patternProperties],
]
