import { isRecord } from '../../core/model/record.ts'
import type {
  CheckRun,
  Compiler,
  EvaluatedParts,
  Keyword,
  KeywordTable,
  SchemaCheck,
  SchemaObject,
} from './check.ts'
import { propertiesKeywords } from './limit-keywords.ts'
import { createErrors, prefixErrors, refused, type SchemaError, valid } from './schema-error.ts'
import { createPattern } from './value-keywords.ts'

const required: Keyword = (value, _schema, compiler) => requireKeys('required', value, compiler)

function requireKeys(keyword: string, value: unknown, compiler: Compiler, reason = ''): SchemaCheck {
  const keys = readNames(value, compiler)
  const report = (key: string) =>
    createErrors(keyword, `must have the property \`${key}\`${reason}`, { lacks: key })
  // Nearly all instances have them: nothing else is called for these.
  return (instance, run) => {
    if (!isRecord(instance) || hasAll(instance, keys)) return valid
    if (run.isQuestion) return refused
    const lacking = keys.filter((key) => !Object.hasOwn(instance, key))
    return run.allErrors ? lacking.flatMap(report) : report(lacking[0] ?? '')
  }
}

function hasAll(instance: SchemaObject, keys: readonly string[]): boolean {
  for (let index = 0; index < keys.length; index++)
    if (!Object.hasOwn(instance, keys[index] ?? '')) return false
  return true
}

const propertyNames: Keyword = (value, _schema, compiler) => {
  const check = compiler.subschema(value, [])
  return checkKeys((key, run) => {
    const errors = check(key, run, undefined)
    if (errors.length === 0) return valid
    const own = createErrors(
      'propertyNames',
      `must not have the key \`${key}\`: a key ${errors[0]?.message}`,
      { property: key },
    )
    return run.everyBranch ? [...errors, ...own] : own
  })
}

/** Goes through the instance where it has a few of many keys, as of an official schema; errors are in the schema's order. */
const properties: Keyword = (value, _schema, compiler) => {
  const checks = compileByKey(value, compiler)
  let byKey: ReadonlyMap<string, KeyedCheck> | undefined
  return (instance, run, seen) => {
    if (!isRecord(instance)) return valid
    const keys = Object.keys(instance)
    if (keys.length * 4 > checks.length) return checkInOrder(checks, instance, run, seen)
    byKey ??= new Map(checks.map((keyed) => [keyed.key, keyed]))
    let failed: Map<KeyedCheck, readonly SchemaError[]> | undefined
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? ''
      const keyed = byKey.get(key)
      if (!keyed) continue
      seen?.keys.add(key)
      const errors = keyed.check(run.deref(instance[key]), run, undefined)
      if (errors.length > 0) failed = (failed ?? new Map()).set(keyed, prefixErrors(key, errors))
    }
    if (!failed) return valid
    const errors = checks.map((keyed) => failed.get(keyed) ?? valid)
    return run.allErrors ? errors.flat() : (errors.find(({ length }) => length > 0) ?? valid)
  }
}

interface KeyedCheck {
  readonly key: string
  readonly check: SchemaCheck
}

function checkInOrder(
  checks: readonly KeyedCheck[],
  instance: SchemaObject,
  run: CheckRun,
  seen: EvaluatedParts | undefined,
): readonly SchemaError[] {
  let errors = valid
  for (let index = 0; index < checks.length && (run.allErrors || errors === valid); index++) {
    const keyed = checks[index]
    if (!keyed || !Object.hasOwn(instance, keyed.key)) continue
    seen?.keys.add(keyed.key)
    const found = keyed.check(run.deref(instance[keyed.key]), run, undefined)
    if (found.length > 0) errors = [...errors, ...prefixErrors(keyed.key, found)]
  }
  return errors
}

const patternProperties: Keyword = (value, _schema, compiler) => {
  const checks = compilePatterns(value, compiler).map(
    ([pattern, schema, source]) => [pattern, compiler.subschema(schema, [source])] as const,
  )
  const [first] = checks
  if (first && checks.length === 1)
    return checkProperties((key) => (first[0].test(key) ? first[1] : undefined))
  return checkProperties((key) => {
    const matching = checks.filter(([pattern]) => pattern.test(key))
    if (matching.length < 2) return matching[0]?.[1]
    return (instance, run, seen) => matching.flatMap(([, check]) => check(instance, run, seen))
  })
}

