import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '../../../src/check/config/load-config.ts'
import { runProgram } from '../../../src/main.ts'
import { type Served, serveSandbox } from '../../e2e/served.ts'
import { tempTree } from '../../temp-tree.ts'
import { testProcess } from '../../terminal/test-process.ts'

let sandbox: Served
beforeAll(async () => {
  sandbox = await serveSandbox()
})
afterAll(async () => {
  await sandbox.stop()
})

const terminals = ['stdin', 'stdout', 'stderr'] as const

/** Answers to all questions; `URL` stands for the sandbox's address. */
async function answer(answers: readonly string[], token: string) {
  const cwd = await tempTree({ 'a.yaml': 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n' })
  const stdin = answers.map((each) => `${each.replace('URL', sandbox.url)}\n`).join('')
  const env = { ...(token && { GOV_TOKEN: token }) }
  const { context, stderr } = testProcess({ stdin, terminals, cwd, env })
  const exitCode = await runProgram(['init'], context)
  const { definitions, api_ids, ruleset_ids, categories } = (await loadConfig({ cwd }))?.layer ?? {}
  const files = definitions?.value.map(({ file }) => file)
  const chosen = { files, apis: api_ids?.value, rulesets: ruleset_ids?.value, categories: categories?.value }
  return { exitCode, chosen, said: stderr() }
}

const pipeline = 'demo-key-pipeline'

it.each<[string, string, readonly string[], object, RegExp]>([
  [
    'numbers of what is listed',
    pipeline,
    ['URL', 'none', '7, 1', '2', ''],
    { apis: ['payments', 'assistant-tools'], rulesets: ['rs-docs'] },
    / 7 {2}payments +Payments\n/,
  ],
  [
    'a category',
    pipeline,
    ['URL', '', '', 'category payments public', ''],
    { files: ['a.yaml'], categories: ['payments', 'public'] },
    /Categories: agents, /,
  ],
  [
    'slips, and then ids',
    pipeline,
    ['URL', '', 'paymets', 'payments', '', 'rs-dosc', 'rs-docs rs-security', ''],
    { files: ['a.yaml'], apis: ['payments'], rulesets: ['rs-docs', 'rs-security'] },
    /"rs-dosc" is not listed\n {2}Did you mean rs-docs\?\n/,
  ],
  [
    'ids, where the token is wrong',
    'wrong-token',
    ['URL', 'none', '', 'payments', 'rs-docs', ''],
    { apis: ['payments'], rulesets: ['rs-docs'] },
    /rejected the credential \(401\)/,
  ],
  [
    'ids, where there is no token',
    '',
    ['URL', '', '', 'rs-docs', ''],
    { files: ['a.yaml'], rulesets: ['rs-docs'] },
    /no token for .*Next: GOV_TOKEN=\.\.\. gov check\n$/s,
  ],
  [
    'no API at first, where nothing else is to be checked',
    pipeline,
    ['URL', 'none', '', '1', 'rs-docs', ''],
    { apis: [expect.any(String)], rulesets: ['rs-docs'] },
    /nothing else to check\n {2}Name at least one API\.\n.*Fail on issues at or above: error, /s,
  ],
  [
    'what the user may not list',
    'demo-key-studio-developer',
    ['URL', 'none', 'studio-feeds', 'rs-studio', ''],
    { apis: ['studio-feeds'], rulesets: ['rs-studio'] },
    /denied access \(403\)/,
  ],
])('%s', async (_what, token, answers, expected, said) => {
  const { exitCode, chosen, said: told } = await answer(answers, token)
  expect(told).toMatch(said)
  expect({ exitCode, chosen }).toEqual({
    exitCode: 0,
    chosen: { files: undefined, apis: undefined, rulesets: undefined, categories: undefined, ...expected },
  })
})
