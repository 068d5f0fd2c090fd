import type { SchemaCheck, SchemaObject } from './check.ts'

/** A keyword that a schema has, and its check. */
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

/** The place of a keyword's type in `typed`. A format for numbers is checked with those for texts. */
const groupsByName = new Map(
  typed.flatMap((type, index) => (namesByType[type] ?? []).map((name) => [name, index] as const)),
)

/**
 * Sorts the keywords of a schema as Spectral's validator does, which stops at the first that fails: keywords for any type,
 * for numbers, for texts, for lists, for objects. One type that has keywords of its own is checked with them; any other before
 * all, and within a branch of `anyOf` or `oneOf` the keywords for any type are looked at all the same.
 */
export function sortChecks(schema: SchemaObject, steps: readonly NamedStep[]): readonly SchemaCheck[] {
  const forAny: SchemaCheck[] = []
  const groups: SchemaCheck[][] = typed.map(() => [])
  let type: SchemaCheck | undefined
  for (const [name, check] of steps) {
    if (name === 'type') type = check
    else (groups[groupsByName.get(name) ?? -1] ?? forAny).push(check)
  }
  const ofType = type && findTypeWithKeywords(schema)
  if (type && ofType !== undefined) groups[typed.indexOf(ofType)]?.unshift(type)
  const first = type && ofType === undefined ? [checkTypeFirst(type, forAny)] : []
  return [...first, ...forAny, ...groups.flat()]
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

/** The one type that a schema has, if it has keywords for it. */
function findTypeWithKeywords(schema: SchemaObject): string | undefined {
  const type = Array.isArray(schema.type) && schema.type.length === 1 ? schema.type[0] : schema.type
  if (typeof type !== 'string' || schema.nullable === true) return undefined
  return namesByType[type]?.some((name) => schema[name] !== undefined) ? type : undefined
}
