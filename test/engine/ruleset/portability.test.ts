import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { findUnportable } from '../../../src/engine/ruleset/portability.ts'
import { load } from './load.ts'

function found(text: string): string[] {
  return findUnportable(parseDocument(text, 'yaml').value).map(
    ({ path, reason }) => `${path.join('.')}: ${reason}`,
  )
}

function rule(given: string, then: string): string {
  return `rules: { r: { given: ${JSON.stringify(given)}, then: ${then} } }`
}

const truthy = '{ function: truthy, field: a }'

describe('what means something else on a dashboard', () => {
  it.each([
    [rule('$.paths[?(@property.match(/a/))]', truthy), 'rules.r.given', 'cannot run'],
    ['extends: [spectral:oas, [./base.yaml, all]]', 'extends', 'the file ./base.yaml'],
    ['functions: [a]', 'functions', 'runs no JavaScript'],
    ["aliases: { A: '$.paths[?(@property =~ /x/)]' }", 'aliases.A', 'cannot run'],
    ["aliases: { A: [$.a, '$..a[?(@object())]'] }", 'aliases.A.1', 'ask for a member'],
    [
      "aliases: { A: { targets: [{ formats: [oas3], given: ['$..a[?(@object())]'] }] } }",
      'aliases.A.targets.0.given.0',
      'ask for a member',
    ],
    [rule('$..a[?(@object())]', truthy), 'rules.r.given', 'ask for a member'],
    [rule('$..a[?(@.$ref == undefined)]', truthy), 'rules.r.given', 'without a comparison'],
    [rule("$..a[?(@['$ref'] == null)]", truthy), 'rules.r.given', 'without a comparison'],
    [rule('$.paths[?(@.a)]', truthy), 'rules.r.given', 'whether the member is there'],
    [rule('$.paths.[?(@.a)]', truthy), 'rules.r.given', 'leave the dot out'],
    [
      'rules: { r: { given: $.a, severity: off, then: { function: truthy } } }',
      'rules.r.severity',
      'delete the rule',
    ],
    [rule("$..content.'a/b'.schema", truthy), 'rules.r.given', 'in brackets'],
    [rule('$..responses[?(@property == 200)]', truthy), 'rules.r.given', 'in quotes'],
    [rule('$..a[?(!@.b && !@.c)]', truthy), 'rules.r.given', 'negates all'],
    [
      rule('$.a', '{ function: xor, functionOptions: { properties: [a, b] } }'),
      'rules.r.then.functionOptions.properties',
      'never reports',
    ],
    [
      rule('$.a', "{ function: pattern, field: '$.b', functionOptions: { match: a } }"),
      'rules.r.then.field',
      'takes field for a name',
    ],
    [rule('$.a', '{ function: defined, field: b }'), 'rules.r.then.field', 'use truthy'],
    [
      rule('$.a', '{ function: length, field: b, functionOptions: { min: 1 } }'),
      'rules.r.then.field',
      'one level deeper',
    ],
    [
      'rules: { r: { given: [$.a], then: { function: length, functionOptions: { min: 1 } } } }',
      'rules.r.then',
      'breaks off',
    ],
    [
      rule(
        '$',
        "{ function: schema, field: a, functionOptions: { schema: { items: { $ref: '#/definitions/a' } } } }",
      ),
      'rules.r.then.functionOptions.schema',
      'write the schema out',
    ],
    [
      rule('$.a', "{ function: pattern, field: b, functionOptions: { match: '^(a{1,}){1,}$' } }"),
      'rules.r.then.functionOptions.match',
      'another option',
    ],
    [rule("$.paths[?(@.a.includes('x'))]", truthy), 'rules.r.given', 'compare with =='],
    [rule('$.paths[?(@.a =~ /x/)]', truthy), 'rules.r.given', 'use the function pattern'],
    [rule('$.paths[?(@property >= 400)]', truthy), 'rules.r.given', 'finds nothing'],
    [rule('$.tags[(@.length-1)]', truthy), 'rules.r.given', 'name the keys'],
    [rule('$..content.application/json', truthy), 'rules.r.given', 'in brackets'],
    [rule('$..$ref', truthy), 'rules.r.given', "write $..['$ref']"],
    [
      rule('$.a', '{ function: casing, field: b, functionOptions: { type: camel } }'),
      'rules.r.then.field',
      'ignores field',
    ],
    [
      rule('$.a', "{ function: pattern, field: '@key', functionOptions: { match: a } }"),
      'rules.r.then.field',
      'end given with ~',
    ],
    [rule('$.a', '{ function: defined }'), 'rules.r.then', 'name a field'],
    [rule('$.a', '{ function: schema, functionOptions: { schema: {} } }'), 'rules.r.then', 'never reports'],
    [
      rule('$.a', '{ function: or, functionOptions: { properties: [a] } }'),
      'rules.r.then.function',
      'does not have',
    ],
    [
      rule('$.a', "{ function: pattern, functionOptions: { match: '^(?!x)' } }"),
      'rules.r.then.functionOptions.match',
      'lookaround',
    ],
    [
      rule('$.a', '{ function: pattern, functionOptions: { match: /x/i } }'),
      'rules.r.then.functionOptions.match',
      'literally',
    ],
    ['rules: { r: 1 }', 'rules.r', 'write its name'],
    ['rules: { r: { severity: error } }', 'rules.r', 'write only the severity'],
    ['rules: { r: { given: $.a, x-note: a, then: { function: truthy } } }', 'rules.r.x-note', 'refuses'],
    ['formats: [oas3.1]\nrules: {}', 'formats.0', 'write oas3_1'],
    ['overrides: [{ files: [a], rules: {} }]', 'overrides', 'ignores'],
  ])('%s', (text, path, reason) => {
    expect(found(text)).toEqual([expect.stringMatching(new RegExp(`^${path.replaceAll('.', '\\.')}: `))])
    expect(found(text)[0]).toContain(reason)
  })

  it.each([
    rule("$.paths[*]['get']", truthy),
    rule(
      "$.components.schemas[?(@.type == 'string')]",
      '{ function: pattern, field: title, functionOptions: { match: ^A } }',
    ),
    rule("$..content['application/json']", truthy),
    rule("$..a[?(@.type == 'b' && @.c == 'd')]", truthy),
    rule("$..a[?(!@['$ref'])]", truthy),
    rule("$..responses[?(@property == '200')]", truthy),
    rule('$.a', "{ function: pattern, field: b, functionOptions: { match: '^a{1,3}$' } }"),
    'extends: vacuum:oas\nrules: { paths-kebab-case: off, info-contact: error }',
  ])('nothing in %s', (text) => expect(found(text)).toEqual([]))

  it('is refused in a ruleset for vacuum, with its line', async () => {
    const text = rule('$.a', '{ function: defined }')
    await expect(load(text, {}, undefined, 'vacuum')).rejects.toThrow(
      /1:\d+: rule "r", "then": on a dashboard/,
    )
    expect(await load(text)).toHaveLength(1)
    const followed = rule('$.a', '{ function: defined, field: b }')
    expect(await load(followed, {}, undefined, 'vacuum')).toHaveLength(1)
  })
})
