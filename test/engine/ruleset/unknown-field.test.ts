import { describe, expect, it } from 'vitest'
import { functions } from '../../../src/engine/functions/index.ts'
import { parseJsonPath } from '../../../src/engine/jsonpath/parse.ts'
import { findUnknownField } from '../../../src/engine/ruleset/unknown-field.ts'
import { builtinRulesets } from '../../../src/engine/rulesets/index.ts'
import { load } from './load.ts'

const unknownIn = (given: string, field: string, name: string) => {
  const named = functions.get(name)
  const found = named && findUnknownField(parseJsonPath(given), { field, function: named })
  return found && [found.name, found.meant]
}

describe('a name in a field that no OpenAPI version has', () => {
  it.each([
    ['$.paths[*][get]', 'operationID', 'pattern', ['operationID', 'operationId']],
    ['$.paths[*][get,put]', 'sumary', 'length', ['sumary', 'summary']],
    ['$.paths[*][get,put]', 'descriptoin', 'falsy', ['descriptoin', 'description']],
    ['$.paths[*].post', 'sumary', 'truthy', ['sumary', 'summary']],
    ['$.info', 'contact.nam', 'pattern', ['nam', 'name']],
    ['$.info', 'owner', 'pattern', ['owner', undefined]],
    ['$', 'pathss', 'schema', ['pathss', 'paths']],
  ])('%s, field %s, %s', (given, field, name, expected) => {
    expect(unknownIn(given, field, name)).toEqual(expected)
  })

  it.each([
    ['$.paths[*][get]', 'operationId', 'pattern'],
    ['$.paths[*][get]', 'x-operationID', 'pattern'],
    ['$.paths[*][get]', 'X-Owner', 'pattern'],
    ['$.paths[*][get]', '@key', 'pattern'],
    ['$.paths[*][get]', '$.operationID', 'pattern'],
    ['$.paths[*][get]', "['operationID']", 'pattern'],
    ['$.paths[*][get].tags', 'length', 'enumeration'],
    ['$.info', 'owner', 'falsy'],
    ['$.info', 'owner', 'truthy'],
    ['$.info.title', 'nam', 'pattern'],
    ['$.paths[*][*]', 'owner', 'pattern'],
    ['$.infos', 'titel', 'pattern'],
    ['$..info', 'titel', 'pattern'],
    ['$.components.schemas', 'Error.type', 'pattern'],
    ['$.components.schemas[*]', 'nullabel', 'pattern'],
    ['$', 'paths./a.get', 'pattern'],
    ['$', 'basePath', 'pattern'],
    ['$', 'swagger', 'truthy'],
  ])('%s, field %s, %s: it may be there, or the value itself is checked', (given, field, name) => {
    expect(unknownIn(given, field, name)).toBeUndefined()
  })

  it.each([...builtinRulesets.keys()])('no rule of %s', async (name) => {
    const rules = await load(`extends: [["${name}", all]]`)
    const unknown = rules.filter(({ given, then }) =>
      given.some((query) => then.some((each) => findUnknownField(query, each) !== undefined)),
    )
    expect(unknown.map(({ id }) => id)).toEqual([])
  })
})
