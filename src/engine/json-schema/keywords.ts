import { isRecord } from '../../core/model/record.ts'
import { arrayKeywords } from './array-keywords.ts'
import type { Keyword, KeywordTable } from './check.ts'
import { combinatorKeywords } from './combinator-keywords.ts'
import { numberKeywords } from './limit-keywords.ts'
import { objectKeywords } from './object-keywords.ts'
import { failed, listSchemaErrors, under, valid } from './schema-error.ts'
import { anyKeywords, stringKeywords, type } from './value-keywords.ts'

const unevaluatedProperties: Keyword = (value, _schema, compiler) => {
  const check = value === false ? undefined : compiler.subschema(value, [])
  return (instance, run, seen) => {
    if (!isRecord(instance) || !seen) return valid
    const rest = Object.keys(instance).filter((key) => !seen.keys.has(key))
    return listSchemaErrors(rest, run, (key) => {
      seen.keys.add(key)
      return check
        ? under(key, check(run.deref(instance[key]), run, undefined))
        : failed('unevaluatedProperties', `must not have the property "${key}"`, key)
    })
  }
}

const unevaluatedItems: Keyword = (value, _schema, compiler) => {
  const check = value === false ? undefined : compiler.subschema(value, [])
  return (instance, run, seen) => {
    if (!Array.isArray(instance) || !seen) return valid
    const rest = [...instance.keys()].filter((index) => !seen.items.has(index))
    return listSchemaErrors(rest, run, (index) => {
      seen.items.add(index)
      return check
        ? under(index, check(run.deref(instance[index]), run, undefined))
        : failed('unevaluatedItems', `must not have the item at ${index}`)
    })
  }
}

/** They look at what no other keyword of their schema has looked at, and so they run last. */
export const unevaluatedKeywords: KeywordTable = [
  ['unevaluatedItems', unevaluatedItems],
  ['unevaluatedProperties', unevaluatedProperties],
]

/** All keywords that ask for something, in the order in which they look at an instance. */
export const keywords: KeywordTable = [
  ['type', type],
  ...numberKeywords,
  ...stringKeywords,
  ...anyKeywords,
  ...combinatorKeywords,
  ...arrayKeywords,
  ...objectKeywords,
  ...unevaluatedKeywords,
]
