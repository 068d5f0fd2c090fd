import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../src/core/document/document.ts'
import { cleanEnv, type Finished, projectRoot } from '../e2e/run-gov.ts'
import { type Comment, serveForge } from './forge.ts'
import { remove, runBash, setVerdict } from './repository.ts'

const script = z.strictObject({
  name: z.string(),
  id: z.string().optional(),
  if: z.literal("always() && inputs.comment == 'true' && steps.check.outputs.markdown").optional(),
  shell: z.literal('bash'),
  env: z.record(z.string(), z.string()).default({}),
  run: z.string(),
})
/** The one step that another action takes: Node, where there is none. */
const setupNode = z.strictObject({
  name: z.string(),
  if: z.literal("steps.node.outputs.found == 'false'"),
  uses: z.string().regex(/^actions\/setup-node@[0-9a-f]{40}$/),
  with: z.strictObject({ 'node-version': z.string() }),
})
const action = z
  .looseObject({
    inputs: z.record(
      z.string(),
      z.strictObject({ description: z.string(), required: z.literal(false), default: z.string() }),
    ),
    outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
    runs: z.strictObject({ using: z.literal('composite'), steps: z.array(z.union([script, setupNode])) }),
  })
  .parse(parseDocument(readFileSync(join(projectRoot, 'action.yml'), 'utf8'), 'yaml').value)
const scripts = action.runs.steps.flatMap((step) => ('run' in step ? step : []))

const folders: string[] = []
afterEach(() => remove(...folders.splice(0)))

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gov-action-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** A checkout with a config, as the runner has it. */
function checkout(verdict: 'pass' | 'fail'): string {
  const folder = folderOf({
    'openapi.yaml': 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n',
    '.governance.yml': 'version: 1\ndefinitions: [{ file: openapi.yaml }]\nruleset_files: [rules.yaml]\n',
  })
  mkdirSync(join(folder, '.git'))
  setVerdict(folder, verdict)
  return folder
}

interface Ran extends Finished {
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
}

type Words = Readonly<Record<string, string>>

/** The expressions that the file has, and no others: what the runner would put in their place. */
function evaluated(text: string, inputs: Words, env: Words, outputs: Words): string {
  return text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
    if (expression === 'inputs.token || env.GOV_TOKEN') return inputs.token || (env.GOV_TOKEN ?? '')
    const [, output] = /^steps\.check\.outputs\.(\w+)$/.exec(expression) ?? []
    if (output !== undefined) return outputs[output] ?? ''
    const [, name = ''] = /^inputs\.([\w-]+)$/.exec(expression) ?? []
    const value = inputs[name]
    if (value === undefined) throw new Error(`the runner would not know ${expression}`)
    return value
  })
}

/** Runs the steps as the runner does: each by bash from a file, with its variables and the runner's files. */
/** `installing` is what actions/setup-node would change, if its condition holds. */
async function runAction(
  workspace: string,
  given: Words = {},
  env: Words = {},
  installing: Words = {},
): Promise<Ran> {
  const runner = folderOf({ output: '', summary: '' })
  const defaults = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, input.default]),
  )
  const inputs = { ...defaults, ...given }
  const jobEnv = {
    ...env,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    GITHUB_ACTION_PATH: projectRoot,
    GITHUB_OUTPUT: join(runner, 'output'),
    GITHUB_STEP_SUMMARY: join(runner, 'summary'),
    RUNNER_TEMP: runner,
  }
  let last: Finished = { exitCode: null, signal: null, stdout: '', stderr: '' }
  let installed: Words = {}
  let written = ''
  for (const step of action.runs.steps) {
    if ('uses' in step) {
      if (readFileSync(join(runner, 'output'), 'utf8') === 'found=false\n') installed = installing
      continue
    }
    if (step.if !== undefined && (inputs.comment !== 'true' || !readOutputs(written).markdown)) continue
    if (step.if === undefined && last.exitCode !== null && last.exitCode !== 0) continue
    const file = join(runner, 'step.sh')
    writeFileSync(file, step.run)
    writeFileSync(join(runner, 'output'), '')
    const values = Object.entries(step.env).map(([name, text]) => [
      name,
      evaluated(text, inputs, env, readOutputs(written)),
    ])
    const finished = await runBash(['-e', '-o', 'pipefail', file], workspace, {
      ...jobEnv,
      ...installed,
      ...Object.fromEntries(values),
    })
    if (step.if !== undefined) continue
    last = finished
    written = readFileSync(join(runner, 'output'), 'utf8')
  }
  const outputs = readOutputs(written)
  return { ...last, outputs, summary: readFileSync(join(runner, 'summary'), 'utf8') }
}

function readOutputs(text: string): Words {
  const lines = text.trimEnd().split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
}

const fake = '<!-- gov report -->\n## fake\n'

