import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import { Refusal } from './change.ts'
import type { Fix } from './fix.ts'
import type { FixView } from './view.ts'

interface PlaceInSchema {
  /** The innermost schema; undefined: there is none. */
  readonly schema: Path | undefined
  /** From there on: a keyword, and what is in its value. */
  readonly rest: Path
}

/** Splits a path behind the last schema on it. */
export function splitAtSchema(path: Path, { kindAt }: Pick<FixView, 'kindAt'>): PlaceInSchema {
  for (let length = path.length; length > 0; length--) {
    const schema = path.slice(0, length)
    if (kindAt(schema) !== undefined) return { schema, rest: path.slice(length) }
  }
  return { schema: undefined, rest: path }
}

/**
 * Refuses the fixes at places that only look like schemas: an example, a default, a constant, a value of an enum, an
 * extension. `keyword`: the fixes are also for what is right in this keyword of a schema.
 */
export function inSchemas(fixes: readonly Fix[], keyword?: string): readonly Fix[] {
  return fixes.map((fix) => ({
    ...fix,
    changes: (target) => {
      const { schema, rest } = splitAtSchema(target.path, target)
      const isSchema = rest.length === 0 || (rest[0] === keyword && rest.length <= 2)
      if (schema === undefined || !isSchema)
        throw new Refusal('it is not in a schema by its place: it may be data')
      return fix.changes(target)
    },
  }))
}

/**
 * Lists of names, descriptions and the like with an entry for each value of `enum`, such as `x-enum-varnames`. Throws
 * Refusal if something else beside it may have one.
 */
export function parallelLists(schema: unknown): readonly string[] {
  if (!isRecord(schema) || !Array.isArray(schema.enum)) return []
  const { length } = schema.enum
  return Object.entries(schema).flatMap(([key, value]) => {
    const isNamed = key !== 'enum' && /enum/i.test(key)
    const isList = Array.isArray(value)
    if (isNamed && isList && value.length === length) return [key]
    const hasEntries = isList
      ? isNamed || isLong(value)
      : isNamed && Object.values(Object(value)).some(isLong)
    if (hasEntries && key !== 'enum' && (isNamed || key.startsWith('x-')))
      throw new Refusal(`${key} may have an entry for each of the values`)
    return []
  })

  function isLong(value: unknown): boolean {
    return Array.isArray(value) && value.length === length
  }
}
