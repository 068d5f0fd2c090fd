import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/library/check.ts'
import { createRuleset, evaluate, IncompleteEvaluationError } from '../../src/library/evaluate.ts'
import { copyScenario, engineScenarios, readScenarioFiles, summarizeIssue } from './engine-scenarios.ts'

const api = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
const rules = 'rules: { contact: { given: $.info, then: { field: contact, function: truthy } } }\n'

describe('evaluate', () => {
  it.each(engineScenarios)(
    'finds in the scenario %s what gov check finds',
    async (name, definition, file) => {
      const files = readScenarioFiles(name)
      const ruleset = await createRuleset(files[file] ?? '', files, { name: file })
      const asked = { name: definition, text: files[definition] ?? '', files }
      const found = await evaluate(asked, ruleset).catch((error: unknown) => {
        if (error instanceof IncompleteEvaluationError) return error.issues
        throw error
      })
      const cwd = copyScenario(name)
      const { report } = await check({
        cwd,
        definitions: [definition],
        ruleset_files: [file],
        trustPaths: true,
      })
      expect(found.length).toBeGreaterThan(0)
      expect(found.map(summarizeIssue)).toEqual(report.issues.map(summarizeIssue))
    },
  )

  it('reads JSON, and names a definition without a name by what it is', async () => {
    const ruleset = await createRuleset(rules)
    const json = JSON.stringify({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: {} })
    expect(await evaluate(json, ruleset)).toMatchObject([{ file: 'openapi.json', pointer: '/info', line: 1 }])
    expect(await evaluate(api, ruleset)).toMatchObject([{ file: 'openapi.yaml', line: 2, column: 1 }])
  })

  it('goes by the day that is given', async () => {
    const dated = 'severity: { now: hint, until: 2026-01-31, then: error }, given'
    const ruleset = await createRuleset(rules.replace('given', dated))
    const onDay = async (day: string) =>
      (await evaluate(api, ruleset, { day })).map(({ severity }) => severity)
    expect([await onDay('2026-01-31'), await onDay('2026-02-01')]).toEqual([['hint'], ['error']])
  })

  it('reads what other linters have: vacuum', async () => {
    const ruleset = await createRuleset('extends: vacuum:oas\n', {}, { engine: 'vacuum' })
    expect((await evaluate(api, ruleset)).map(({ rule_id }) => rule_id)).toContain('oas3-api-servers')
  })
})