describe('the comment is of this run alone', () => {
  it.each<[string, Words, Words, readonly string[]]>([
    [
      'a report of the checkout, where the check does not begin',
      { 'gov-reports/gov.markdown': fake },
      { annotations: 'yes' },
      [],
    ],
    [
      'one beside a folder in place of a report',
      { 'gov-reports/gov.markdown': fake, 'gov-reports/gov.sarif/x': '' },
      {},
      ['## ✅ Governance: pass'],
    ],
    [
      'a report of the checkout, beside a config that is gone',
      { 'gov-reports/gov.markdown': fake },
      { config: 'absent.yml' },
      ['## ❌ Governance: not decided'],
    ],
    [
      'changes of the checkout',
      { 'gov-reports/changes.md': 'fake', 'changes.md': 'fake' },
      {},
      ['## ✅ Governance: pass'],
    ],
    [
      'a report that the config writes',
      {
        '.governance.yml':
          'version: 1\ndefinitions: [{ file: openapi.yaml }]\nruleset_files: [rules.yaml]\nreports: [{ format: markdown, output: gov.markdown }]\n',
      },
      {},
      ['## ✅ Governance: pass'],
    ],
    [
      'a report of the checkout, beside a definition that is gone',
      { 'gov-reports/gov.markdown': fake, 'gov.markdown': fake },
      { definitions: 'absent.yaml' },
      ['## ❌ Governance: not decided'],
    ],
  ])('%s', async (_, files, inputs, heads) => {
    const comments: Comment[] = []
    const forge = await serveForge(comments)
    const workspace = checkout('pass')
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(workspace, name)), { recursive: true })
      writeFileSync(join(workspace, name), text)
    }
    const event = folderOf({ 'event.json': '{"pull_request": {"number": 7}}' })
    await runAction(
      workspace,
      { comment: 'true', ...inputs },
      {
        GITHUB_API_URL: forge.url,
        GITHUB_REPOSITORY: 'acme/shop',
        GITHUB_EVENT_PATH: join(event, 'event.json'),
      },
    )
    forge.close()
    expect(comments.map(({ body }) => body.split('\n')[1])).toEqual(heads)
    expect(JSON.stringify(comments)).not.toContain('fake')
  })
})

it('writes the comment whatever the verdict, and only if asked', async () => {
  const comments: Comment[] = []
  const forge = await serveForge(comments)
  const event = folderOf({ 'event.json': '{"pull_request": {"number": 7}}' })
  const env = {
    GITHUB_API_URL: forge.url,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_EVENT_PATH: join(event, 'event.json'),
  }
  expect((await runAction(checkout('pass'), {}, env)).exitCode).toBe(0)
  expect(forge.calls).toEqual([])
  expect((await runAction(checkout('fail'), { comment: 'true' }, env)).exitCode).toBe(1)
  expect(comments.map(({ body }) => body.split('\n')[1])).toEqual(['## ❌ Governance: fail'])
  expect((await runAction(checkout('pass'), { comment: 'true' }, env)).exitCode).toBe(0)
  expect(comments.map(({ body }) => body.split('\n')[1])).toEqual(['## ✅ Governance: pass'])
  const based = checkout('pass')
  const before = readFileSync(join(based, 'openapi.yaml'), 'utf8').replace(
    'paths: {}',
    'paths: { /orders: { get: {} } }',
  )
  writeFileSync(join(based, 'before.yaml'), before)
  expect((await runAction(based, { comment: 'true', base: 'before.yaml' }, env)).exitCode).toBe(0)
  expect(comments.map(({ body }) => body)).toEqual([
    expect.stringContaining('- **/orders**: Path `/orders` was removed'),
  ])
  forge.close()
})

describe('action.yml', () => {
  it('puts no expression into a script, where the value of an input would be run', () => {
    expect(scripts.filter(({ run }) => run.includes('${{'))).toEqual([])
  })

  it('has each output from the step that writes it, and reads each input', () => {
    for (const [name, { value }] of Object.entries(action.outputs))
      expect(value).toBe(`\${{ steps.check.outputs.${name} }}`)
    const read = scripts.flatMap(({ env }) => Object.values(env)).join('\n')
    expect(Object.keys(action.inputs).filter((name) => !read.includes(`inputs.${name} `))).toEqual([])
  })
})

