import { describe, expect, it } from 'vitest'
import { functions } from '../../../src/engine/functions/index.ts'
import { parseJsonPath } from '../../../src/engine/jsonpath/parse.ts'
import { findIgnored } from '../../../src/engine/ruleset/ignored-values.ts'
import { builtinRulesets } from '../../../src/engine/rulesets/index.ts'
import { load } from './load.ts'

const ignoredBy = (name: string, given: string, field?: string) => {
  const named = functions.get(name)
  return named && findIgnored(parseJsonPath(given), { field, function: named })
}

describe('what a given leads to in every document, and its function ignores', () => {
  it.each([
    ['pattern', '$.paths', undefined, 'object'],
    ['pattern', '$.paths[*]', undefined, 'object'],
    ['pattern', '$.tags', undefined, 'array'],
    ['pattern', '$.info.contact', undefined, 'object'],
    ['casing', '$.tags[*]', undefined, 'object'],
    ['casing', '$', 'tags', 'array'],
    ['alphabetical', '$.info.title', undefined, 'string'],
    ['length', '$.paths[*].get.deprecated', undefined, 'boolean'],
    ['enumeration', '$.servers', undefined, 'array'],
    ['xor', '$.info.title', undefined, 'string'],
    ['or', '$', 'servers', 'array'],
  ])('%s at %s, field %s', (name, given, field, kind) => {
    expect(ignoredBy(name, given, field)).toBe(kind)
  })

  it.each([
    ['pattern', '$.paths[*]~', undefined],
    ['pattern', '$.paths', '@key'],
    ['pattern', '$.info.title', undefined],
    ['pattern', '$.info', 'title'],
    ['pattern', '$.info', 'contact.name'],
    ['pattern', '$.paths[*].get.x-owner', undefined],
    ['pattern', '$.components.schemas[*].example', undefined],
    ['pattern', '$..description', undefined],
    ['pattern', '$.paths^', undefined],
    ['length', '$.tags', undefined],
    ['alphabetical', '$.paths', undefined],
    ['truthy', '$.paths', undefined],
    ['pattern', '$.nowhere', undefined],
  ])('%s at %s, field %s: something may be found', (name, given, field) => {
    expect(ignoredBy(name, given, field)).toBeUndefined()
  })

  it.each([...builtinRulesets.keys()])('no rule of %s', async (name) => {
    const rules = await load(`extends: [["${name}", all]]`)
    const blind = rules.filter(({ given, then }) =>
      given.some((query) => then.some((each) => findIgnored(query, each) !== undefined)),
    )
    expect(blind.map(({ id }) => id)).toEqual([])
  })
})
