import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../src/core/document/document.ts'
import { pipelineFile } from '../../src/features/init/pipeline-text.ts'
import { type Pipeline, pipelines } from '../../src/features/init/setup.ts'
import { once } from '../once.ts'
import { type Registry, serveRegistry } from './registry.ts'
import { copyOf, makeRepository, packGov, remove, runLines, setVerdict } from './repository.ts'

/** What the agent of a system runs of a template, as far as that is lines of a shell, and which files it takes then. */
interface Job {
  readonly lines: readonly string[]
  readonly files: readonly string[]
}

const textOf = (pipeline: Pipeline, isPackage: boolean) =>
  pipelineFile(pipeline, { address: undefined }, isPackage).text
const read = (text: string) => parseDocument(text, 'yaml').value
const lines = z.array(z.string())

const jobs: Readonly<Record<Pipeline, (text: string) => Job>> = {
  github: (text) => {
    const steps = z.array(z.looseObject({ run: z.string().optional(), uses: z.string().optional() }))
    const shape = z.object({ jobs: z.object({ governance: z.looseObject({ steps }) }) })
    const job = shape.parse(read(text)).jobs.governance
    return { lines: job.steps.flatMap(({ run }) => run ?? []), files: ['gov.sarif'] }
  },
  gitlab: (text) => {
    const reports = z.object({ codequality: z.string(), junit: z.string() })
    const artifacts = z.object({ when: z.literal('always'), reports })
    const { governance } = z
      .object({ governance: z.looseObject({ script: lines, artifacts }) })
      .parse(read(text))
    return { lines: governance.script, files: Object.values(governance.artifacts.reports) }
  },
  azure: (text) => {
    const step = z.looseObject({
      script: z.string().optional(),
      inputs: z.record(z.string(), z.string()).optional(),
    })
    const { steps } = z.object({ steps: z.array(step) }).parse(read(text))
    return {
      lines: steps.flatMap(({ script }) => script ?? []),
      files: steps.flatMap(({ inputs }) => inputs?.testResultsFiles ?? []),
    }
  },
  bitbucket: (text) => {
    const step = z.object({ step: z.looseObject({ script: lines }) })
    const shape = z.object({ pipelines: z.object({ 'pull-requests': z.object({ '**': z.tuple([step]) }) }) })
    const [only] = shape.parse(read(text)).pipelines['pull-requests']['**']
    return { lines: only.step.script, files: ['test-results/gov.xml'] }
  },
  jenkins: (text) => ({
    lines: [...text.matchAll(/^\s*sh '([^']*)'$/gm)].map(([, line = '']) => line),
    files: [...text.matchAll(/^\s*junit '([^']*)'$/gm)].map(([, file = '']) => file),
  }),
}

const environments: Readonly<Record<Pipeline, Record<string, string>>> = {
  github: { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: '/dev/null' },
  gitlab: { CI: 'true', GITLAB_CI: 'true' },
  azure: { TF_BUILD: 'True' },
  bitbucket: { CI: 'true', BITBUCKET_BUILD_NUMBER: '1' },
  jenkins: { JENKINS_URL: 'https://jenkins.example.com/' },
}

let repository = ''
let tarball = ''
let cache = ''
let registry: Registry
const copies: string[] = []
beforeAll(async () => {
  tarball = packGov()
  repository = makeRepository(tarball)
  cache = mkdtempSync(join(tmpdir(), 'gov-npm-'))
  registry = await serveRegistry(tarball)
})
afterAll(() => {
  registry.close()
  remove(repository, tarball, cache, ...copies)
})

const npmEnv = () => ({
  npm_config_offline: 'false',
  npm_config_registry: registry.url,
  npm_config_cache: cache,
})

/** What `npm ci` leaves. */
const installed = once(async () => {
  const folder = copyOfRepository()
  expect(await runLines(['npm ci'], folder, {})).toMatchObject({ exitCode: 0 })
  return join(folder, 'node_modules')
})

