// biome-ignore-all lint/suspicious/noThenProperty: the word of rulesets
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSources } from '../../../src/check/sources/sources.ts'
import { parseDocument } from '../../../src/core/document/document.ts'
import { builtinRulesets } from '../../../src/engine/rulesets/index.ts'
import { kindOfFile } from '../../../src/features/lsp/file-problems.ts'
import { validateRuleset } from '../../../src/features/ruleset/validate-ruleset.ts'
import { projectRoot } from '../../e2e/run-gov.ts'
import { checkerOf } from '../../reporters/readers/json-schema.ts'
import { tempTree } from '../../temp-tree.ts'
import { rulesetJsonSchema } from './schema/ruleset-schema.ts'

const day = '2026-11-24'
const check = checkerOf(rulesetJsonSchema())

async function isRead(file: string): Promise<boolean> {
  const sources = createSources(projectRoot)
  return (await validateRuleset(file, sources, { trustPaths: true, day })).problems.length === 0
}

function valueIn(file: string): unknown {
  return parseDocument(readFileSync(file, 'utf8'), file.endsWith('.json') ? 'json' : 'yaml').value
}

function rulesetsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.(?:ya?ml|json)$/.test(file))
    .filter((file) => kindOfFile(file, readFileSync(file, 'utf8')) === 'ruleset')
}

async function expectFit(files: readonly string[]): Promise<void> {
  const read = []
  for (const file of files) if (await isRead(file)) read.push(file)
  expect(read.length).toBeGreaterThan(2)
  for (const file of read) expect(() => check(valueIn(file)), file).not.toThrow()
}

it('is published as it is', async () => {
  const text = `${JSON.stringify(rulesetJsonSchema(), null, 2)}\n`
  await expect(text).toMatchFileSnapshot(join(projectRoot, 'docs/ruleset.schema.json'))
})

it('takes every ruleset of the fixtures that gov reads', () =>
  expectFit(rulesetsIn(join(projectRoot, 'fixtures'))))

const shared = '../shared/vacuum'

it.skipIf(!existsSync(shared))(
  'takes the shared rulesets of other tools (skipped where ../shared is absent)',
  () => expectFit(rulesetsIn(shared)),
)

it('names the built-in rulesets', () => {
  const text = JSON.stringify(rulesetJsonSchema())
  for (const name of builtinRulesets.keys()) expect(text).toContain(`"${name}"`)
})

const ruled = (rule: object) => ({ rules: { a: { given: '$', then: { function: 'truthy' }, ...rule } } })
const checked = (then: object) => ruled({ then })
const path = { functions: ['path'] }

describe('says what gov says', () => {
  it.each<[boolean, object]>([
    [true, { extends: 'spectral:oas' }],
    [true, { extends: ['spectral:oas', ['vacuum:owasp', 'off']] }],
    [
      true,
      {
        extends: [['spectral:oas', 'all']],
        rules: { 'operation-tags': 'off', 'info-contact': 2, 'info-license': true },
      },
    ],
    [true, { ...ruled({}), 'x-owner': 'us' }],
    [true, ruled({ severity: -1, formats: ['oas3_1', 'AsyncAPI2', 'json-schema-2020-12'], 'x-a': 1 })],
    [true, ruled({ severity: { until: '2027-01-31', then: 'error' } })],
    [true, checked([{ field: 0, function: 'casing', functionOptions: { type: 'camel' }, note: 'ours' }])],
    [true, checked({ function: 'truthy', functionOptions: null })],
    [true, checked({ function: 'oasDescriptions', functionOptions: { minWords: '5' } })],
    [true, ruled({ fix: { field: 'a', set: null, insertBefore: 'b' } })],
    [
      true,
      { ...ruled({ given: '#Any' }), aliases: { Any: { targets: [{ formats: ['oas3'], given: '$' }] } } },
    ],
    [true, { ...ruled({}), parserOptions: { duplicateKeys: 0 }, except: { 'a.yaml': ['a'] } }],
    [true, { ...ruled({}), overrides: [{ files: ['*.yaml#/info'], rules: { a: 'off' } }] }],
    [false, {}],
    [false, { extends: 7 }],
    [false, { extends: ['spectral:oas', 'all'] }],
    [false, { extends: [['spectral:oas', 'every']] }],
    [false, { ...ruled({}), rule: {} }],
    [false, { rules: [] }],
    [false, { rules: { a: 'warning' } }],
    [false, { rules: { a: 4 } }],
    [false, { rules: { a: null } }],
    [false, ruled({ sevrity: 'warn' })],
    [false, ruled({ severity: 'fatal' })],
    [false, ruled({ severity: { now: 'warn', then: 'error' } })],
    [false, ruled({ severity: { until: '2027-01-31', then: 'off' } })],
    [false, ruled({ given: [] })],
    [false, ruled({ formats: ['oas4'] })],
    [false, ruled({ formats: 'oas3' })],
    [false, ruled({ recommended: 'yes' })],
    [false, ruled({ tags: 'a' })],
    [false, checked([])],
    [false, checked({ field: 'a' })],
    [false, checked({ function: 'truthyy' })],
    [false, checked({ function: 'truthy', functionOptions: { a: 1 } })],
    [false, checked({ function: 'casing' })],
    [false, checked({ function: 'casing', functionOptions: { type: 'camelCase' } })],
    [false, { ...checked({ function: 'casing', functionOptions: {} }), ...path }],
    [false, checked({ function: 'oasPathParam', functionOptions: { a: 1 } })],
    [false, ruled({ fix: {} })],
    [false, ruled({ fix: { set: 1, remove: true } })],
    [false, ruled({ fix: { rename: 'a', insertBefore: 'b' } })],
    [false, { ...ruled({}), aliases: { '1a': '$' } }],
    [false, { ...ruled({}), aliases: { a: { targets: [] } } }],
    [false, { ...ruled({}), parserOptions: { duplicateKey: 'warn' } }],
    [false, { ...ruled({}), overrides: [{ rules: { a: 'off' } }] }],
    [false, { ...ruled({}), overrides: [{ files: [], rules: { a: 'off' } }] }],
    [false, { ...ruled({}), except: { 'a.yaml': 'a' } }],
  ])('%j: %j', async (isGood, value) => {
    const cwd = await tempTree({ 'rules.json': JSON.stringify(value) })
    const { problems } = await validateRuleset('rules.json', createSources(cwd), { day })
    const schema = (() => {
      try {
        check(value)
        return true
      } catch {
        return false
      }
    })()
    expect({ program: problems.length === 0, schema }).toEqual({ program: isGood, schema: isGood })
  })

  it('but leaves functions in JavaScript to the program', () => {
    expect(() =>
      check({ ...checked({ function: 'path', functionOptions: { a: 1 } }), ...path }),
    ).not.toThrow()
    expect(() =>
      check({ ...checked({ function: 'oasPathParam', functionOptions: { a: 1 } }), ...path }),
    ).not.toThrow()
  })
})

it('explains every key of a ruleset and of a rule', () => {
  const { properties, definitions } = rulesetJsonSchema() as {
    properties: Record<string, { description?: string }>
    definitions: { rule: { anyOf: { properties?: Record<string, { description?: string }> }[] } }
  }
  const ofRule = definitions.rule.anyOf.flatMap((each) => Object.values(each.properties ?? {}))
  for (const each of [...Object.values(properties), ...ofRule]) expect(each.description).toMatch(/\.$/)
})
