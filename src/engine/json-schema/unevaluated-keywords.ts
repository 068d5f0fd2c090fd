import { isRecord } from '../is-record.ts'
import type { Keyword, KeywordTable } from './check.ts'
import { failed, type SchemaError, under, valid } from './schema-error.ts'

const unevaluatedProperties: Keyword = (value, _schema, compiler) => {
  const check = value === false ? undefined : compiler.subschema(value, [])
  return (instance, run, seen) => {
    if (!isRecord(instance) || !seen) return valid
    const rest = Object.keys(instance).filter((key) => !seen.keys.has(key))
    const errors: SchemaError[] = []
    for (const key of rest) {
      seen.keys.add(key)
      if (check) errors.push(...under(key, check(run.deref(instance[key]), run, undefined)))
      else errors.push(...failed('unevaluatedProperties', `must not have the property "${key}"`, key))
      if (errors.length > 0 && !run.allErrors) break
    }
    return errors
  }
}

const unevaluatedItems: Keyword = (value, _schema, compiler) => {
  const check = value === false ? undefined : compiler.subschema(value, [])
  return (instance, run, seen) => {
    if (!Array.isArray(instance) || !seen) return valid
    const errors: SchemaError[] = []
    for (const [index, item] of instance.entries()) {
      if (seen.items.has(index)) continue
      seen.items.add(index)
      if (check) errors.push(...under(index, check(run.deref(item), run, undefined)))
      else errors.push(...failed('unevaluatedItems', `must not have the item at ${index}`))
      if (errors.length > 0 && !run.allErrors) break
    }
    return errors
  }
}

/** They look at what no other keyword of their schema has looked at, and so they run last. */
export const unevaluatedKeywords: KeywordTable = [
  ['unevaluatedItems', unevaluatedItems],
  ['unevaluatedProperties', unevaluatedProperties],
]
