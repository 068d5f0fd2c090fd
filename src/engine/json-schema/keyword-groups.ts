import type { SchemaCheck, SchemaObject } from './check.ts'

export type NamedStep = readonly [name: string, check: SchemaCheck]

const typed = ['number', 'string', 'array', 'object']

const namesByType: Readonly<Record<string, readonly string[]>> = {
  number: ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'multipleOf', 'format'],
  string: ['maxLength', 'minLength', 'pattern', 'format'],
  array: 'maxItems minItems uniqueItems prefixItems additionalItems items contains unevaluatedItems'.split(
    ' ',
  ),
  object:
    `maxProperties minProperties required propertyNames additionalProperties properties patternProperties dependencies
    dependentRequired dependentSchemas unevaluatedProperties`.split(/\s+/),
}

/** A format for numbers is checked with those for texts. */
const typesByName = new Map(
  typed.flatMap((type) => (namesByType[type] ?? []).map((name) => [name, type] as const)),
)

/**
 * Sorts the keywords of a schema as Spectral's validator does, which stops at the first that fails: keywords for any type,
 * for numbers, for texts, for lists, for objects. One type that has keywords of its own is checked with them; any other before
 * all, and within a branch of `anyOf` or `oneOf` the keywords for any type are looked at all the same.
 */
export function sortChecks(schema: SchemaObject, steps: readonly NamedStep[]): readonly SchemaCheck[] {
  const type = steps.find(([name]) => name === 'type')?.[1]
  if (steps.length < 2) return steps.map(([, check]) => check)
  const ofType = type && findTypeWithKeywords(schema)
  const forAny = listGroup(steps, undefined)
  const sorted = type && ofType === undefined ? [checkTypeFirst(type, forAny), ...forAny] : [...forAny]
  for (const name of typed) {
    if (type && name === ofType) sorted.push(type)
    if (steps.length > sorted.length) sorted.push(...listGroup(steps, name))
  }
  return sorted
}

/** The checks of the keywords for one type; undefined: for any, but the type itself. */
function listGroup(steps: readonly NamedStep[], type: string | undefined): readonly SchemaCheck[] {
  const checks: SchemaCheck[] = []
  for (let index = 0; index < steps.length; index++) {
    const [name, check] = steps[index] ?? []
    if (check && name !== 'type' && typesByName.get(String(name)) === type) checks.push(check)
  }
  return checks
}

function checkTypeFirst(type: SchemaCheck, forAny: readonly SchemaCheck[]): SchemaCheck {
  if (forAny.length === 0) return type
  return (instance, run, seen) => {
    const errors = type(instance, run, seen)
    if (errors.length === 0 || !run.isBranch) return errors
    for (const check of forAny) {
      const found = check(instance, run, seen)
      if (found.length > 0) return [...errors, ...found]
    }
    return errors
  }
}

function findTypeWithKeywords(schema: SchemaObject): string | undefined {
  const type = Array.isArray(schema.type) && schema.type.length === 1 ? schema.type[0] : schema.type
  if (typeof type !== 'string' || schema.nullable === true) return undefined
  return namesByType[type]?.some((name) => schema[name] !== undefined) ? type : undefined
}
