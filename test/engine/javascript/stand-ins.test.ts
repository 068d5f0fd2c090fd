import { expect, it } from 'vitest'
import { runCode, runFiles } from './run-code.ts'

/** What the packages export that gov stands in for whole, by their versions of 2026-11-28. */
const exported: Readonly<Record<string, string>> = {
  // 1.9.0
  '@stoplight/spectral-formats':
    'oas2 oas3 oas3_0 oas3_1 oas3_2 aas2 aas3 asyncApi2 asyncapi2 aas2_0 aas2_1 aas2_2 aas2_3 aas2_4 aas2_5 aas2_6 aas3_0 aas3_1 jsonSchema jsonSchemaLoose jsonSchemaDraft4 jsonSchemaDraft6 jsonSchemaDraft7 jsonSchemaDraft2019_09 jsonSchemaDraft2020_12 extractDraftVersion detectDialect arazzo1_0',
  // 1.11.1
  '@stoplight/spectral-functions':
    'alphabetical casing defined enumeration falsy length pattern schema truthy undefined unreferencedReusableObject xor or',
  // 1.23.1
  '@stoplight/spectral-rulesets': 'oas asyncapi arazzo',
}

it.each(Object.entries(exported))('%s has all that it exports', async (name, names) => {
  const code = `import * as all from '${name}'; export default () => [{ message: '${names}'.split(' ').filter((each) => all[each] === undefined).join() || 'none is missing' }]`
  expect(await runCode(code)).toEqual({ rules: ['own : none is missing'], failures: [] })
})

it.each([
  ['http://json-schema.org/draft-07/schema#', 'draft7'],
  ['https://json-schema.org/draft/2020-12/schema', 'draft2020-12'],
  ['http://json-schema.org/draft-04/hyper-schema#', 'draft4'],
  ['https://json-schema.org/draft/2018-01/schema', 'null'],
  ['https://spec.openapis.org/oas/3.1/dialect/base', 'null'],
])('%s is %s', async (address, draft) => {
  const code = `import { detectDialect, extractDraftVersion } from '@stoplight/spectral-formats'; export default () => [{ message: [extractDraftVersion('${address}'), detectDialect({ $schema: '${address}' }), detectDialect({}), detectDialect(1)].map(String).join(' ') }]`
  expect((await runCode(code)).rules).toEqual([`own : ${draft} ${draft} null null`])
})

it('tells a function the formats of its rule', async () => {
  const code = `import { oas3 } from '@stoplight/spectral-formats'
export default (_target, _options, { rule: { formats } }) => [{ message: [...(formats ?? [])].map((f) => f.displayName + (f === oas3)).join() || 'any' }]`
  const rule = (formats: string) => `{ given: '$', ${formats} then: { function: own } }`
  const files = {
    'rules.yaml': `functions: [own]\nrules: { a: ${rule('')}, b: ${rule('formats: [oas3, oas3_0],')} }`,
    'functions/own.js': code,
  }
  const { rules } = await runFiles('rules.yaml', files, { openapi: '3.0.3' })
  expect(rules).toEqual(['a : any', 'b : OpenAPI 3.xtrue,OpenAPI 3.0.xfalse'])
})

it.each([
  ['a type that is not used', '[]', []],
  [
    'what is not there',
    'IFunctionResult()',
    ['"IFunctionResult" of "@stoplight/spectral-core" is not available here'],
  ],
])('imports %s', async (_name, used, reasons) => {
  const code = `import { createRulesetFunction, IFunctionResult } from '@stoplight/spectral-core'; export default createRulesetFunction({ input: null, options: null }, () => ${used})`
  const { rules, failures } = await runCode(code)
  expect(rules).toEqual([])
  expect(failures).toEqual(reasons.map((reason) => expect.stringContaining(reason)))
})

const atLoad = 'export const today = new Date()'
it.each<[string, string, Record<string, string>, boolean]>([
  ['Date.now()', 'export default (v) => Date.now() > 0 ? [{ message: "past" }] : []', {}, false],
  ['new Date()', 'export default (v) => new Date(v) < new Date() ? [{ message: "past" }] : []', {}, false],
  ['Date()', 'export default () => Date() > "" ? [{ message: "past" }] : []', {}, false],
  ['new Date() in a try', 'export default () => { try { new Date() } catch {} return [] }', {}, false],
  [
    'a date of its own',
    'export default () => [{ message: String(new Date("2020-01-01") - new Date(0)) }]',
    {},
    true,
  ],
  [
    'a package that is loaded',
    'import { today } from "p"; export default () => [{ message: "ok" }]',
    { p: atLoad },
    true,
  ],
])('the time is not available: %s', async (_name, code, packages, isFine) => {
  const files = Object.entries(packages).flatMap(([name, text]) => [
    [`node_modules/${name}/package.json`, `{ "name": "${name}", "type": "module", "exports": "./index.js" }`],
    [`node_modules/${name}/index.js`, text],
  ])
  const { rules, failures } = await runFiles(
    'rules.yaml',
    {
      'rules.yaml': "functions: [own]\nrules: { own: { given: '$', then: { function: own } } }",
      'functions/own.js': code,
      ...Object.fromEntries(files),
    },
    {},
  )
  expect(rules).toHaveLength(isFine ? 1 : 0)
  expect(failures).toEqual(isFine ? [] : [expect.stringMatching(/own\.js:1.*the time is not available/)])
})

it('is not available to a file of the ruleset that is loaded', async () => {
  const files = {
    'rules.yaml': "functions: [own]\nrules: { own: { given: '$', then: { function: own } } }",
    'functions/own.js': `${atLoad}\nexport default () => []`,
  }
  const found = await runFiles('rules.yaml', files, {})
  expect(JSON.stringify(found)).toContain('the time is not available')
})
