import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../src/document/document.ts'
import { pipelineFile } from '../../src/run/init/pipeline-text.ts'
import type { Pipeline } from '../../src/run/init/setup.ts'
import { copyOf, makeRepository, packGov, remove, runLines, setVerdict } from './repository.ts'

/** What the agent of a system runs of a template, as far as that is lines of a shell, and which files it takes then. */
interface Job {
  readonly lines: readonly string[]
  readonly files: readonly string[]
}

const text = (pipeline: Pipeline) => pipelineFile(pipeline, { url: 'embedded' }).text
const read = (pipeline: Pipeline) => parseDocument(text(pipeline), 'yaml').value
const lines = z.array(z.string())

const jobs: Readonly<Record<Pipeline, () => Job>> = {
  github: () => {
    const steps = z.array(z.looseObject({ run: z.string().optional(), uses: z.string().optional() }))
    const shape = z.object({ jobs: z.object({ governance: z.looseObject({ steps }) }) })
    const job = shape.parse(read('github')).jobs.governance
    return { lines: job.steps.flatMap(({ run }) => run ?? []), files: [] }
  },
  gitlab: () => {
    const reports = z.object({ codequality: z.string(), junit: z.string() })
    const artifacts = z.object({ when: z.literal('always'), reports })
    const { governance } = z
      .object({ governance: z.looseObject({ script: lines, artifacts }) })
      .parse(read('gitlab'))
    return { lines: governance.script, files: Object.values(governance.artifacts.reports) }
  },
  azure: () => {
    const step = z.looseObject({
      script: z.string().optional(),
      inputs: z.record(z.string(), z.string()).optional(),
    })
    const { steps } = z.object({ steps: z.array(step) }).parse(read('azure'))
    return {
      lines: steps.flatMap(({ script }) => script ?? []),
      files: steps.flatMap(({ inputs }) => inputs?.testResultsFiles ?? []),
    }
  },
  bitbucket: () => {
    const step = z.object({ step: z.looseObject({ script: lines }) })
    const shape = z.object({ pipelines: z.object({ 'pull-requests': z.object({ '**': z.tuple([step]) }) }) })
    const [only] = shape.parse(read('bitbucket')).pipelines['pull-requests']['**']
    return { lines: only.step.script, files: ['test-results/gov.xml'] }
  },
  jenkins: () => ({
    lines: [...text('jenkins').matchAll(/^\s*sh '([^']*)'$/gm)].map(([, line = '']) => line),
    files: [...text('jenkins').matchAll(/^\s*junit '([^']*)'$/gm)].map(([, file = '']) => file),
  }),
}

const environments: Readonly<Record<Pipeline, Record<string, string>>> = {
  github: { CI: 'true', GITHUB_ACTIONS: 'true' },
  gitlab: { CI: 'true', GITLAB_CI: 'true' },
  azure: { TF_BUILD: 'True' },
  bitbucket: { CI: 'true', BITBUCKET_BUILD_NUMBER: '1' },
  jenkins: { JENKINS_URL: 'https://jenkins.example.com/' },
}

describe('the lines of each template, by bash, with the package installed by npm ci', () => {
  let repository = ''
  let tarball = ''
  const copies: string[] = []
  beforeAll(() => {
    tarball = packGov()
    repository = makeRepository(tarball)
  }, 120_000)
  afterAll(() => remove(repository, tarball, ...copies))

  it.each<Pipeline>(['github', 'gitlab', 'azure', 'bitbucket', 'jenkins'])(
    '%s: passes, fails, and leaves the reports that it names both times',
    async (pipeline) => {
      const job = jobs[pipeline]()
      expect(job.lines.slice(0, 1).concat(job.lines.slice(-1))).toEqual([
        expect.stringMatching(/^npm ci$|^export /),
        expect.stringMatching(/^npm exec --no -- gov check/),
      ])
      const folder = copyOf(repository)
      copies.push(folder)
      const passed = await runLines(job.lines, folder, environments[pipeline])
      expect(passed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('\nPASS  1 API') })
      for (const file of job.files) {
        expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^[[<]/)
        remove(join(folder, file))
      }
      setVerdict(folder, 'fail')
      const failed = await runLines(job.lines.slice(-1), folder, environments[pipeline])
      expect(failed).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('\nFAIL  1 error') })
      expect(job.files.filter((file) => !existsSync(join(folder, file)))).toEqual([])
    },
    120_000,
  )
})
