import { describe, expect, it } from 'vitest'
import { parseJsonPath } from '../../../src/engine/jsonpath/parse.ts'
import { findUnknownName } from '../../../src/engine/ruleset/unknown-names.ts'
import { builtinRulesets } from '../../../src/engine/rulesets/index.ts'
import { load } from './load.ts'

const unknownIn = (text: string) => {
  const found = findUnknownName(parseJsonPath(text))
  return found && [found.name, found.meant]
}

describe('a name in a given that no OpenAPI version has', () => {
  it.each([
    ['$.pathss[*]', ['pathss', 'paths']],
    ['$.paths[*][gett,put]', ['gett', 'get']],
    ['$.paths[*].get.responces', ['responces', 'responses']],
    ['$.info.licence', ['licence', 'license']],
    ['$.components.schema[*]', ['schema', 'schemas']],
    ['$.servers[*].uri', ['uri', 'url']],
    ['$.tags[0].nam', ['nam', 'name']],
    ['$.paths.orders', ['orders', undefined]],
    ['$.info.title.text', ['text', undefined]],
    ['$.webhook', ['webhook', 'webhooks']],
    ['$..parmeters[*]', ['parmeters', 'parameters']],
    ['$.paths[*].get.requestBody.contents', ['contents', 'content']],
  ])('%s', (text, expected) => {
    expect(unknownIn(text)).toEqual(expected)
  })

  it.each([
    '$',
    '$..',
    '$.swagger',
    '$.host',
    '$.definitions[*]',
    '$.info.x-owner.email',
    '$.x-anything.at.all',
    "$.paths['/orders'].get.responses['200'].content['application/json'].schema.properties.email",
    '$.paths[*][get,put,query].tags',
    '$.paths[*].additionalOperations.COPY.responses',
    '$.paths[?(@property === "/x")][*].parameters[?(@.in === "query")].schema.type',
    '$.components.responses.Missing.headers.X-Rate.schema',
    '$.components.mediaTypes[*].itemSchema',
    '$.components.schemas.Order.properties.lines.items.whatever',
    '$..properties[*].readOnly',
    '$..email',
    '$..get^',
    '$.paths[*]~',
    '$.servers[0].variables.port.enum[0]',
    '$.security[*][*][0]',
    '$.components.securitySchemes[*].flows.implicit.scopes.read',
  ])('not in %s', (text) => {
    expect(unknownIn(text)).toBeUndefined()
  })

  it('in no rule that comes with gov', async () => {
    const found = (
      await Promise.all(
        [...builtinRulesets.keys()].map((name) => load(`extends: [[${JSON.stringify(name)}, all]]`)),
      )
    )
      .flat()
      .flatMap(({ id, given }) => given.map(({ text }) => [id, text, unknownIn(text)]))
      .filter(([, , unknown]) => unknown)
    // Spectral has this one too: OpenAPI 2.0 has responses at its root, and no links.
    expect(found).toEqual([['oas3-server-variables', '$.responses[*].links[*].server', ['links', undefined]]])
  })
})