/** The program that npx got, as a word of bash. */
const fetched = once(async () => {
  const line = jobs.gitlab(textOf('gitlab', false)).lines.flatMap((each) => byNpm.exec(each)?.[0] ?? [])[0]
  const folder = mkdtempSync(join(tmpdir(), 'gov-npx-'))
  copies.push(folder)
  expect(await runLines([`${line} --version`], folder, npmEnv())).toMatchObject({ exitCode: 0 })
  return join(cache, '_npx', '*/node_modules/.bin/gov')
})

function copyOfRepository(): string {
  const folder = copyOf(repository)
  copies.push(folder)
  return folder
}

const byNpm = /npm exec --no -- gov(?= )|npx --yes \S+(?= )/

/** What npm does is the same for all systems: the first runs through npm, the others by the program that npm found. */
const throughNpm = pipelines[0]

function byProgram({ lines, files }: Job, program: string): Job {
  const others = lines.filter((line) => line !== 'npm ci')
  return { lines: others.map((line) => line.replace(byNpm, program)), files }
}

/** The last line is the check: it passes, fails, and leaves the reports that the job names both times. */
async function expectBoth({ lines, files }: Job, folder: string, env: Readonly<Record<string, string>>) {
  const passed = await runLines(lines, folder, env)
  expect(passed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('\nPASS  1 file') })
  for (const file of files) {
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^[[<{]/)
    remove(join(folder, file))
  }
  setVerdict(folder, 'fail')
  const failed = await runLines(lines.slice(-1), folder, env)
  expect(failed).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('\nFAIL  1 error') })
  expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([])
}

describe('the lines of each template, by bash', () => {
  it.each([true, false])('ask npm for gov in the same words (with a package: %s)', (isPackage) => {
    const asked = pipelines.map((pipeline) => {
      const { lines } = jobs[pipeline](textOf(pipeline, isPackage))
      return lines.flatMap((line) => (line === 'npm ci' ? line : (byNpm.exec(line)?.[0] ?? []))).join()
    })
    expect(asked[0]).toMatch(isPackage ? /^npm ci,npm exec / : /^npx /)
    expect(new Set(asked).size).toBe(1)
  })

  it.each(pipelines)('%s, with the package installed by npm ci', async (pipeline) => {
    const job = jobs[pipeline](textOf(pipeline, true))
    expect(job.lines.slice(0, 1).concat(job.lines.slice(-1))).toEqual([
      expect.stringMatching(/^rm -rf /),
      expect.stringMatching(/^npm exec --no -- gov check/),
    ])
    const folder = copyOfRepository()
    if (pipeline === throughNpm) return expectBoth(job, folder, environments[pipeline])
    cpSync(await installed(), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
    return expectBoth(byProgram(job, './node_modules/.bin/gov'), folder, environments[pipeline])
  })

  it.each(pipelines.flatMap((pipeline) => [true, false].map((isPackage) => ({ pipeline, isPackage }))))(
    '$pipeline publishes no report of the checkout where gov does not run (with a package: $isPackage)',
    async ({ pipeline, isPackage }) => {
      const { lines, files } = jobs[pipeline](textOf(pipeline, isPackage))
      const folder = copyOfRepository()
      for (const file of files) mkdirSync(join(folder, dirname(file)), { recursive: true })
      for (const file of files) writeFileSync(join(folder, file), 'fake')
      const stopped = lines.map((line) => line.replace(/^npm ci$|npm exec --no --|npx --yes/, 'exit 1;'))
      expect((await runLines(stopped, folder, environments[pipeline])).exitCode).toBe(1)
      expect(files.filter((file) => existsSync(join(folder, file)))).toEqual([])
    },
  )

  it.each(pipelines)('%s, in a repository without a package', async (pipeline) => {
    const job = jobs[pipeline](textOf(pipeline, false))
    expect(job.lines.filter((line) => /^npm|npx (?!--yes @gov-cli\/gov@\d+\.\d+\.\d+ )/.test(line))).toEqual(
      [],
    )
    const folder = copyOfRepository()
    for (const name of ['package.json', 'package-lock.json']) remove(join(folder, name))
    if (pipeline === throughNpm) return expectBoth(job, folder, { ...environments[pipeline], ...npmEnv() })
    return expectBoth(byProgram(job, await fetched()), folder, environments[pipeline])
  })
})
