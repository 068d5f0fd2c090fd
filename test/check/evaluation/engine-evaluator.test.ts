import { expect, it } from 'vitest'
import { type EngineOptions, engineEvaluator } from '../../../src/check/evaluation/engine-evaluator.ts'
import { untilDeadline } from '../../../src/check/evaluation/evaluator.ts'
import { readFollowed } from '../../../src/check/sources/local-files.ts'
import { createSources } from '../../../src/check/sources/sources.ts'
import { serviceLimits } from '../../../src/dashboard/contract/evaluation.ts'
import { unlimited } from '../../../src/sandbox/evaluation/limits.ts'
import { memoryWorkspace } from '../../../src/sandbox/store/memory-workspace.ts'
import { tempTree } from '../../temp-tree.ts'
import { testProcess } from '../../terminal/test-process.ts'

const rules = 'rules: { titled: { given: $.info, then: { field: title, function: truthy } } }\n'
const selector = { ruleset_ids: ['r'] }

/** What the engine says of a definition in a folder, with the options that a local check has unless others are given. */
async function evaluate(
  files: Readonly<Record<string, string>>,
  { rules: loadRules, ...options }: Partial<EngineOptions> & { rules?: () => Promise<never> } = {},
  text = rules,
) {
  const sources = createSources(await tempTree(files))
  const workspace = memoryWorkspace({ rulesets: [{ id: 'r', name: 'r.yaml', text, format: 'yaml' }] })
  const [file = ''] = Object.keys(files)
  const evaluator = engineEvaluator(loadRules ? { ...workspace, rules: loadRules } : workspace, {
    limits: { ...serviceLimits, issues: Number.POSITIVE_INFINITY },
    now: () => new Date(0),
    timeLimit: unlimited,
    readFiles: (definition) => readFollowed(definition, sources),
    openRecords: () => Promise.reject(new Error('nothing is looked up')),
    ...options,
  })
  return evaluator.evaluateDefinition({ source: await sources.readDefinition(file), api_id: file }, selector)
}

const untitled = 'openapi: 3.0.3\ninfo: { title: "" }\n'

it.each(['swagger: "2.0"', 'swagger: 2.0'])('takes version 2.0: %s', async (version) => {
  const { issues } = await evaluate({ 'über.yaml': `${version}\ninfo: { title: "" }\n` })
  expect(issues.map(({ rule_id, file }) => [rule_id, file])).toEqual([['titled', 'über.yaml']])
})

it('follows references to other files, and names them', async () => {
  const files = { 'openapi.yaml': 'openapi: 3.0.3\ninfo: { $ref: info.yaml }\n', 'info.yaml': 'title: ""\n' }
  const { issues } = await evaluate(files)
  expect(issues.map(({ rule_id, path, file }) => [rule_id, path, file])).toEqual([
    ['titled', 'title', 'info.yaml'],
  ])
})

it('follows none where it is to act as a dashboard', async () => {
  const files = { 'openapi.yaml': 'openapi: 3.0.3\ninfo: { $ref: info.yaml }\n', 'info.yaml': 'title: ""\n' }
  const { issues } = await evaluate(files, { readFiles: undefined })
  expect(issues.map(({ rule_id, path }) => [rule_id, path])).toEqual([
    ['invalid-ref', 'info.$ref'],
    ['titled', 'info'],
  ])
})

it('gives an issue the identity that it has where files have no names', async () => {
  const [here] = (await evaluate({ 'a.yaml': untitled })).issues
  const [there] = (await evaluate({ 'a.yaml': untitled }, { readFiles: undefined })).issues
  expect([here?._id, here?.file]).toEqual([there?._id, 'a.yaml'])
})

it('knows the file that overrides speak of', async () => {
  const overrides = 'overrides: [{ files: ["a.*"], rules: { titled: off } }]\n'
  const { issues, error } = await evaluate({ 'a.yaml': untitled }, {}, rules + overrides)
  expect([issues, error]).toEqual([[], undefined])
})

it('reports an internal error as one', async () => {
  const fault = new TypeError('a detail of the inside')
  await expect(evaluate({ 'a.yaml': untitled }, { rules: () => Promise.reject(fault) })).rejects.toBe(fault)
})

it('refuses a definition beyond the limit that it is to have', async () => {
  const limits = { ...serviceLimits, bodyBytes: 10 }
  await expect(evaluate({ 'a.yaml': untitled }, { limits })).rejects.toMatchObject({
    code: 'definition-too-large',
  })
})

it('evaluates nothing after its deadline', async () => {
  const timeLimit = untilDeadline('the check', 1, testProcess().context)
  await new Promise((resolve) => setTimeout(resolve, 5))
  const asked: string[] = []
  const load = async () => {
    asked.push('r')
    throw new Error('not now')
  }
  await expect(evaluate({ 'a.yaml': untitled }, { timeLimit, rules: load })).rejects.toMatchObject({
    code: 'deadline',
    message: "the check did not finish before the run's deadline of 0.001 s",
  })
  expect(asked).toEqual([])
})

it('ends at its deadline, in the middle of an evaluation', async () => {
  const endless =
    'rules: { slow: { given: $.info.title, then: { function: pattern, functionOptions: { match: "^(a+)+$" } } } }\n'
  const text = `openapi: 3.0.3\ninfo: { title: ${'a'.repeat(40)}! }\n`
  const timeLimit = untilDeadline('the check', 300, testProcess().context)
  await expect(evaluate({ 'a.yaml': text }, { timeLimit }, endless)).rejects.toMatchObject({
    code: 'deadline',
  })
})
