import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { renderScalar } from '../../../src/core/text/yaml-text.ts'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'
import { configText, groupByFolder, type Setup } from '../../../src/features/init/setup.ts'
import starterRuleset from '../../../src/features/init/starter-ruleset.yaml?raw'
import { readConfig } from '../../../src/settings/check-config.ts'

const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => text !== '' && text === text.trim() && !/\p{Cc}|\p{Surrogate}/u.test(text))
const tricky = fc.constantFrom(
  'yes',
  'null',
  '~',
  '1e3',
  '0x1',
  '- a',
  'a: b',
  'a #b',
  '*x',
  '&x',
  '!x',
  '2027-01-31',
  "'",
)
const text = fc.oneof(word, tricky)
const list = fc.uniqueArray(text, { minLength: 1, maxLength: 4 })

it('a text comes back from YAML as it was', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(parseDocument(`- ${renderScalar(value)}\n`, 'yaml').value).toEqual([value])
    }),
  )
})

it('whatever is chosen, the config says it, and the program takes it', () => {
  const setups = fc.record({
    address: fc.constantFrom(undefined, 'https://dashboard.example.com', 'http://127.0.0.1:8090/base'),
    workspace: fc.option(text, { nil: undefined }),
    definitions: list,
    apiIds: fc.oneof(list, fc.constant([])),
    rulesets: fc.oneof(
      list.map((ruleset_ids) => ({ ruleset_ids })),
      list.map((categories) => ({ categories })),
      list.map((ruleset_files) => ({ ruleset_files })),
    ),
    failOn: fc.constantFrom('error' as const, 'never' as const),
    pipeline: fc.constant(undefined),
  })
  fc.assert(
    fc.property(setups, (setup: Setup) => {
      const { value } = parseDocument(configText(setup, 'schema.json'), 'yaml')
      const { values, problems } = readConfig(value, String)
      expect(problems).toEqual([])
      const { definitions, api_ids, 'policy.fail_on': failOn, 'dashboard.url': url } = values.layer
      expect(definitions?.value.map(({ file }) => file)).toEqual(setup.definitions)
      expect(api_ids?.value ?? []).toEqual(setup.apiIds)
      expect([failOn?.value, url?.value]).toEqual([setup.failOn, setup.address ?? 'embedded'])
      expect(value).toMatchObject(setup.rulesets)
    }),
  )
})

it('the starter ruleset is one', async () => {
  const { rules } = await loadRuleset(
    { name: 'starter.yaml', text: starterRuleset, format: 'yaml' },
    { read: () => Promise.reject(new Error('it extends no file')) },
  )
  expect(rules.map(({ id }) => id)).toEqual(expect.arrayContaining(['server-https', 'operation-tags']))
})

it.each<[readonly string[], readonly string[]]>([
  [
    ['pay/a.yaml', 'shop/a.yaml', 'pay/v2/b.yaml'],
    ['pay', 'shop'],
  ],
  [
    ['apis/pay/a.yaml', 'apis/shop/v1/a.yaml'],
    ['pay', 'shop'],
  ],
  [['pay/a.yaml', 'pay/b.yaml'], []],
  [['pay/a.yaml', 'pay/v1/b.yaml'], []],
  [['a.yaml', 'shop/a.yaml'], []],
  [['shop/a.yaml'], []],
  [[], []],
])('the folders of %j are %j', (definitions, folders) => {
  expect([...groupByFolder(definitions).keys()]).toEqual(folders)
})
