import { describe, expect, it } from 'vitest'
import { load, problemsOf } from '../../ruleset/load.ts'
import { placesOf } from './owasp-issues.ts'

describe('the names of the OWASP ruleset', () => {
  it.each([
    'extends: vacuum:owasp',
    'extends: [vacuum:owasp]',
    'extends: [[vacuum:owasp, all]]',
    'extends: [[vacuum:owasp, recommended]]',
    'extends: [[spectral:owasp, all]]',
    'extends: [[vacuum:owasp, all], [spectral:owasp, all]]',
  ])('%s turns all 23 rules on', async (text) => {
    const severities = (await load(text)).map(({ severity }) => severity)
    const count = (wanted: string) => severities.filter((severity) => severity === wanted).length
    expect([severities.length, count('error'), count('warn'), count('info')]).toEqual([23, 15, 6, 2])
  })

  it('off leaves the rules that are named', async () => {
    const rules = await load('extends: [[vacuum:owasp, off]]\nrules: {owasp-array-limit: warn}')
    expect(rules.map(({ id, severity }) => `${id} ${severity}`)).toEqual(['owasp-array-limit warn'])
  })

  it('every rule says what it wants and how to fix it', async () => {
    const rules = await load('extends: vacuum:owasp')
    expect(rules.filter(({ description, howToFix }) => description === '' || howToFix === '')).toEqual([])
  })
})

describe('the names of the public package', () => {
  it.each([
    '"@stoplight/spectral-owasp-ruleset"',
    '[["@stoplight/spectral-owasp-ruleset", all]]',
    'https://unpkg.com/@stoplight/spectral-owasp-ruleset/dist/ruleset.mjs',
    '[https://unpkg.com/@stoplight/spectral-owasp-ruleset@2.0.1/dist/ruleset.mjs]',
  ])('%s turns all 32 rules on', async (name) => {
    expect(await load(`extends: ${name}`)).toHaveLength(32)
  })

  it.each([
    'https://unpkg.com/@stoplight/spectral-owasp-ruleset@1.4.3/dist/ruleset.mjs',
    'https://unpkg.com/@stoplight/spectral-owasp-ruleset@20.0.0/dist/ruleset.mjs',
    'https://example.com/@stoplight/spectral-owasp-ruleset/dist/ruleset.mjs',
  ])('%s is refused', async (url) => {
    const [problem] = await problemsOf(`extends: ${url}`)
    expect(problem?.reason).toContain('code from a URL, which gov does not run')
  })

  it('a rule of it can be changed by its name', async () => {
    const text = 'extends: "@stoplight/spectral-owasp-ruleset"\nrules: {"owasp:api4:2023-string-limit": off}'
    expect(await load(text)).toHaveLength(31)
  })
})

const basic = '{openapi: 3.0.3, components: {securitySchemes: {a: {type: http, scheme: basic}}}}'

describe('a rule of a user that names an OWASP function', () => {
  it.each([
    ['as dashboards export it', 'given: $'],
    ['at a place of its own', 'given: $.components'],
    ['without references', 'given: $, resolved: false'],
  ])('looks at the whole document: %s', async (_name, rule) => {
    const rules = `rules: {mine: {${rule}, then: {function: owaspNoBasicAuth}}}`
    expect(await placesOf('mine', basic, rules)).toEqual(['components|securitySchemes|a|scheme'])
  })

  it('checks every method when it names none', async () => {
    const rules = 'rules: {mine: {given: $, then: {function: owaspCheckSecurity}}}'
    const document = '{openapi: 3.0.3, paths: {/a: {trace: {}, get: {}}}}'
    expect(await placesOf('mine', document, rules)).toEqual(['paths|/a|trace', 'paths|/a|get'])
  })

  it.each([
    ['owaspDefineErrorDefinition', ''],
    ['owaspDefineErrorDefinition', 'functionOptions: {codes: []}'],
    ['owaspCheckErrorResponse', ''],
    ['owaspHeaderDefinition', 'functionOptions: {headers: []}'],
    ['owaspCheckSecurity', 'functionOptions: {method: [get]}'],
    ['owaspArrayLimit', 'functionOptions: {max: 5}'],
  ])('is refused when %s has nothing to check: %s', async (name, options) => {
    const then = `{function: ${name}, ${options}}`
    await expect(load(`rules: {mine: {given: $, then: ${then}}}`)).rejects.toThrow()
  })
})
