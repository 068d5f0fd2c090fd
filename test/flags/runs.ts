import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { interruptedError } from '../../src/check/world.ts'
import { GovError } from '../../src/core/model/errors.ts'
import type { CheckOptions } from '../../src/library/check-options.ts'
import { render } from '../../src/library/render.ts'
import { check } from '../../src/library.ts'
import { runProgram } from '../../src/main.ts'
import { tempTree } from '../temp-tree.ts'
import { type ProcessFacts, testProcess } from '../terminal/test-process.ts'
import { certificates } from './dashboard.ts'

/** What a flag or an option changes. */
export interface Effect {
  /** How the run with it ends. Default: 0. Where no text differs, the run without it ends otherwise. */
  readonly exit?: number
  readonly adds?: RegExp
  readonly drops?: RegExp
}

export interface Ended {
  readonly exit: number
  readonly text: string
}

export function expectEffect(without: Ended, changed: Ended, { exit = 0, adds, drops }: Effect): void {
  expect(changed.exit, changed.text).toBe(exit)
  if (!adds && !drops) expect(without.exit, without.text).not.toBe(exit)
  if (adds) expect(without.text).not.toMatch(adds)
  if (adds) expect(changed.text).toMatch(adds)
  if (drops) expect(without.text).toMatch(drops)
  if (drops) expect(changed.text).not.toMatch(drops)
}

export const workspace = resolve(import.meta.dirname, '../../fixtures/workspace')

const makeRule = (severity: string, field: string) =>
  `{ given: $.info, severity: ${severity}, then: { field: ${field}, function: truthy } }`
const makeApi = (info: string, paths = '/a: { get: { responses: {} } }', version = '1') =>
  `openapi: 3.1.0\ninfo: { title: T, version: '${version}'${info} }\npaths: { ${paths} }\n`
const licensed = ', license: { name: MIT }'
const makeConfig = (file: string) => `version: 1\ndefinitions: [${file}]\nruleset_files: [rules.yaml]\n`
const message = '`license` must be truthy, but is missing'
const known = { ruleset_id: 'rules', rule_id: 'licensed', path: 'info', message, _id: '1' }

/** `api.yaml` has a warning, an info and a hint; `error.yaml` an error as well. */
const files = {
  ...certificates,
  'rules.yaml': `rules:
  licensed: ${makeRule('error', 'license')}
  described: ${makeRule('warn', 'description')}
  contacted: ${makeRule('info', 'contact')}
  bound: ${makeRule('hint', 'termsOfService')}
`,
  'other.yaml': `rules: { others: ${makeRule('error', 'summary')} }\n`,
  'idle.yaml': 'rules: { idle: { given: $.none, then: { function: falsy } } }\n',
  'code.yaml': 'functions: [pass]\nrules: { code: { given: $, then: { function: pass } } }\n',
  'functions/pass.js': 'export default () => undefined\n',
  'api.yaml': makeApi(licensed),
  'error.yaml': makeApi(''),
  'old.yaml': makeApi(''),
  'ignored.yaml': makeApi(', x-lint-ignore: [licensed]'),
  'later.yaml': makeApi(licensed, '/b: {}', '2.0.0'),
  'live.yaml': makeApi(licensed, '/a: { get: {} }'),
  'deprecated.yaml': makeApi(licensed, '/a: { get: { deprecated: true } }'),
  'many.yaml': makeApi(licensed, Array.from({ length: 1001 }, (_, at) => `/p${at}: {}`).join(', ')),
  'many-rules.yaml': "rules: { many: { given: '$.paths.*', then: { field: get, function: truthy } } }\n",
  'gov.yml': `${makeConfig('api.yaml')}profiles: { strict: { policy: { fail_on: warn } } }\n`,
  'inner/.git/': '',
  'inner/gov.yml': makeConfig('../api.yaml').replace('rules.yaml', '../rules.yaml'),
  'inner/api.yaml': makeApi(''),
  'inner/info.yaml': "title: T\nversion: '1'\nlicense: { name: MIT }\n",
  'policy.yml': 'version: 1\npolicy: { fail_on: warn }\n',
  'known.json': JSON.stringify({
    version: 1,
    issues: ['api.yaml', 'error.yaml'].map((file) => ({ file, ...known })),
  }),
}

export interface Facts extends ProcessFacts {
  readonly files?: Readonly<Record<string, string>>
  /** What `gov check` is asked before, in the same folder. */
  readonly earlier?: readonly string[]
  /** The arguments beside the flags. */
  readonly names?: readonly string[]
}

const token = { GOV_TOKEN: 'demo' }

/** `gov check` with these flags, in a folder of its own: how it ends, what it prints, and the files that it writes. */
export async function runCommand(flags: readonly string[], facts: Facts = {}): Promise<Ended> {
  const cwd = await tempTree({ ...files, ...facts.files })
  if (facts.earlier) await runProgram(['check', ...facts.earlier], testProcess({ cwd }).context)
  const argv = ['check', ...(facts.names ?? []), ...flags]
  const env = { ...token, GOV_PAGER: `cat > ${cwd}/paged.txt`, ...facts.env }
  const { context, stdout, stderr } = testProcess({ ...facts, cwd, env, argv })
  const ending = new AbortController()
  const write = async (text: string) => {
    await context.io.stderr.write(text)
    if (text.includes('stop with Ctrl-C')) ending.abort(interruptedError())
  }
  const io = { ...context.io, stderr: { ...context.io.stderr, write } }
  const exit = await runProgram(argv, { ...context, io, interruption: () => ending.signal })
  const isNew = (name: string) => !Object.keys(files).some((key) => key.startsWith(name))
  const written = readdirSync(cwd).filter(isNew)
  const shown = written.map((name) => `--- ${name}\n${readFileSync(join(cwd, name), 'utf8')}`)
  return { exit, text: [stdout(), stderr(), ...shown].join('\n') }
}

/** `check` of the library with these options, in such a folder. */
export async function runLibrary(options: CheckOptions, facts: Facts = {}): Promise<Ended> {
  const folder = await tempTree({ ...files, ...facts.files })
  const cwd = join(folder, options.cwd ?? '.')
  try {
    const { exitCode, report, warnings } = await check({ env: { ...token, ...facts.env }, ...options, cwd })
    return { exit: exitCode, text: [await render(report, 'table'), ...warnings].join('\n') }
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    return { exit: error.exitCode, text: error.message }
  }
}