const additionalProperties: Keyword = (value, schema, compiler) => {
  const known = isRecord(schema.properties) ? schema.properties : {}
  const patterns = compilePatterns(schema.patternProperties ?? {}, compiler).map(([pattern]) => pattern)
  const isAdditional = (key: string) => {
    if (Object.hasOwn(known, key)) return false
    for (let index = 0; index < patterns.length; index++) if (patterns[index]?.test(key)) return false
    return true
  }
  if (value !== false) {
    const check = compiler.subschema(value, [])
    return checkProperties((key) => (isAdditional(key) ? check : undefined))
  }
  const report = checkKeys((key) =>
    isAdditional(key)
      ? createErrors('additionalProperties', `must not have the property \`${key}\``, {
          property: key,
          schema,
        })
      : valid,
  )
  return (instance, run, seen) =>
    isRecord(instance) && Object.keys(instance).some(isAdditional) ? report(instance, run, seen) : valid
}

function checkProperties(checkOf: (key: string) => SchemaCheck | undefined): SchemaCheck {
  return checkParts(Object.keys, (key, instance, run, seen) => {
    const check = checkOf(key)
    if (!check) return valid
    seen?.keys.add(key)
    const errors = check(run.deref(instance[key]), run, undefined)
    return errors.length === 0 ? valid : prefixErrors(key, errors)
  })
}

function checkKeys(checkKey: (key: string, run: CheckRun) => readonly SchemaError[]): SchemaCheck {
  return checkParts(Object.keys, (key, _instance, run) => checkKey(key, run))
}

/** Checks each part of an object. Nothing is made for an instance without errors: there are hundreds of thousands. */
function checkParts<Part>(
  partsIn: (instance: SchemaObject) => readonly Part[],
  check: (
    part: Part,
    instance: SchemaObject,
    run: CheckRun,
    seen: EvaluatedParts | undefined,
  ) => readonly SchemaError[],
): SchemaCheck {
  return (instance, run, seen) => {
    if (!isRecord(instance)) return valid
    const parts = partsIn(instance)
    let errors = valid
    for (let index = 0; index < parts.length && (run.allErrors || errors === valid); index++) {
      const part = parts[index]
      const found = part === undefined ? valid : check(part, instance, run, seen)
      if (found.length > 0) errors = errors === valid ? found : [...errors, ...found]
    }
    return errors
  }
}

function compilePatterns(value: unknown, compiler: Compiler): (readonly [RegExp, unknown, string])[] {
  if (!isRecord(value)) return compiler.refuse('must be a mapping of patterns to schemas')
  return Object.entries(value).map(
    ([source, schema]) => [createPattern(source, compiler), schema, source] as const,
  )
}

function compileByKey(value: unknown, compiler: Compiler): KeyedCheck[] {
  if (!isRecord(value)) return compiler.refuse('must be a mapping of names to schemas')
  return Object.entries(value).map(([key, schema]) => ({ key, check: compiler.subschema(schema, [key]) }))
}

function readNames(value: unknown, compiler: Compiler): readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value
  return compiler.refuse('must be a list of names')
}

/** Up to draft 7 one keyword held both kinds: a list of names, or a schema. */
const dependencies: Keyword = (value, _schema, compiler) => {
  if (!isRecord(value)) return compiler.refuse('must be a mapping')
  return checkPresent(
    Object.entries(value).map(([key, dependency]) => ({
      key,
      check: Array.isArray(dependency)
        ? requireKeys('dependentRequired', dependency, compiler, because(key))
        : compiler.subschema(dependency, [key]),
    })),
  )
}

const dependentRequired: Keyword = (value, _schema, compiler) => {
  if (!isRecord(value)) return compiler.refuse('must be a mapping')
  return checkPresent(
    Object.entries(value).map(([key, names]) => ({
      key,
      check: requireKeys('dependentRequired', names, compiler, because(key)),
    })),
  )
}

const dependentSchemas: Keyword = (value, _schema, compiler) =>
  checkPresent(
    compileByKey(value, compiler).map(({ key, check }) => ({
      key,
      check: (instance, run, seen) => {
        const errors = check(instance, run, seen)
        return errors.length === 0 ? errors : errors.map((error) => addReason(error, key))
      },
    })),
  )

/** That a property must not be there depends on another. */
function addReason(error: SchemaError, key: string): SchemaError {
  const isRefused = error.keyword === 'not' && error.path.length === 0 && error.choice?.length === 1
  return isRefused ? { ...error, message: error.message + because(key) } : error
}

function checkPresent(checks: readonly KeyedCheck[]): SchemaCheck {
  return checkParts(
    () => checks,
    ({ key, check }, instance, run, seen) =>
      Object.hasOwn(instance, key) ? check(instance, run, seen) : valid,
  )
}

const because = (key: string) => `, because it has \`${key}\``

export const objectKeywords: KeywordTable = [
  ...propertiesKeywords,
  ['required', required],
  ['propertyNames', propertyNames],
  ['additionalProperties', additionalProperties],
  ['properties', properties],
  ['patternProperties', patternProperties],
  ['dependencies', dependencies],
  ['dependentRequired', dependentRequired],
  ['dependentSchemas', dependentSchemas],
]
