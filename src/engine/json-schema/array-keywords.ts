import { printCount } from '../print.ts'
import type { Compiler, Keyword, KeywordTable, SchemaCheck } from './check.ts'
import { itemsKeywords, readCount } from './limit-keywords.ts'
import { failed, listSchemaErrors, under, valid } from './schema-error.ts'
import { firstDuplicate } from './values.ts'

const uniqueItems: Keyword = (value) => {
  if (value !== true) return undefined
  return (instance, run) => {
    if (!Array.isArray(instance)) return valid
    const found = firstDuplicate(instance.map(run.deref))
    return found ? failed('uniqueItems', `must not have the same item at ${found[0]} and ${found[1]}`) : valid
  }
}

/** `prefixItems` names the first items; `items` was written so before 2020-12, and `additionalItems` the rest. */
const prefixItems: Keyword = (value, _schema, compiler) => {
  if (!Array.isArray(value)) return compiler.refuse('must be a list of schemas')
  const checks = value.map((schema: unknown, index) => compiler.subschema(schema, [index]))
  return eachItem((index) => checks[index])
}

const items: Keyword = (value, schema, compiler) => {
  if (Array.isArray(value)) return prefixItems(value, schema, compiler)
  if (Array.isArray(schema.prefixItems)) return checkItemsAfter(schema.prefixItems.length, value, compiler)
  const check = compiler.subschema(value, [])
  return eachItem(() => check)
}

const additionalItems: Keyword = (value, schema, compiler) =>
  Array.isArray(schema.items) ? checkItemsAfter(schema.items.length, value, compiler) : undefined

function checkItemsAfter(start: number, value: unknown, compiler: Compiler): SchemaCheck {
  if (value === false) return forbidItemsAfter(start)
  const check = compiler.subschema(value, [])
  return eachItem((index) => (index < start ? undefined : check))
}

/** The array is at fault, not each of the items that are too many. */
function forbidItemsAfter(limit: number): SchemaCheck {
  return (instance, _run, seen) => {
    if (!Array.isArray(instance) || instance.length <= limit) return valid
    for (const index of instance.keys()) seen?.items.add(index)
    return failed('items', `must have at most ${printCount(limit, 'item')}, but has ${instance.length}`)
  }
}

/** Checks every item for which there is a check. */
function eachItem(checkOf: (index: number) => SchemaCheck | undefined): SchemaCheck {
  return (instance, run, seen) => {
    if (!Array.isArray(instance)) return valid
    return listSchemaErrors(instance, run, (item, index) => {
      const check = checkOf(index)
      if (!check) return valid
      seen?.items.add(index)
      return under(index, check(run.deref(item), run, undefined))
    })
  }
}

const contains: Keyword = (value, schema, compiler) => {
  const check = compiler.subschema(value, [])
  const least = schema.minContains === undefined ? 1 : readCount(schema.minContains, compiler)
  const most = schema.maxContains === undefined ? Infinity : readCount(schema.maxContains, compiler)
  return (instance, run, seen) => {
    if (!Array.isArray(instance)) return valid
    const matched = instance.flatMap((item: unknown, index) =>
      check(run.deref(item), run, undefined).length === 0 ? [index] : [],
    )
    for (const index of matched) seen?.items.add(index)
    if (matched.length >= least && matched.length <= most) return valid
    const bound = matched.length < least ? `at least ${least}` : `at most ${most}`
    return failed('contains', `must have ${bound} items that match "contains", but has ${matched.length}`)
  }
}

export const arrayKeywords: KeywordTable = [
  ...itemsKeywords,
  ['uniqueItems', uniqueItems],
  ['prefixItems', prefixItems],
  ['additionalItems', additionalItems],
  ['items', items],
  ['contains', contains],
]
