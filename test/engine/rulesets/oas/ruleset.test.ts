import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadRuleset } from '../../../../src/engine/load-ruleset.ts'
import { oasRuleset } from '../../../../src/engine/rulesets/oas/ruleset.ts'

async function load(ruleset: unknown) {
  const read = () => Promise.reject(new Error('there are no files'))
  const source = { name: 'rules.json', text: JSON.stringify(ruleset), format: 'json' } as const
  return (await loadRuleset(source, { read })).rules
}

async function namesOf(ruleset: unknown): Promise<string[]> {
  return [...new Set((await load(ruleset)).map(({ id }) => id))].sort()
}

/** Off unless a ruleset turns them on; the names are public. */
const notRecommended = [
  'contact-properties',
  'info-license',
  'license-url',
  'oas2-host-not-example',
  'oas2-parameter-description',
  'oas3-parameter-description',
  'oas3-server-not-example.com',
  'openapi-tags',
  'openapi-tags-alphabetical',
  'operation-singular-tag',
  'tag-description',
]

const errors = [
  'array-items',
  'no-$ref-siblings',
  'oas2-discriminator',
  'oas2-schema',
  'oas2-valid-media-example',
  'oas2-valid-schema-example',
  'oas3-schema',
  'oas3-server-variables',
  'oas3-valid-media-example',
  'oas3-valid-schema-example',
  'openapi-tags-uniqueness',
  'operation-operationId-unique',
  'path-params',
]

describe('spectral:oas', () => {
  it('has the rules that are recommended, or all of them, or none', async () => {
    const all = await namesOf({ extends: [['spectral:oas', 'all']] })
    expect(all).toHaveLength(57)
    const recommended = all.filter((name) => !notRecommended.includes(name))
    expect(await namesOf({ extends: 'spectral:oas' })).toEqual(recommended)
    expect(await namesOf({ extends: [['spectral:oas', 'recommended']] })).toEqual(recommended)
    expect(await namesOf({ extends: [['spectral:oas', 'off']] })).toEqual([])
    expect(await namesOf({ extends: [['spectral:oas', 'off']], rules: { 'info-contact': true } })).toEqual([
      'info-contact',
    ])
  })

  it('has the severities of the public ruleset', async () => {
    const rules = await load({ extends: [['spectral:oas', 'all']] })
    const named = (severity: string) =>
      [...new Set(rules.filter((rule) => rule.severity === severity).map(({ id }) => id))].sort()
    expect(named('error')).toEqual(errors)
    expect(new Set(rules.map(({ severity }) => severity))).toEqual(new Set(['error', 'warn']))
  })

  it('says of each rule what it asks for, how to fix it and where to read more', async () => {
    const rules = await load({ extends: [['spectral:oas', 'all']] })
    for (const rule of rules) {
      expect(rule.description).toMatch(/^\S.+\.$/)
      expect(rule.howToFix).toMatch(/^\S.+\.$/)
      expect(rule.documentationUrl).toMatch(new RegExp(`#${rule.id.replace(/[$.]/g, '\\$&')}$`))
    }
  })

  it('lends its aliases to rulesets that extend it', async () => {
    const given = ['#PathItem', '#OperationObject', '#ResponseObject', '#LinkObject', '#ArrayProperties']
    // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
    const own = { given, then: { function: 'truthy' } }
    expect(await namesOf({ extends: [['spectral:oas', 'off']], rules: { own } })).toEqual(['own'])
  })

  it('is tested rule by rule beside this file', () => {
    const folder = import.meta.dirname
    const tables = readdirSync(folder).filter((file) => file !== 'ruleset.test.ts')
    const rows = tables.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n')
    const rules = Object.keys(JSON.parse(oasRuleset.text).rules)
    expect(rules.filter((rule) => !rows.includes(`'${rule}'`))).toEqual([])
  })
})
