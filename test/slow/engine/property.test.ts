import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'
import { effort } from '../../effort.ts'

const key = fc.constantFrom('a', 'b', 'get', 'paths', 'tags', 'name', 'x~y/z %')
const pointer = fc
  .array(key, { maxLength: 3 })
  .map((keys) => ['#', ...keys.map((each) => each.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/'))
const { node } = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.constantFrom(null, 0, 1, 'a', 'petId', '', true),
    fc.dictionary(key, tie('node'), { maxKeys: 4 }),
    fc.array(tie('node'), { maxLength: 3 }),
    pointer.map(($ref) => ({ $ref })),
    fc.record({ $ref: pointer, name: tie('node') }),
  ),
}))
const document = fc.dictionary(key, node, { minKeys: 1, maxKeys: 5 })

const given = fc.oneof(
  fc.constantFrom(
    '$',
    '$..',
    '$..*',
    '$.paths[*]',
    '$..tags[*]',
    '$..name',
    '$.*~',
    '$..get^',
    '$..[?(@.name)]',
  ),
  fc.constantFrom(
    "$..[?(@property == 'a')]",
    '$..[?(@ && @.a && @.b)]',
    '$.a..b',
    "$..[?(@parentProperty == 'a')]",
    "$.[a]['b']",
    '$..$ref',
    '$.a[?(@.name =~ /^p/)].',
    '$..[?(@.match && @.match(/^(a+)+$/))]',
  ),
)
const check = fc.constantFrom(
  { function: 'truthy' },
  { function: 'defined' },
  { function: 'undefined' },
  { function: 'falsy' },
  { function: 'alphabetical' },
  { function: 'casing', functionOptions: { type: 'camel' } },
  { function: 'length', functionOptions: { max: 1 } },
  { function: 'enumeration', functionOptions: { values: ['a', 1] } },
  { function: 'pattern', functionOptions: { match: '^(a|a)*$', notMatch: 'z' } },
  { function: 'or', functionOptions: { properties: ['a', 'b'] } },
  { function: 'xor', functionOptions: { properties: ['a', 'b'] } },
  { function: 'typedEnum' },
  { function: 'unreferencedReusableObject', functionOptions: { reusableObjectsLocation: '#/a' } },
  { function: 'schema', functionOptions: { schema: { type: 'object', properties: { a: { $ref: '#' } } } } },
  {
    function: 'schema',
    functionOptions: {
      allErrors: true,
      schema: { anyOf: [{ type: 'string' }, { additionalProperties: { $ref: '#' } }] },
    },
  },
)
const then = fc.tuple(
  fc.constantFrom({}, { field: 'name' }, { field: '@key' }, { field: 'a.b' }, { field: '$..a' }),
  check,
)
const rule = fc.record({
  given: fc.oneof(given, fc.array(given, { minLength: 1, maxLength: 3 })),
  // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
  then: fc.array(
    then.map(([field, rest]) => ({ ...field, ...rest })),
    { minLength: 1, maxLength: 2 },
  ),
  message: fc.constantFrom('{{error}}', '{{property}} {{path}} {{value}}'),
  resolved: fc.boolean(),
  severity: fc.constantFrom('error', 'warn', 'info', 'hint', 'off'),
})
const ruleset = fc.dictionary(fc.constantFrom('r1', 'r2', 'r3', 'r4', '7', '3'), rule, {
  minKeys: 1,
  maxKeys: 5,
})

async function issuesOf(value: unknown, rules: object): Promise<string[]> {
  const source = { name: 'r.json', text: JSON.stringify({ rules }), format: 'json' } as const
  const loaded = await loadRuleset(source, { read: () => Promise.reject(new Error('no files')) })
  return evaluate(parseDocument(JSON.stringify(value, null, 1), 'json'), loaded).map((issue) => {
    const { rule, path, message, location } = issue
    return JSON.stringify([rule.id, rule.severity, path, message, location])
  })
}

it('any ruleset over any document ends, and gives the same issues whatever the order of the rules', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(document, ruleset, async (value, rules) => {
      const issues = await issuesOf(value, rules)
      expect(await issuesOf(value, rules)).toEqual(issues)
      const turned = Object.fromEntries(Object.entries(rules).reverse())
      expect((await issuesOf(value, turned)).toSorted()).toEqual(issues.toSorted())
      found += issues.length
    }),
    { numRuns: 200 * effort },
  )
  expect(found).toBeGreaterThan(400)
})
