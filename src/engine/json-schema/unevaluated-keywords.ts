import { isRecord } from '../../model/record.ts'
import type { Keyword, KeywordTable } from './check.ts'
import { failed, gather, gatherUnder, type SchemaError, valid } from './schema-error.ts'

const unevaluatedProperties: Keyword = (value, _schema, compiler) => {
  const check = value === false ? undefined : compiler.subschema(value, [])
  return (instance, run, seen) => {
    if (!isRecord(instance) || !seen) return valid
    const rest = Object.keys(instance).filter((key) => !seen.keys.has(key))
    let errors: SchemaError[] | undefined
    for (const key of rest) {
      seen.keys.add(key)
      if (check) errors = gatherUnder(key, errors, check(run.deref(instance[key]), run, undefined))
      else
        errors = gather(errors, failed('unevaluatedProperties', `must not have the property "${key}"`, key))
      if (errors && !run.allErrors) break
    }
    return errors ?? valid
  }
}

const unevaluatedItems: Keyword = (value, _schema, compiler) => {
  const check = value === false ? undefined : compiler.subschema(value, [])
  return (instance, run, seen) => {
    if (!Array.isArray(instance) || !seen) return valid
    let errors: SchemaError[] | undefined
    for (const [index, item] of instance.entries()) {
      if (seen.items.has(index)) continue
      seen.items.add(index)
      if (check) errors = gatherUnder(index, errors, check(run.deref(item), run, undefined))
      else errors = gather(errors, failed('unevaluatedItems', `must not have the item at ${index}`))
      if (errors && !run.allErrors) break
    }
    return errors ?? valid
  }
}

/** They look at what no other keyword of their schema has looked at, and so they run last. */
export const unevaluatedKeywords: KeywordTable = [
  ['unevaluatedItems', unevaluatedItems],
  ['unevaluatedProperties', unevaluatedProperties],
]
