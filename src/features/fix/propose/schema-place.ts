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
 * Refuses the fixes for values that only look like schemas: an example, a default, a constant, an extension.
 */
export function inSchemas(fixes: readonly Fix[]): readonly Fix[] {
  return fixes.map((fix) => ({
    ...fix,
    changes: (target) => {
      const { schema, rest } = splitAtSchema(target.path, target)
      const isInside = schema !== undefined && !isData(rest)
      if (!isInside) throw new Refusal('it is not in a schema by its place: it may be data')
      return fix.changes(target)
    },
  }))
}

const data: ReadonlySet<unknown> = new Set(['const', 'default', 'example', 'examples'])

/** A value of `enum` is a keyword's part; what is in it is data. */
function isData([keyword, ...inner]: Path): boolean {
  if (keyword === 'enum') return inner.length > 1
  return data.has(keyword) || String(keyword).startsWith('x-')
}

/** Members with one entry per `enum` value, such as `x-enum-varnames`. */
export function parallelKeys(schema: unknown): readonly string[] {
  if (!isRecord(schema) || !Array.isArray(schema.enum)) return []
  const { length } = schema.enum
  return Object.entries(schema).flatMap(([key, value]) => {
    const isAlike = key.startsWith('x-') && Array.isArray(value) && value.length === length
    return key !== 'enum' && (isAlike || /enum/i.test(key)) ? [key] : []
  })
}