/** Nothing that was not evaluated in full has issues, or none. */
describe('evaluate refuses', () => {
  const swagger = 'swagger: "2.0"\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
  const only3 = rules.replace('given', 'formats: [oas3], given')
  const failing = 'functions: [own]\nrules: { own: { given: $.info, then: { function: own } } }\n'
  it.each([
    ['text that is no YAML', 'a: [', rules, {}, 'usage', /^openapi\.yaml:1:4: invalid YAML/],
    ['what is not OpenAPI', 'title: Orders', rules, {}, 'usage', /is not an OpenAPI document/],
    ['another kind of document', 'asyncapi: 3.0.0', rules, {}, 'usage', /it is AsyncAPI/],
    ['a ruleset without a rule for it', swagger, only3, {}, 'incomplete', /no rule of it is on/],
    [
      'overrides that leave no rule on',
      api,
      `${rules}overrides: [{ files: ["*"], rules: { contact: off } }]`,
      {},
      'incomplete',
      /no rule of it is on/,
    ],
    [
      'a function that fails',
      api,
      failing,
      { 'functions/own.js': 'export default () => { throw 1 }' },
      'incomplete',
      /rule own/,
    ],
    ['a ruleset without rules', api, 'rules: {}', {}, 'usage', /has no rules/],
    ['rules that are all off', api, 'extends: [[spectral:oas, off]]', {}, 'usage', /has all its rules off/],
    [
      'a faulty rule',
      api,
      'rules: { a: { then: { function: nothing } } }',
      {},
      'usage',
      /^rules\.yaml:1:\d+: rule "a"/,
    ],
    [
      'a base that was not given',
      api,
      `extends: ./base.yaml\n${rules}`,
      {},
      'usage',
      /ruleset base\.yaml does not exist/,
    ],
    [
      'a base above all folders',
      api,
      `extends: ../base.yaml\n${rules}`,
      { 'base.yaml': rules },
      'usage',
      /is outside the/,
    ],
  ] as const)('%s', async (_what, text, ruleset, files, kind, message) => {
    const run = async () => evaluate(text, await createRuleset(ruleset, files))
    await expect(run()).rejects.toMatchObject({
      name: 'GovError',
      kind,
      message: expect.stringMatching(message),
    })
  })

  it.each([
    [{ day: '' }, 'day must be a day such as 2027-01-31'],
    [{ day: '01.01.2027' }, 'day must be a day such as 2027-01-31'],
    [{ day: '2027-02-30' }, 'day must be a day such as 2027-01-31'],
    [{ day: new Date() }, 'day must be a day such as 2027-01-31'],
    [{ day: 0 }, 'day must be a day such as 2027-01-31'],
    [{ day: null }, 'day must be a day such as 2027-01-31'],
    [{ today: '2027-01-31' }, 'evaluate has no option "today"'],
    [{ toString: 1 }, 'evaluate has no option "toString"'],
    [null, 'the options of evaluate must be an object'],
  ])('the options %j', async (options, message) => {
    const ruleset = await createRuleset(rules)
    const run = Reflect.apply(evaluate, undefined, [api, ruleset, options])
    await expect(run).rejects.toMatchObject({ kind: 'usage', code: 'option-invalid', message })
  })

  it.each([
    [{ engin: 'vacuum' }, 'createRuleset has no option "engin"; did you mean "engine"?'],
    [{ engine: 'spectal' }, 'engine must be one of spectral, vacuum'],
    [{ functions: true }, 'functions must be one of allow, refuse'],
    [{ name: 1 }, 'name must be text'],
  ])('a ruleset with the options %j', async (options, message) => {
    const run = Reflect.apply(createRuleset, undefined, [rules, {}, options])
    await expect(run).rejects.toMatchObject({ kind: 'usage', code: 'option-invalid', message })
  })

  it('no option that is undefined', async () => {
    const ruleset = await createRuleset(rules, {}, { name: undefined, engine: undefined })
    expect(await evaluate(api, ruleset, { day: undefined })).toHaveLength(1)
  })

  it('a ruleset that it did not read', async () => {
    await expect(evaluate(api, { name: 'rules.yaml', rule_ids: [] })).rejects.toThrow(TypeError)
  })

  it('JavaScript, if it is told to', async () => {
    const files = { 'functions/own.js': 'export default () => []' }
    await expect(createRuleset(failing, files, { functions: 'refuse' })).rejects.toMatchObject({
      code: 'ruleset-invalid',
    })
  })
})

it('src/engine.ts reaches no module of Node', () => {
  const seen = new Set<string>()
  const others = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, type, named, called] of text.matchAll(
      /^(?:import|export) (type )?[^'"]*?from '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
    )) {
      const module = named ?? called ?? ''
      if (type) continue
      if (module.startsWith('.')) visit(resolve(dirname(file), module.replace(/\?raw$/, '')))
      else others.add(module)
    }
  }
  visit(resolve(import.meta.dirname, '../../src/engine.ts'))
  expect(seen.size).toBeGreaterThan(100)
  expect(others.has('zod')).toBe(true)
  expect([...others].filter(isBuiltin)).toEqual([])
  // A browser has none of these. A test in one runs the sandbox for JavaScript.
  const globals = [...seen].filter((file) =>
    /(?<!typeof )\b(?:process|global)\.\w/.test(readFileSync(file, 'utf8')),
  )
  expect(globals).toEqual([])
})