describe('the steps of the action, by bash', () => {
  const reports = Object.fromEntries(
    ['sarif', 'json', 'html', 'markdown'].map((kind) => [
      kind,
      expect.stringMatching(`/gov-\\w+/gov\\.${kind}$`),
    ]),
  )

  it('pass', async () => {
    const workspace = checkout('pass')
    const { exitCode, outputs, stdout, stderr, summary } = await runAction(workspace)
    expect(exitCode).toBe(0)
    expect(outputs).toEqual({ verdict: 'pass', 'exit-code': '0', errors: '0', warnings: '1', ...reports })
    expect(stdout).toContain('\nPASS  1 file x 1 ruleset checked')
    expect(stderr).toMatch(/^::warning file=openapi\.yaml,line=2,/)
    expect(summary).toContain('Governance: pass')
    for (const kind of Object.keys(reports)) expect(existsSync(outputs[kind] ?? '')).toBe(true)
    const sarif = JSON.parse(readFileSync(outputs.sarif ?? '', 'utf8'))
    expect(sarif.runs[0].results).toHaveLength(1)
  })

  it('fail with the exit code of the check, and have the outputs and reports all the same', async () => {
    const workspace = checkout('fail')
    const { exitCode, outputs, stdout, stderr, summary } = await runAction(workspace)
    expect(exitCode).toBe(1)
    expect(outputs).toEqual({ verdict: 'fail', 'exit-code': '1', errors: '1', warnings: '0', ...reports })
    expect(stdout).toContain('\nFAIL  1 error')
    expect(stderr).toMatch(/^::error file=openapi\.yaml,line=2,/m)
    expect(summary).toContain('Governance: fail')
  })

  it.each<[string, Words, string]>([
    ['no config there', { config: 'absent.yml' }, '2'],
    ['a flag for a config', { config: '--help' }, '2'],
    [
      'a dashboard beside the local rulesets of the config',
      { url: 'http://127.0.0.1:9', 'ruleset-files': '' },
      '2',
    ],
    ['an unknown severity', { 'fail-on': 'errors' }, '2'],
    ['breaking changes without a base', { breaking: 'error' }, '2'],
    ['annotations that are neither', { annotations: 'yes' }, '2'],
  ])('are undecided with %s', async (_, inputs, code) => {
    const { exitCode, outputs } = await runAction(checkout('pass'), inputs, { GOV_TOKEN: 't' })
    expect(String(exitCode)).toBe(code)
    expect(outputs).toMatchObject({ verdict: 'undecided', 'exit-code': code })
    // Uploaded, it would close the alerts of what was not checked.
    expect(outputs).not.toHaveProperty('sarif')
  })

  it.each([
    'config',
    'policy',
    'url',
    'token',
    'definitions',
    'ruleset-files',
    'fail-on',
    'base',
    'breaking',
    'annotations',
  ])('run nothing that the input %s says', async (name) => {
    const workspace = checkout('pass')
    const value = '$(touch pwned)`touch pwned`"; touch pwned; echo "\'; touch pwned #\nverdict=pass\n'
    const { exitCode, outputs } = await runAction(workspace, { [name]: value })
    expect(existsSync(join(workspace, 'pwned'))).toBe(false)
    expect(exitCode).not.toBe(name === 'token' ? null : 0)
    expect(outputs.verdict).toBe(exitCode === 0 ? 'pass' : 'undecided')
  })

  it('take files one on a line, with blanks in their names, and pass over the config then', async () => {
    const workspace = checkout('fail')
    const text = readFileSync(join(workspace, 'openapi.yaml'), 'utf8')
    writeFileSync(join(workspace, 'my api.yaml'), text)
    const definitions = 'openapi.yaml\r\n\nmy api.yaml\n'
    const { outputs } = await runAction(workspace, { definitions, 'ruleset-files': 'rules.yaml' })
    expect(outputs).toMatchObject({ verdict: 'fail', errors: '2' })
  })

  it('accept what fail-on accepts, and annotate nothing when told so', async () => {
    const given = { 'fail-on': 'never', annotations: 'false' }
    const { exitCode, outputs, stderr, summary } = await runAction(checkout('fail'), given)
    expect([exitCode, outputs.errors, stderr, summary]).toEqual([0, '1', '', ''])
  })

  it('do not take the report of an earlier run for their own', async () => {
    const workspace = checkout('pass')
    await runAction(workspace)
    const { outputs } = await runAction(workspace, { config: 'absent.yml' })
    expect(outputs.verdict).toBe('undecided')
  })

  it.each([
    ['no Node', undefined],
    ['Node 18', 'v18.20.0'],
  ])('install Node where there is %s', async (_, version) => {
    const without = mkdtempSync(join(tmpdir(), 'gov-without-node-'))
    folders.push(without)
    const tools = ['bash', 'cat', 'mkdir', 'mktemp', 'rm', 'env', 'pwd']
    for (const name of tools) symlinkSync(`/bin/${name}`, join(without, name))
    if (version !== undefined)
      for (const name of ['node', 'npm']) {
        writeFileSync(join(without, name), '#!/bin/bash\nexit 1\n')
        chmodSync(join(without, name), 0o755)
      }
    const workspace = checkout('pass')
    const { PATH = '' } = cleanEnv()
    const { exitCode, outputs } = await runAction(workspace, {}, { PATH: without }, { PATH })
    expect([exitCode, outputs.verdict]).toEqual([0, 'pass'])
    expect((await runAction(workspace, {}, { PATH: without })).exitCode).not.toBe(0)
  })
})
